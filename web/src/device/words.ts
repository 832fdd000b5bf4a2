/** What page and worker say to each other. */

import type { Keeping } from './store';

export type ToWorker =
  | { kind: 'begin'; base: string; files: [string, number][]; name: string }
  | { kind: 'ask'; id: number; method: string; path: string; body: string }
  | { kind: 'say'; line: number; table: string; text: string }
  | { kind: 'close'; line: number }
  | { kind: 'keep'; networks: [string, number][] };

export type FromWorker =
  | { kind: 'progress'; loaded: number; total: number }
  | { kind: 'ready' }
  | { kind: 'failed'; why: string }
  | { kind: 'keeping'; keeping: Keeping }
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'whole'; kept: boolean }
  | { kind: 'told'; line: number; text: string };
