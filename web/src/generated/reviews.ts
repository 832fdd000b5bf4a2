/** Games and positions as the analysis tells them, see docs/review.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Variant, View } from './types';

export type Grade = 'inaccuracy' | 'mistake' | 'blunder';
export type Unit = 'chance' | 'points';
export type JudgedBy = 'solved' | 'network' | 'own_network' | 'rollouts' | 'evaluation';
export type ReasonKind = 'ends' | 'locks' | 'penalty' | 'also' | 'crosses' | 'gain' | 'skips' | 'leaves' | 'fields' | 'rare' | 'blank' | 'smooth' | 'may_lock' | 'nearly' | 'follows' | 'nearer' | 'again' | 'opens' | 'next' | 'rival' | 'rival_now' | 'card_locks' | 'card_joins' | 'card_next' | 'card_near' | 'card_fits' | 'hand_next' | 'hand_near' | 'hand_fits' | 'room';

/** A reason and its numbers; `kind` says which of them it has. */
export interface Reason {
  kind: ReasonKind;
  /** The move that it is about: the better one, or the other one by what that would cost. */
  move: string;
  /** The cells that this move itself crosses; none for a pass. */
  crossed: [string, number][];
  /** The cells that it is about: skipped, opened, locking, crossed along. */
  cells: [string, number][];
  /** The row that it is about. */
  row: string | null;
  /**
   * How many rolls of one's own turn, or of the rival's, bring one of the cells. With cards: in how many of
   * the colours that it may have a card that is taken does this; else null.
   */
  percent: number | null;
  /**
   * Points won or lost; how many crosses with `crosses`, cells with `room`, cards with `hand_next`,
   * `hand_near` and `hand_fits`.
   */
  points: number;
  /** With `card_near` and `hand_near`, how many cells are skipped at most. */
  gap: number | null;
  /** With `fields`, those of the strip that would be gone, counted from 1. */
  fields: number[];
  /** The rival that it is about. */
  seat: number | null;
  /** The number on the back of the card that the move takes. */
  taken: number | null;
  than: Than | null;
}

/** The same of the other move, which does less of it. */
export interface Than {
  move: string;
  crossed: [string, number][];
  cells: [string, number][];
  percent: number | null;
  points: number;
  taken: number | null;
}

/** The judge, and the error of its judgement. */
export interface Judgement {
  /**
   * Exact values, the champion's network, one trained on this machine, games played on by steady, or with
   * cards the champion's evaluation of what the seat sees.
   */
  by: JudgedBy;
  unit: Unit;
  exact: boolean;
  /** Games played on from every position, where that is how it was judged; else 0. */
  rollouts: number;
  /** Standard error of a mean over rolls, in the unit: 0 where all rolls were counted. */
  error: number;
}

/** An option played on to the end by the champion many times. */
export interface PlayedOn {
  worth: number;
  /** Standard error of `worth`. */
  error: number;
}

/** Something that a seat could choose. */
export interface Option {
  move: string;
  /** The cell that it crosses, the first of several; none for a pass. */
  cell: [string, number] | null;
  /** The number on the back of the card that it takes. */
  taken: number | null;
  worth: number;
  /** How much less than the best option. */
  loss: number;
  /** How often best play chooses it, where that is mixed: several choices, each in some of the cases. */
  share: number | null;
  played: PlayedOn | null;
}

/** A choice of a seat that had one, judged by what the seat could know. */
export interface Decision {
  seat: number;
  phase: 'white' | 'colour' | 'take' | 'call' | 'play';
  /** The position as one line of text, before the choice; with cards, as the seat knew it. */
  position: string;
  chosen: string;
  best: string;
  /**
   * The loss of the choice: the judge's word on the options, corrected by games played on where there are
   * any, so far as these are sure.
   */
  loss: number;
  grade: Grade | null;
  /** Whether what the options are worth is exact. */
  exact: boolean;
  /** Whether judge and games played on would grade it differently, and by more than their errors. */
  unclear: boolean;
  /** Why the best option is better than the chosen one, of a decision that has a grade: two at most. */
  reasons: Reason[];
  /** All of them, the best one first. */
  options: Option[];
  /** Games for which the chosen and the best option were played on; 0 if they were not. */
  played: number;
  /** The loss of the choice in those games. */
  loss_played: number | null;
  /** Standard error of `loss_played`, or of `loss` where the judge itself plays games on. */
  loss_error: number | null;
}

