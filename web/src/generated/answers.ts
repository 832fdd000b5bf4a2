/** What is answered over HTTP. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Fact, Move, Outcome, PhaseName, Roll, Sheet, Variant, View } from './types';
import type { Grade } from './reviews';
import type { DiceFrom, DiceSource, Timer } from './messages';

/** A sentence of the rules by its key, with what stands in its gaps. */
export interface RuleSentence {
  key: string;
  values: Record<string, string | number | [string, string][]>;
}

/** A moment of a game that shows what a rule means: a sheet, the rows to look at, what happened. */
export interface RuleExample {
  sheet: Sheet;
  rows: number[];
  facts: Fact[];
}

/** A heading of the rules: its sentences, and a moment of a game that shows what they mean. */
export interface RulesPart {
  topic: string;
  sentences: RuleSentence[];
  example: RuleExample | null;
}

/** One new thing: its sentences, and the move that shows it in a position, or the phase of a turn. */
export interface LessonStep {
  topic: string;
  sentences: RuleSentence[];
  position: string | null;
  move: string | null;
  phase: string | null;
}

/** Every error of the HTTP side. */
export interface Problem {
  code: string;
  reason: string;
  /** The mistakes in a pad, each with its line. */
  mistakes?: string[];
  /** Seconds after which to ask again. */
  wait?: number;
}

/** An answer that is being worked out: ask again. */
export interface Waiting {
  state: 'waiting';
  /** How many pieces of work have their turn before it. */
  ahead: number;
}

/** A bot that may sit at a table. */
export interface Bot {
  name: string;
  line: string;
  /** Its place on the ladder, from the weakest; null where it was never measured. */
  rung: number | null;
  rungs: number;
  /** The means by which it plays a table's pad: itself, network, own_network, solved or hand. */
  plays_by?: string | null;
}

export interface Bots {
  bots: Bot[];
}

/** After how many seconds a timer nudges and skips. */
export interface TimerTold {
  nudge: number;
  skip: number;
}

/** How long texts may be. */
export interface Limits {
  name: number;
  chat: number;
  seed: number;
  variant: number;
  record: number;
}

/** A server about itself; a device has no address, and says no more. */
export interface About {
  address: string | null;
  version?: string;
  protocol?: number;
  bots?: Bot[];
  phrases?: string[];
  timers?: Record<string, TimerTold | null>;
  limits?: Limits;
  /** Whether passkeys are taken, under the name by which the server was reached. */
  passkeys?: boolean;
  /** The server's public key for calls to devices; null where it makes none. */
  calls?: string | null;
  /** Whether strangers may find each other here. */
  public?: boolean;
}

export interface Pads {
  variants: Variant[];
}

export interface Rules {
  rules: RulesPart[];
  /** The steps of a short lesson: what the pad adds to the plain game. */
  lesson: LessonStep[];
}

/** Where the table is, and what the house promises about its dice, before anybody names a seed. */
export interface TableMade {
  table: string;
  link: string;
  commitment: string | null;
}

/** A code by which a table is joined, and when it ends at the latest. */
export interface CodeMade {
  /** The same code in every language: "red 47 fox"; empty once nobody is invited any more. */
  words: Record<string, string>;
  until: number;
}

