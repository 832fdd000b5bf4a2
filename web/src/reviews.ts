/** Games and positions as the analysis tells them, see docs/review.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

export type Grade = 'inaccuracy' | 'mistake' | 'blunder';
export type Unit = 'chance' | 'points';
export type JudgedBy = 'solved' | 'network' | 'own_network' | 'rollouts';
export type ReasonKind = 'skips' | 'locks' | 'may_lock' | 'missing' | 'passing' | 'rival' | 'gain';

/** A reason and its numbers; `kind` says which of them it has. */
export interface Reason {
  kind: ReasonKind;
  /** The move that it is about: the best one, or one that speaks for itself by what it would cost. */
  move: string;
  row: string | null;
  /** Cells of the row: those that the move skips, or that lock it. */
  numbers: number[];
  /** How many rolls of one's own turn bring one of the numbers; with `passing` the chances that it costs. */
  percent: number | null;
  /** Points won or lost; with `passing` alone, the expected points that it costs on top. */
  points: number | null;
  /** Crosses that are missing. */
  crosses: number | null;
  /** The rival that it is about. */
  seat: number | null;
}

/** Who has judged, and how far that can be off. */
export interface Judge {
  /** Exact values, the champion's network, one trained on this machine, or games played on by steady. */
  by: JudgedBy;
  unit: Unit;
  exact: boolean;
  /** Games played on from every position, where that is how it was judged; else 0. */
  rollouts: number;
  /** Standard error of a mean over rolls, in the unit: 0 where all rolls were counted. */
  error: number;
}

/** An option played on to the end by the champion many times. */
export interface Played {
  worth: number;
  /** Standard error of `worth`. */
  error: number;
}

/** Something that a seat could choose. */
export interface Option {
  move: string;
  /** The cell that it crosses; none for a pass. */
  cell: [string, number] | null;
  worth: number;
  /** How much less than the best option. */
  loss: number;
  played: Played | null;
}

/** A choice of a seat that had one, judged by what the seat could know. */
export interface Decision {
  seat: number;
  phase: 'white' | 'colour';
  /** The position as one line of text, before the choice. */
  position: string;
  chosen: string;
  best: string;
  loss: number;
  grade: Grade | null;
  /** Why the best option is the best, of a decision that has a grade: two at most. */
  reasons: Reason[];
  /** All of them, the best one first. */
  options: Option[];
  /** Games for which the chosen and the best option were played on; 0 if they were not. */
  played: number;
  /** What the choice lost in those games. */
  loss_played: number | null;
  /** Standard error of `loss_played`, or of `loss` where the judge itself plays games on. */
  loss_error: number | null;
}

/** One turn; lists have one number for every seat. */
export interface Turn {
  turn: number;
  active: number;
  roll: string;
  /** Before the roll, as one line of text. */
  position: string;
  /** The white choices by seat; null for one that the record does not hold. */
  choices: (string | null)[];
  colour: string | null;
  /** Worth before the roll: the mean over all rolls, with best play. */
  before: number[];
  /** Worth after the roll, with best play. */
  rolled: number[];
  /** Worth when the turn is over; null where the record ends within it. */
  after: number[] | null;
  /** `rolled` less `before`. */
  luck: number[];
  decisions: Decision[];
}

/** A seat's game: start + luck - lost + others + unexplained = result. */
export interface Total {
  /** Worth before the first roll. */
  start: number;
  luck: number;
  /** What the seat's own decisions lost. */
  lost: number;
  /** What the others' decisions gave and took. */
  others: number;
  /** What the judge thought differently of the same position a moment later; 0 where all is exact. */
  unexplained: number;
  /** What came out: the share of the win, or the score alone; in a game that goes on, its worth now. */
  result: number;
  /** `result` less `luck`. */
  without_luck: number;
  /** Of all that the seat's decisions could have lost, the part that they kept, in percent. */
  accuracy: number | null;
  decisions: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** The champion in a seat's place, with the same dice and the others' choices as they were. */
export interface Ghost {
  score: number;
  turns: number;
  /** Whether its game came to an end; if not, the dice of the record did. */
  ended: boolean;
}

export interface Result {
  scores: number[];
  winners: number[];
  reason: 'penalties' | 'rows' | 'resigned' | 'aborted';
}

/** A whole game, reviewed. */
export interface Review {
  /** Version of the analysis: another one may judge differently. */
  analysis: number;
  variant: string;
  title: string;
  seats: string[];
  judge: Judge;
  /** Null for a game that has not ended. */
  result: Result | null;
  /** Whether the turns lead to the end: a game is reviewed until somebody gives up or it is broken off. */
  whole: boolean;
  turns: Turn[];
  totals: Total[];
  /** By seat, its three costliest decisions that have a grade, the costliest first. */
  costliest: [number, number][][];
  /** By seat. */
  ghosts: Ghost[];
}

/** A position, analysed. */
export interface Analysis {
  analysis: number;
  judge: Judge;
  position: string;
  /** By seat, with best play from here. */
  worth: number[];
  /** By seat, the best one first; none for seats that are not asked. */
  options: Option[][];
  /** By seat, why its best option is the best. */
  reasons: Reason[][];
}

/** The best move of a view, and why. */
export interface Hint {
  move: string;
  /** All moves with their worth, the best first; none where nobody can weigh them. */
  options: Option[];
  /** Two at most, the weightiest first. */
  reasons: Reason[];
}

/** A tutor's word: what is better than a move that somebody is about to make. */
export interface Better {
  move: string;
  options: Option[];
  reasons: Reason[];
  /** What the move would lose, in the unit of `Judge`. */
  loss: number;
  grade: Grade;
}
