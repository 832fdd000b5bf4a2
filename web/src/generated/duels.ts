/** Duels, see docs/duels.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { JudgedBy, Unit } from './reviews';
import type { Sheet, Variant } from './types';

/** One turn of a half, by the person in it. */
export interface DuelTurn {
  turn: number;
  roll: string;
  moves: string[];
  /** In points alone, as a chance to win from 0 to 1 in company. */
  loss: number;
  luck: number;
  /** On the person's sheet after the turn. */
  score: number;
  sheet: Sheet;
}

/** The result of a half, judged from its record; `loss` is in hundredths of a point, or of a percent. */
export interface HalfFound {
  /** Null where it would take too long to judge: then the result alone counts. */
  judge: JudgedBy | null;
  unit: Unit;
  exact: boolean;
  finished: boolean;
  loss: number | null;
  luck: number | null;
  score: number;
  /** By seat. */
  scores: number[];
  /** The share of the win in company; null alone, or in a game that was left. */
  won: number | null;
  turns: DuelTurn[];
}

/** A half in the list of a duel; its numbers are null as long as the reader may not see them. */
export interface HalfLine {
  /** Its name in addresses. */
  half: string;
  /** A person's, or that of the bot whose game it is. */
  name: string;
  me: boolean;
  kind: 'person' | 'earlier' | 'champion' | 'best';
  state: 'begun' | 'judging' | 'done';
  finished: boolean | null;
  /** Whether it was played on the person's own device, which had to know the dice. */
  device: boolean;
  place: number | null;
  loss: number | null;
  luck: number | null;
  score: number | null;
  won: number | null;
}

/** A duel in a few words. */
export interface DuelAbout {
  duel: string;
  link: string;
  pad: string;
  title: string;
  bots: string[];
  against: 'people' | 'earlier' | 'champion' | 'club';
  maker: string;
  created: number;
  /** When it is over: halves that were begun and left count then as they stand. */
  closes: number;
  over: boolean;
}

/** A duel as whoever has its link may see it. */
export interface DuelShown {
  duel: string;
  link: string;
  pad: string;
  title: string;
  bots: string[];
  against: 'people' | 'earlier' | 'champion' | 'club';
  maker: string;
  created: number;
  closes: number;
  over: boolean;
  variant: Variant;
  /** Whether the reader may see the halves: their own is finished, or the duel is over. */
  open: boolean;
  /** The promise of the house about the dice, from the beginning. */
  commitment: string;
  unit: Unit;
  mine: HalfLine | null;
  /** Where the reader's own half is played on this server. */
  table: string | null;
  /** The reason why the half that the reader has handed in is refused. */
  refused: string | null;
  /** Best first where they may be seen; else as they began. A hundred at most. */
  halves: HalfLine[];
  /** How many take part. */
  people: number;
}

/** A half that may be seen, turn by turn. */
export interface HalfShown {
  half: HalfLine;
  found: HalfFound;
  record: string;
}

/** A duel in the list of one's own. */
export interface DuelLine {
  duel: string;
  link: string;
  pad: string;
  title: string;
  bots: string[];
  against: 'people' | 'earlier' | 'champion' | 'club';
  maker: string;
  created: number;
  closes: number;
  over: boolean;
  /** How far one's own half is. */
  state: 'new' | 'begun' | 'judging' | 'done';
  people: number;
  /** How many halves are finished, one's own among them. */
  finished: number;
  /** Whether somebody has finished since one last looked at it. */
  answered: boolean;
}

/** One's duels, the latest first; `before` of the next part is `created` of the last. */
export interface Duels {
  duels: DuelLine[];
}

export interface DuelMade {
  duel: string;
  link: string;
}

/** All that a device needs to play one's own half without a network. */
export interface DuelAhead {
  duel: string;
  pad: string;
  variant_text: string;
  /** By seat; null where the person sits. */
  bots: (string | null)[];
  label: string;
  secret: string;
  seeds: string[];
  seals: string[] | null;
}

/** Whether a half counts: the first one of a person does. */
export interface DuelTaken {
  counts: boolean;
}

/** The moves of a half that was played on a device, to be handed in. */
export interface OwnHalf {
  label: string;
  moves: string[];
}