/** One turn; lists have one number for every seat. */
export interface Turn {
  turn: number;
  active: number;
  /** With cards, the called number. */
  roll: string;
  /** Before the roll, as one line of text. */
  position: string;
  /** The white choices by seat, or those for the called number; null where the record holds none. */
  choices: (string | null)[];
  /** The active seat's choice in the colour action; with cards, its play. */
  colour: string | null;
  /** Worth before the roll: the mean over all rolls, with best play. With cards, before any is taken. */
  before: number[];
  /** Worth after the roll, or the call, with best play. */
  rolled: number[];
  /** Worth when the turn is over; null where the record ends within it. */
  after: number[] | null;
  /**
   * The gain from the roll: nothing on average over all rolls. It is `rolled` less `before`, but for what
   * the judge thinks differently once it looks at a single roll; what taking another card lost is no luck.
   */
  luck: number[];
  decisions: Decision[];
}

/** A seat's game: start + luck - lost + others + unexplained = result. */
export interface Total {
  /** Worth before the first roll. */
  start: number;
  luck: number;
  /** The loss by the seat's own decisions. */
  lost: number;
  /** The gain or loss by the others' decisions. */
  others: number;
  /** The judge's own changes of mind: the same position a moment later; 0 where all is exact. */
  unexplained: number;
  /** The outcome: the share of the win, or the score alone; in a game that goes on, its worth now. */
  result: number;
  /** `result` less `luck`. */
  without_luck: number;
  /** The same within what can be: a chance from 0 to 1, or points. */
  fair: number;
  /**
   * The part of the chances there were that the seat's decisions gave away, from 0 to 1: every decision
   * keeps what its choice is worth of what the best one is. Alone the points lost.
   */
  given_away: number;
  /** By how much `fair` and `given_away` may be off, as far as the judge contradicts itself in this game. */
  doubt: number;
  /** Of all that the seat's decisions could have lost, the part that they kept, in percent. */
  accuracy: number | null;
  decisions: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** The champion in a seat's place, with the same dice and the others' choices as they were. */
export interface ChampionGame {
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
  /** By seat, the bot that played it, as its file is called; null for people. */
  bots: (string | null)[];
  judge: Judgement;
  /** Null for a game that has not ended. */
  result: Result | null;
  /** Whether the turns lead to the end: a game is reviewed until somebody gives up or it is broken off. */
  whole: boolean;
  turns: Turn[];
  totals: Total[];
  /** By seat, its three costliest decisions that have a grade, the costliest first. */
  costliest: [number, number][][];
  /** By seat. */
  ghosts: ChampionGame[];
}

/** A position, analysed. */
export interface Analysis {
  analysis: number;
  judge: Judgement;
  position: string;
  /** By seat, with best play from here. */
  worth: number[];
  /** By seat, the best one first; none for seats that are not asked. */
  options: Option[][];
  /** By seat, the option that its best one is compared with: the next best. */
  others: (string | null)[];
  /** By seat, why its best option is better than that one. */
  reasons: Reason[][];
  /** About how many joint positions of two seats an exact answer asks for; null where there is none. */
  joint: number | null;
}

/** The best move of a view, and why. */
export interface Hint {
  move: string;
  /** The move that it is compared with: somebody's own, or the next best that is not as good. */
  other: string | null;
  /** All moves with their worth, the best first; none where nobody can weigh them. */
  options: Option[];
  /** Why the one is better than the other: two at most, the weightiest first. */
  reasons: Reason[];
  /** Whether what the moves are worth is exact. */
  exact: boolean;
}

/** A tutor's word: what is better than a move that somebody is about to make. */
export interface Better {
  move: string;
  other: string | null;
  options: Option[];
  reasons: Reason[];
  exact: boolean;
  /** The loss of the move, in the unit of `Judgement`. */
  loss: number;
  grade: Grade;
}

/** How many puzzles there are, where to find them, and today's: on classic, and on every pad. */
export interface Puzzles {
  count: number;
  today: number;
  days: Record<string, number>;
  pads: Record<string, number[]>;
  /** By the weakest bot that solves them, the easiest first. */
  levels: Record<string, number[]>;
  themes: Record<string, number[]>;
}

/** A position as seen by the seat that is asked; `grade` is the weakest bot that finds the best move. */
export interface PuzzleShown {
  number: number;
  variant: Variant;
  position: string;
  seat: number;
  grade: string;
  view: View;
}

/** A position to practise, as seen by the seat that is asked; the solution after an answer. */
export interface Practised {
  variant: Variant;
  position: string;
  seat: number;
  view: View;
  solution: Hint | null;
}

/** A better move; null if little is lost by this one. */
export interface Tutored {
  better: Better | null;
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