/** The table that a code leads to. */
export interface CodeFound {
  table: string;
  link: string;
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
  /** Missing in tables that were stored before. */
  rated?: boolean;
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

/** How a game stands. */
export interface Stands {
  /** Null where nobody may watch, or nothing is played. */
  scores: number[] | null;
  waiting: number[];
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
  scores: number[] | null;
  waiting: number[];
}

export interface Tables {
  tables: Listed[];
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

/** The latest rolls and marks at a real table, the latest first. */
export interface Past {
  past: Spoken[];
}

/** How a finished game ended. */
export interface Ended {
  table: string;
  game: number;
  variant: string;
  title: string;
  seats: string[];
  /** The bots that had seats of their own, null for people; missing in games that were stored before. */
  bots?: (string | null)[];
  scores: number[];
  winners: number[];
  reason: 'penalties' | 'rows' | 'resigned' | 'aborted';
  turns: number;
  finished: string;
  dice: DiceFrom;
  /** The seats whose people did not play to the end; missing in games that were stored before. */
  left?: number[];
}

/** A finished game of a player. */
export interface Finished {
  table: string;
  game: number;
  variant: string;
  title: string;
  seats: string[];
  bots?: (string | null)[];
  scores: number[];
  winners: number[];
  reason: 'penalties' | 'rows' | 'resigned' | 'aborted';
  turns: number;
  finished: string;
  dice: DiceFrom;
  left?: number[];
  /** The same moment in seconds, to ask for what lies before it. */
  at: number;
  seats_of_mine: number[];
}

export interface Games {
  games: Finished[];
}

/** The address of a game that was played elsewhere. */
export interface GameKept {
  table: string;
  game: number;
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

export interface StepInput {
  seat: number | null;
  move: string;
}

/** A step of a replay; the view is the table after it. */
export interface ReplayStep {
  number: number;
  turn: number;
  phase: PhaseName;
  active: number;
  roll: Roll | null;
  dice: string;
  said: StepInput[];
  facts: Fact[];
  view: View;
}

/** A game step by step. */
export interface Replay {
  variant: Variant;
  seats: string[];
  headers: [string, string][];
  frames: ReplayStep[];
  position: string;
  outcome: Outcome | null;
  damage: string | null;
}

/** Keep the token: it is shown once, and the server stores only its hash. */
export interface PlayerMade {
  player: string;
  name: string;
  token: string;
}

export interface PlayerShown {
  player: string;
  name: string;
}

/** The uses of your games that you agree to; none until you say so. */
export interface Agreements {
  /** That your finished games may be published without names, if everybody at the table agrees. */
  open_data: boolean;
  /** That a link to one shows the result with its names in a chat, if everybody at the table agrees. */
  result_links: boolean;
}

/** Keep the code, or the link with it: it is shown once, and the server stores only its hash. */
export interface RecoveryMade {
  code: string;
  link: string;
}

/**
 * The request to a browser, as JSON in a text (`PublicKeyCredential.parseCreationOptionsFromJSON` and its
 * sister read it); five minutes are left for the answer.
 */
export interface PasskeyAsked {
  options: string;
}

/** A passkey of one's own. */
export interface PasskeyShown {
  passkey: string;
  /** Whether it is copied among its owner's devices. */
  synced: boolean;
  created: number;
  used: number | null;
}

export interface PasskeysShown {
  passkeys: PasskeyShown[];
}

/** A device of one's own that is called. */
export interface CallDevice {
  device: string;
  language: string;
  created: number;
  /** The name of the push service that brings the call. */
  service: string;
}

/** Calls to one's devices: which kinds there are, which are wished for, when not, and where to. */
export interface CallsShown {
  kinds: string[];
  wished: string[];
  /** The beginning of the quiet hours, in minutes of one's own day; equal to their end if there are none. */
  quiet_from: number;
  quiet_to: number;
  zone: string;
  devices: CallDevice[];
}

/** Somebody is being forgotten; `link` tells how far that has come. */
export interface ForgettingBegun {
  ticket: string;
  link: string;
}

/** `tables` are done so far; when all are, nothing names the player any more. */
export interface ForgettingShown {
  state: 'running' | 'done';
  tables: number;
}

/** A seat of a new table: mine, open to whoever comes, or a bot's. */
export interface SeatWanted {
  kind: 'me' | 'open' | 'bot';
  name?: string | null;
  bot?: string | null;
}

/**
 * A change of a position that is set up by hand; `what` says which of the other keys it needs.
 *
 * `cell` crosses the cell of `seat` by `row` and `number`, or takes its cross away; `penalty` gives `seat`
 * one more, after the last none; `clear` empties its sheet; `active` makes it its turn; `seats` sets their
 * `number`; `roll` puts the dice down, or deals by a shuffle, or takes all up if it is null; `action`
 * says what the dice are for, or what a turn with cards has come to; with `+` the active seat has crossed.
 */
export interface Change {
  what: 'cell' | 'penalty' | 'clear' | 'active' | 'seats' | 'roll' | 'action';
  seat?: number;
  row?: string;
  number?: number;
  roll?: string | null;
  action?: 'white' | 'colour' | 'colour+' | 'take' | 'call' | 'play' | 'play+';
}

/** A duel as a device was told it ahead: pad, bots by seat (null where the person sits), and dice. */
export interface DuelDice {
  pad: string;
  variant_text: string;
  bots: (string | null)[];
  label: string;
  secret: string;
  seeds: string[];
  seals?: string[] | null;
}

/** `POST /replay`: Any record step by step, as far as it is whole. */
export interface ReplayRecord {
  text: string;
}

/**
 * `POST /games`: Keep a finished game that was played on a device without a server; it is marked as played offline.
 *
 * `seats` were yours. The same game again is kept once.
 */
export interface BringGame {
  text: string;
  seats?: number[];
}

/** `POST /variants`: Check a variant of one's own; every mistake is named with its line. */
export interface CheckPad {
  text: string;
  parents?: Record<string, string>;
}

/** `PATCH /players/me`: Take another name, from the next seat on. */
export interface Rename {
  name: string;
}

/** `POST /tables`: Open a table, and start at once if that is wanted and no seat is open. */
export interface NewTable {
  variant?: string;
  variant_text?: string | null;
  variant_parents?: Record<string, string>;
  seats: SeatWanted[];
  timer?: Timer;
  auto_pass?: boolean;
  listed?: boolean;
  spectators?: boolean;
  chat?: boolean;
  dice?: DiceSource;
  /** Whether there is always one more open seat until the start, as far as the pad has room. */
  grows?: boolean;
  /** Whether games count for the ratings: without hints, on a pad of the house, with the server's dice. */
  rated?: boolean;
  /** Whether hints may be asked for; left out, they may where one person plays alone or with bots. */
  hints?: boolean | null;
  start?: boolean;
  /** Who begins a table that starts at once, where the dice are real; left out, it is drawn. */
  first?: number | null;
  /** Play on from a position (docs/notation.md), with a seat for every sheet: each game begins there. */
  position?: string | null;
}

/**
 * `POST /tables/{table}/hint`: A hint for a seat of yours that is to choose: best move, all options, why. The table notes it.
 *
 * `seat` is needed only if you hold several.
 */
export interface GiveHint {
  seat?: number | null;
}

/**
 * `POST /tables/{table}/tutor`: A `better` move than the one you are about to make, null if little is lost by it.
 *
 * `grade` says from which mistake on you want to hear of it. The table notes a hint only if there is
 * something better.
 */
export interface AskTutor {
  seat?: number | null;
  move: string;
  grade?: Grade;
}

/**
 * `POST /position`: A position as every seat sees it, after a change if one is asked for: for setting positions up.
 *
 * A position is one line of text (docs/notation.md); a pad's name alone is the start of a game.
 */
export interface ShowPosition {
  position: string;
  variant_text?: string | null;
  variant_parents?: Record<string, string>;
  change?: Change | null;
}

/**
 * `POST /analyse`: The worth of a position of any pad, and every option of the seats that are asked.
 *
 * For two seats it is exact where at most `most` joint positions can follow; `joint` in the answer says
 * about how many do. A million take some twenty seconds.
 */
export interface Analyse {
  position: string;
  variant_text?: string | null;
  most?: number;
}

/**
 * `POST /practice`: A position of one's own to practise, such as a mistake in a profile, and after an answer its solution.
 *
 * `worths` are those of a review, which has weighed the moves; without them they are weighed anew.
 */
export interface Practise {
  position: string;
  variant_text?: string | null;
  seat: number;
  worths?: Record<string, number>;
  /** A move; "" only asks for the solution. */
  answer?: string | null;
}

/** `POST /review`: The review of any record; 202 as long as it is being worked out: send it again. */
export interface ReviewRecord {
  text: string;
}

/**
 * `POST /daily/{day}/{pad}/table`: A table for a day's game: the one that you have begun; after the first game another, for practice.
 *
 * A device is told the `link` of a server's day; without one it is a day of the household.
 */
export interface PlayDay {
  link?: string | null;
}

/**
 * `POST /duels/{duel}/table`: A table for your half of a duel: the one that you have begun, or a new one.
 *
 * A device is told the `ahead` that it has fetched; a server needs none.
 */
export interface PlayDuel {
  ahead?: DuelDice | null;
}
