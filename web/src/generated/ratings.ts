/** Ratings and progress, see docs/ratings.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Unit } from './reviews';

/** Decisions, and what they lost together. */
export interface Sum {
  decisions: number;
  lost: number;
}

/** A costly choice: the position as text, what was chosen, what was better. */
export interface Mistake {
  position: string;
  seat: number;
  chosen: string;
  best: string;
  loss: number;
  /** Every move's worth, as the review found it. */
  worths: Record<string, number>;
}

/** One seat of a reviewed game, in a few numbers. */
export interface Digest {
  pad: string;
  seats: number;
  unit: Unit;
  score: number | null;
  place: number | null;
  luck: number;
  parts: Record<string, Sum>;
  sorts: Record<string, Sum>;
  /** The bots at the table as `bot:NAME`, and people by their names. */
  others: string[];
  /** The share of the win; alone 0. */
  won: number;
  mistakes: Mistake[];
}

/** A month of games in company: means of a game. */
export interface Month {
  month: string;
  games: number;
  lost: number;
  luck: number;
  won: number;
}

/** One kind of decision, or part of a game, or pad. */
export interface LossLine {
  name: string;
  games: number;
  decisions: number;
  /** The average loss of a decision; for a pad, of a game. */
  lost: number;
}

/** The best score on a pad, in company or alone. */
export interface Best {
  pad: string;
  alone: boolean;
  score: number;
  games: number;
}

/** The record against a bot or a person: games above and below them, by the winner. */
export interface Against {
  name: string;
  games: number;
  won: number;
}

/** All that is told about how somebody plays. */
export interface OwnProgress {
  games: number;
  months: Month[];
  parts: LossLine[];
  sorts: LossLine[];
  pads: LossLine[];
  bests: Best[];
  against: Against[];
  mistakes: Mistake[];
}

/** A results rating: the number, the interval of the skill, and whether it is certain. */
export interface ResultsShown {
  number: number;
  low: number;
  high: number;
  /** False while it is still being found out. */
  known: boolean;
}

/** A play rating: points of a hundred that an unforced decision loses, less is better. */
export interface PlayShown {
  loss: number;
  low: number;
  high: number;
  decisions: number;
}

/** The results rating after a day of play. */
export interface Evening {
  day: string;
  number: number;
  low: number;
  high: number;
}

/** Both ratings on one ladder. */
export interface LadderShown {
  family: string;
  /** `two`, or `several`: three to five. */
  kind: string;
  pads: string[];
  results: ResultsShown;
  /** Null where no judge is calibrated well enough. */
  play: PlayShown | null;
  /** Rated games in the season of the last one. */
  games: number;
  opponents: number;
  /** Whether the board of the season lists who has so many. */
  listed: boolean;
  days: Evening[];
}

/** Somebody's ratings and progress: told to themselves, and by their wish to all. */
export interface Profile {
  name: string;
  /** Under which name everybody can see this profile; null if nobody else can. */
  handle: string | null;
  ladders: LadderShown[];
  progress: OwnProgress;
}

export interface BoardLine {
  place: number;
  handle: string;
  results: ResultsShown;
  games: number;
  you: boolean;
}

/** A ladder that has a board, and the pads that count on it. */
export interface LadderNamed {
  family: string;
  kind: string;
  pads: string[];
}

/** A page of a season's board. */
export interface Board {
  family: string;
  kind: string;
  pads: string[];
  season: string;
  /** Those that have a board, the present one first; at most forty. */
  seasons: string[];
  /** So many rated games somebody needs in the season to be listed. */
  games: number;
  /** So many different opponents besides. */
  opponents: number;
  lines: BoardLine[];
  /** `first` of the next page, if there may be one. */
  next: number | null;
  /** All that have a board. */
  ladders: LadderNamed[];
  /** Whether programs have a board of their own here. */
  programs: boolean;
}

/** A program that takes part. */
export interface ProgramMade {
  name: string;
  pads: string[];
}

/** The answer to a program that wants to play. */
export interface ProgramAsked {
  /** Where it plays; null while it waits. */
  table: string | null;
  /** Seconds after which it should ask again. */
  wait: number;
}

/** A program on a board. */
export interface ProgramLine {
  place: number;
  name: string;
  /** Null before its first rated game on this ladder. */
  results: ResultsShown | null;
  /** All its games here, on every pad. */
  games: number;
  /** Games that it has left, by a crash, by its slowness, or by not coming. */
  faults: number;
  /** The table at which it plays now. */
  playing: string | null;
}

/** A page of the board of programs. */
export interface ProgramBoard {
  family: string;
  pads: string[];
  lines: ProgramLine[];
  /** `first` of the next page, if there may be one. */
  next: number | null;
}

/** A game of a program, to be watched or replayed by its table. */
export interface ProgramGame {
  table: string;
  pad: string;
  opened: number;
  /** The program first; bots as `bot:NAME`. */
  names: string[];
  /** In the same order; null while it is played, and if it was broken off. */
  scores: number[] | null;
}

/** A program and its latest games. */
export interface ProgramShown {
  name: string;
  pads: string[];
  joined: number;
  games: ProgramGame[];
  /** `before` of the next page, if there may be one. */
  next: number | null;
}
