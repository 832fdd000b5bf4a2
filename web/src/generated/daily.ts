/** Daily games, see docs/daily.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Grade, JudgedBy } from './reviews';
import type { Sheet } from './types';

/** The pad of every day. */
export const FIRST_PAD = 'classic';

/** The other pad of a day, Monday first. */
export const BY_WEEKDAY = ['mixx-a', 'mixx-b', 'longo', 'bonus-a', 'double-b', 'x-change', 'bonus-b'] as const;

/** A choice that lost much, with what was better; `sheet` is the sheet on which it was made. */
export interface Costly {
  turn: number;
  roll: string;
  phase: 'white' | 'colour' | 'take' | 'call' | 'play';
  loss: number;
  grade: Grade | null;
  chosen: string;
  best: string;
  chosen_cell: [string, number] | null;
  best_cell: [string, number] | null;
  position: string;
  sheet: Sheet;
}

/** A game to show beside another: its sheet and what it scored. */
export interface DailyGame {
  score: number;
  turns: number;
  sheet: Sheet;
}

/** The result of a try; losses are in points, but for `loss`: hundredths of a point. */
export interface Found {
  judge: JudgedBy;
  exact: boolean;
  finished: boolean;
  loss: number;
  luck: number;
  by_turn: number[];
  /** One a turn, 25 at most: 0 kept the best, 1 lost a little, 2 much. */
  squares: number[];
  game: DailyGame;
  /** The best player's game on the same dice. */
  best: DailyGame;
  costliest: Costly[];
}

/** How far somebody has come with a day's game. */
export interface MyTry {
  state: 'begun' | 'judging' | 'done';
  /** Where it is played on this server; null if it was handed in. */
  table: string | null;
  finished: boolean | null;
  score: number | null;
  /** In hundredths of a point. */
  loss: number | null;
  place: number | null;
  of: number | null;
  /** How many of a hundred others lost more; null without others. */
  better_than: number | null;
}

/** One game of a day. */
export interface DailyPad {
  pad: string;
  title: string;
  played: number;
  mine: MyTry | null;
}

/** Today's games, and what everybody needs to check or to play them without a network. */
export interface Today {
  day: string;
  /** Seconds until the next day begins, by the server's clock. */
  left: number;
  anchor: string;
  first: string;
  /** From which today's dice follow, and all earlier days'. */
  link: string;
  pads: DailyPad[];
  streak: number;
  longest: number;
}

/** A day's game and one's own try; what others did is told to those who have played, or afterwards. */
export interface DayShown {
  day: string;
  pad: string;
  title: string;
  /** Whether a game still counts. */
  open: boolean;
  link: string;
  played: number;
  mine: MyTry | null;
  found: Found | null;
  /** How many lost how much, in steps of two points. */
  hill: number[] | null;
  streak: number;
}

export interface CalendarDay {
  day: string;
  pad: string;
  finished: boolean;
  score: number | null;
  loss: number | null;
}

/** Somebody's days of a month. */
export interface Calendar {
  month: string;
  days: CalendarDay[];
}

/** Whether a game counts: the first one of a person and day does. */
export interface HandedIn {
  counts: boolean;
}

/** Today and tomorrow, for somebody who may be without a network then. */
export interface Ahead {
  day: string;
  link: string;
  /** Seconds until tomorrow begins, by the server's clock. */
  left: number;
  /** The day after; null where the chain ends. */
  tomorrow: string | null;
  /** Its link in an envelope that is opened when it begins (docs/daily.md). */
  sealed: string | null;
}

/** A daily game that is over: its moves, and what they come to. */
export interface OwnDay {
  label: string;
  moves: string[];
  found: Found;
}
