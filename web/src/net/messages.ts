/** What goes over the wire, as docs/protocol.md has it. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Fact, Move, Roll, Variant, View } from '../types';

export type Timer = 'off' | 'relaxed' | 'fast';
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

/** What proves that the dice were fixed from the start. */
export interface FairDice {
  source: DiceSource;
  commitment: string | null;
  /** Shown after the end. */
  secret: string | null;
  /** What every seat's player promised. */
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
  banned: Banned[];
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
  | { type: 'bye'; n: number; code: string; reason: string; come_back: number | null };

/** What is said to the server. */
export type Outgoing =
  /**
   * The first message: who you are; without a token you watch.
   *
   * With `one_hand`, of several seats of yours at most one hand of cards is told: `look` says whose.
   */
  | { type: 'hello'; id?: string | null; protocol?: number; token?: string | null; one_hand?: boolean }
  /**
   * Which of your seats sees its hand of cards on this connection (null: none); `welcome` answers.
   *
   * It is for connections whose `hello` said `one_hand`: several people share the device.
   */
  | { type: 'look'; id?: string | null; seat?: number | null }
  /** Ask for everything again; `welcome` answers. */
  | { type: 'sync'; id?: string | null }
  /** Ask whether the server is there; `pong` answers. */
  | { type: 'ping'; id?: string | null }
  /** Take an open seat before the start; several seats on one token are pass-and-play. */
  | { type: 'sit'; id?: string | null; seat: number; name?: string | null }
  /** Leave a seat of yours; during play a bot plays on for you. */
  | { type: 'leave'; id?: string | null; seat: number }
  /** Give a seat to a bot (host, or its player); during play it stands in and `back` ends that. */
  | { type: 'bot'; id?: string | null; seat: number; bot: string }
  /** Make a seat open again before the start (host). */
  | { type: 'open'; id?: string | null; seat: number }
  /** Take your seat back from the bot that stands in. */
  | { type: 'back'; id?: string | null; seat: number }
  /** More or fewer seats before the start (host). */
  | { type: 'seats'; id?: string | null; count: number }
  /**
   * Play another pad, before the start (host); it must have room for the seats there are.
   *
   * Options follow the name: `cards;jokers=on`.
   */
  | { type: 'pad'; id?: string | null; variant: string }
  /**
   * Send a player away (host); for good, or with `ban` false only from their seats.
   *
   * During play a bot takes over.
   */
  | { type: 'kick'; id?: string | null; player: string; ban?: boolean }
  /** Let a player back who was sent away (host). */
  | { type: 'pardon'; id?: string | null; player: string }
  /** A player may not talk at this table, or (`muted` false) may again (host). */
  | { type: 'mute'; id?: string | null; player: string; muted?: boolean }
  /** Make another player who sits there the host (host). */
  | { type: 'host'; id?: string | null; player: string }
  /** Change any of the settings (host); `dice` only before the start. */
  | { type: 'settings'; id?: string | null; timer?: Timer | null; auto_pass?: boolean | null; listed?: boolean | null; spectators?: boolean | null; chat?: boolean | null; dice?: DiceSource | null; hints?: boolean | null }
  /**
   * Your part of the dice, sealed: the SHA-256 that docs/protocol.md describes.
   *
   * It may be replaced until `table.waiting` asks for seeds.
   */
  | { type: 'seal'; id?: string | null; seat: number; seal: string }
  /** What you sealed, when `table.waiting` asks for it. */
  | { type: 'seed'; id?: string | null; seat: number; seed: string }
  /**
   * What the real dice show (who rolled, or the host); again for the same turn, it corrects the roll.
   *
   * A correction takes back what was marked since; it is possible until the next roll.
   */
  | { type: 'roll'; id?: string | null; turn: number; dice: string }
  /** Begin the game (host); no seat may be open. */
  | { type: 'start'; id?: string | null }
  /**
   * A move for the present turn and action: `r8`, `r8>y`, `*g`, `-` (pass), `<` (take back).
   *
   * With cards also `@2` (take), `=b12.9:12` (play); several cards are taken one by one, in one action.
   *
   * `seat` chooses among your own seats and is needed only if you hold several.
   */
  | { type: 'move'; id?: string | null; turn: number; phase: 'white' | 'colour' | 'take' | 'call' | 'play'; move: string; seat?: number | null }
  /** Note that you take a hint for a seat that is to choose; `POST …/hint` does so, and gives it. */
  | { type: 'hint'; id?: string | null; seat?: number | null }
  /** Give the game up with a seat of yours: its sheet stays, it passes from now on and cannot win (R8.5). */
  | { type: 'resign'; id?: string | null; seat: number }
  /**
   * Break the game off, or (`wish` false) rather not: it ends without a winner when all who play agree.
   *
   * Who is away or has given up is not asked; whoever moves on takes the wish back.
   */
  | { type: 'abort'; id?: string | null; wish?: boolean }
  /**
   * Once more with the same people, after the end: a vote; the game begins when all who sit there agree.
   *
   * With `lobby` the host opens the table again, to change it first.
   */
  | { type: 'rematch'; id?: string | null; lobby?: boolean }
  /**
   * Put something right that was rolled or marked lately at a real table; `GET …/past` says what there is.
   *
   * `move` stands there instead: a roll, a move, or on a score pad nothing; with `added` it comes before what
   * was marked, which stays. All who sit there must consent. After the end it changes the result, or the game
   * goes on.
   */
  | { type: 'propose'; id?: string | null; place: number; move?: string | null; added?: boolean }
  /** Yes or no to the correction that somebody proposes; one no ends it, also by who proposed it. */
  | { type: 'consent'; id?: string | null; agree: boolean }
  /** On a score pad that is full: you have made your last cross; when all have, the sheets are counted. */
  | { type: 'count'; id?: string | null }
  /** Say something in your own words. */
  | { type: 'chat'; id?: string | null; text: string }
  /** Say one of the quick phrases; everybody reads it in their own language. */
  | { type: 'phrase'; id?: string | null; phrase: Phrase }
  /** A friendly poke to a seat that everybody waits for. */
  | { type: 'nudge'; id?: string | null; seat: number };
