/** The operator's side of the server, over HTTP. */

import { request } from './api';

export interface Overview {
  version: string;
  rooms: number;
  listeners: number;
  storage: { database: string; bytes: number; tables: number; entries: number; games: number; players: number };
}
export interface TableLine {
  table: string;
  title: string;
  state: string;
  updated: number;
  seats: { name: string | null }[];
}
export interface PlayerLine {
  id: string;
  name: string;
  created: number;
}
export interface BanLine {
  kind: 'player' | 'address' | 'mute';
  value: string;
  reason: string;
  until: number | null;
}

/** A question with the operator's token. */
export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export const askAsOperator = <T>(token: string, method: string, path: string, body?: unknown): Promise<T> =>
  request(method, `/admin${path}`, body, token).then((answer) =>
    answer.status === 204 ? (undefined as T) : (answer.json() as Promise<T>),
  );
