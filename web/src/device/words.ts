/** What page and worker say to each other. */

import type { Part } from './shelf';
import type { Keeping } from './store';

/** What is answered alike as long as the version is the same: kept for a page that begins before its engine does. */
export const isFixed = (method: string, path: string) => method === 'GET' && /^\/(variants|bots)$/.test(path);

/** What a worker is told by its name: where its files are, which, and who plays. */
export interface Given {
  base: string;
  files: Part[];
  player: string;
}

export type ToWorker =
  | { kind: 'ask'; id: number; method: string; path: string; body: string }
  | { kind: 'say'; line: number; table: string; text: string }
  | { kind: 'close'; line: number };

export type FromWorker =
  | { kind: 'progress'; loaded: number; total: number }
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'keeping'; keeping: Keeping }
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'told'; line: number; text: string };
