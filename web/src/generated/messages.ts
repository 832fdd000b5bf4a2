/** What goes over the wire, as docs/protocol.md has it. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Fact, Move, Roll, Variant, View } from './types';

export type RemovalReason = 'slow' | 'away' | 'asked' | 'manners';
export type Timer = 'off' | 'relaxed' | 'fast' | 'day';
export type DiceSource = 'server' | 'real' | 'none';
export type DiceFrom = 'server' | 'device' | 'real' | 'none';
export type Phrase = 'hello' | 'good_luck' | 'well_played' | 'thanks' | 'oops' | 'wow' | 'your_turn' | 'one_moment' | 'again' | 'goodbye';

/** Who you are at this table. */
export interface You {
  player: string | null;
  name: string | null;
  host: boolean;
  seats: number[];
}

/** A place at the table. */
export interface Seat {
  seat: number;
  kind: 'human' | 'bot' | 'open';
  name: string | null;
  player: string | null;
  bot: string | null;
  /** The bot that plays on for a human. */
  stand_in: string | null;
  /** The player whom the host has sent away, whose sheet it still is. */
  owner: string | null;
  /** The host wanted the bot to play on; `back` of either ends it. */
  by_host: boolean;
  /** The host's reason. */
  cause: RemovalReason | null;
  online: boolean;
  away: boolean;
  /** Wants a rematch. */
  agreed: boolean;
  /** Wants to break the game off. */
  ending: boolean;
  /** The host does not let its player talk. */
  muted: boolean;
  /** Games won in this series. */
  wins: number;
}

/** How the table wants to be played. */
export interface Settings {
  timer: Timer;
  auto_pass: boolean;
  listed: boolean;
  spectators: boolean;
  chat: boolean;
  dice: DiceSource;
  hints: boolean;
  /** There is always one more open seat until the start. */
  grows: boolean;
  /** Games count for the ratings. */
  rated: boolean;
  /** People talk in phrases alone: strangers may sit here. */
  phrases: boolean;
}

/** Whom everybody waits for, and for what. */
export interface Waiting {
  for: number[];
  what: 'start' | 'seals' | 'seeds' | 'dice' | 'white' | 'colour' | 'take' | 'call' | 'play' | 'count' | null;
}

/** Something that was rolled or marked lately at a real table. */
export interface Spoken {
  place: number;
  turn: number;
  /** Null for a roll. */
  seat: number | null;
  active: number;
  roll: Roll | null;
  move: Move | null;
}

/** A correction that waits for everybody's consent. */
export interface Proposal {
  place: number;
  turn: number;
  /** Null for a roll. */
  seat: number | null;
  active: number;
  roll: Roll | null;
  move: Move | null;
  by: number;
  added: boolean;
  new_roll: Roll | null;
  /** Null where nothing would stand instead. */
  new_move: Move | null;
  scores: number[];
  new_scores: number[];
  agreed: number[];
  /** The seats that have not agreed yet. */
  asked: number[];
}

/** Seconds until the timer nudges and skips. */
export interface TimeLeft {
  nudge: number;
  skip: number;
}

/** The proof that the dice were fixed from the start. */
export interface FairDice {
  source: DiceSource;
  commitment: string | null;
  /** Shown after the end. */
  secret: string | null;
  /** The promise of every seat's player. */
  seals: (string | null)[];
  /** All promises in one line, once none can change. */
  fingerprint: string | null;
  /** Shown when the game begins. */
  seeds: (string | null)[];
  label: string;
}

/** The table as everybody may see it. */
export interface Table {
  id: string;
  link: string;
  state: 'open' | 'playing' | 'over';
  variant: string;
  title: string;
  host: string;
  host_name: string;
  game: number;
  settings: Settings;
  seats: Seat[];
  waiting: Waiting;
  timer: TimeLeft | null;
  parked: boolean;
  watchers: number;
  dice: FairDice;
  proposal: Proposal | null;
  /** Who would like a seat. */
  asking: Asking[];
  banned: Banned[];
}

/** Somebody who would like a seat; the name as far as it is known. */
export interface Asking {
  player: string;
  name: string | null;
}

/** Somebody whom the host has sent away. */
export interface Banned {
  player: string;
  name: string;
}

/** A line of the talk: somebody's own words, or a quick phrase. */
export interface Chat {
  number: number;
  player: string | null;
  name: string;
  seat: number | null;
  text: string | null;
  phrase: string | null;
  at: number;
}

/** What the server says. */
export type Incoming =
  /** The whole truth: answers `hello` and `sync`. */
  | { type: 'welcome'; n: number; protocol: number; number: number; you: You; variant: Variant; variant_text: string; table: Table; views: View[]; chat: Chat[] }
  /** Something happened; table and views are complete, facts tell what it was. */
  | { type: 'table'; n: number; number: number; facts: Fact[]; you: You; table: Table; views: View[] }
  /** Your message was accepted and is stored under this number (null: nothing had to be stored). */
  | { type: 'receipt'; n: number; id: string | null; number: number | null }
  /** Your message was not accepted, and why. */
  | { type: 'refusal'; n: number; id: string | null; code: string; reason: string; wait?: number | null }
  /** Somebody said something. */
  | { type: 'chat'; number: number; player: string | null; name: string; seat: number | null; text: string | null; phrase: string | null; at: number; n: number }
  /** A seat is nudged, by a player or (null) by the timer. */
  | { type: 'nudge'; n: number; seat: number; by: string | null }
  /** Who is connected, seat by seat; a parked table waits for somebody to come back. */
  | { type: 'presence'; n: number; online: boolean[]; watchers: number; parked: boolean }
  /** The server is there. */
  | { type: 'pong'; n: number; id?: string | null }
  /** The server is about to close; come back after so many seconds, or (null) not at all. */
  | { type: 'bye'; n: number; code: string; reason: string; come_back: number | null; cause?: RemovalReason | null };

export type { Outgoing } from './outgoing';
