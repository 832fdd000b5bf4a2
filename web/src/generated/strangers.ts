/** Open tables and quick games, see docs/public.md. Written by web/make_types.py from the types in Python: edit those, and run it. */
import type { Timer } from './messages';

/** Of so many of the latest games with others, so many were played to the end. */
export interface Completed {
  games: number;
  played: number;
}

/** A table that anybody may join, in the list. */
export interface OpenTable {
  table: string;
  variant: string;
  title: string;
  host: string;
  /** The host, by the id under which others know them. */
  player: string | null;
  /** The host's. */
  completion: Completed;
  seats: number;
  free: number;
  timer: Timer;
  rated: boolean;
}

/** All open tables, the latest first: answers `hello` and `sync`. */
export interface TablesTold {
  type: 'tables';
  tables: OpenTable[];
}

/** Tables that are new in the list or look different now, and those that are gone from it. */
export interface TablesChanged {
  type: 'changed';
  tables: OpenTable[];
  gone: string[];
}

/** Whether a quick game is looked for, on which pad, and after how many seconds a bot will do. */
export interface Sought {
  type: 'quick';
  pad: string | null;
  bot_after: number | null;
  /** Your own, as others see it. */
  completion: Completed | null;
}

/** A quick game is ready: go to this table. */
export interface GameFound {
  type: 'game';
  table: string;
}
