/** What is answered over HTTP. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Fact, Outcome, PhaseName, Roll, Variant, View } from '../types';
import type { DiceFrom, DiceSource, Spoken, Timer } from './messages';

/** A bot that may sit at a table. */
export interface Bot {
  name: string;
  line: string;
  /** Its place on the ladder, from the weakest; null where it was never measured. */
  rung: number | null;
  rungs: number;
  /** What it plays a table's pad by: itself, network, own_network, solved or hand. */
  plays_by?: string | null;
}

/** What was rolled and marked lately at a real table, the latest first. */
export interface Past {
  past: Spoken[];
}

export interface SeatListed {
  kind: 'human' | 'bot' | 'open';
  name: string | null;
  bot: string | null;
}

export interface SettingsListed {
  timer: Timer;
  auto_pass: boolean;
  spectators: boolean;
  dice: DiceSource;
  hints: boolean;
}

/** A table in a few words. */
export interface Listed {
  table: string;
  variant: string;
  title: string;
  state: 'open' | 'playing' | 'over';
  host: string;
  seats: SeatListed[];
  game: number;
  settings: SettingsListed;
}

/** A table in a few words, and how its game stands. */
export interface Standing {
  table: string;
  variant: string;
  title: string;
  state: 'open' | 'playing' | 'over';
  host: string;
  seats: SeatListed[];
  game: number;
  settings: SettingsListed;
  /** Null where nobody may watch, or nothing is played. */
  scores: number[] | null;
  waiting: number[];
}

/** A finished game of a player. */
export interface Finished {
  table: string;
  game: number;
  variant: string;
  title: string;
  seats: string[];
  scores: number[];
  winners: number[];
  reason: 'penalties' | 'rows' | 'resigned' | 'aborted';
  turns: number;
  finished: string;
  dice: DiceFrom;
  /** The same moment in seconds, to ask for what lies before it. */
  at: number;
  seats_of_mine: number[];
}

/** A roll of a finished game. */
export interface Thrown {
  number: number;
  dice: string;
  text: string;
}

/** All that is needed to verify the dice of a finished game. */
export interface Proof {
  source: DiceFrom;
  label: string | null;
  commitment: string | null;
  secret: string | null;
  /** All promises in one line; null in games of the older scheme. */
  fingerprint: string | null;
  seals: string[];
  seeds: string[];
  faces: number;
  /** Null where a position says whose turn it is. */
  start: number | null;
  rolls: Thrown[];
}

export interface Said {
  seat: number | null;
  move: string;
}

/** A step of a replay; the view is the table after it. */
export interface Frame {
  number: number;
  turn: number;
  phase: PhaseName;
  active: number;
  roll: Roll | null;
  dice: string;
  said: Said[];
  facts: Fact[];
  view: View;
}

/** A game step by step. */
export interface Replay {
  variant: Variant;
  seats: string[];
  headers: [string, string][];
  frames: Frame[];
  position: string;
  outcome: Outcome | null;
  damage: string | null;
}

/** A position to look at. */
export interface PositionShown {
  /** As one line of text. */
  position: string;
  variant: Variant;
  /** The file of a pad of one's own, parents and all; null for one that is known by name. */
  variant_text: string | null;
  /** As every seat sees it. */
  views: View[];
}
