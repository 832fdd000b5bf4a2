/** The game as the engine's views give it. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { Settings } from './messages';

export type FieldState = 'open' | 'next' | 'crossed' | 'struck';
export type LineState = 'open' | 'half' | 'done' | 'lost';
export type PhaseName = 'roll' | 'white' | 'colour' | 'shuffle' | 'take' | 'call' | 'play' | 'over';

/** What followed from an input; `kind` says which. A new mechanism may bring kinds that are not here. */
export type Fact =
  /** The active seat has rolled (R3.2). */
  | { kind: 'rolled'; seat: number; roll: Pick<Roll, 'white' | 'coloured'> }
  /** A seat has made its choice for the white action; not which (R4.2). */
  | { kind: 'chose'; seat: number }
  /** A seat has taken its choice back (R4.3). */
  | { kind: 'withdrew'; seat: number }
  /** A seat crossed nothing in this action. */
  | { kind: 'passed'; seat: number; by_house?: boolean }
  /** A seat crossed a cell by its own choice (R4.1, R5.1, R12). */
  | { kind: 'crossed'; seat: number; row: string; number: number; by: string }
  /** A cross that a bonus gave (R15.1, R16.2). */
  | { kind: 'bonus_crossed'; seat: number; row: string; number: number; by: string }
  /** A bonus cross that could not be made in that row (R15.4, R16.3). */
  | { kind: 'bonus_lost'; seat: number; row: string; by: string }
  /** A seat crossed a lock (R7.4). */
  | { kind: 'locked'; seat: number; row: string }
  /** A row is closed for the whole table, by these seats (R7.2, R7.5). */
  | { kind: 'closed'; row: string; seats: number[] }
  /** The die of a closed row's colour leaves the game (R7.5). */
  | { kind: 'die_removed'; colour: string }
  /** The active seat crossed a penalty box; `count` is how many it has now (R6.1). */
  | { kind: 'penalised'; seat: number; count: number; by_house?: boolean }
  /** A seat has given the game up (R8.5). */
  | { kind: 'resigned'; seat: number }
  /** The game is over, and why (R8). */
  | { kind: 'ended'; reason: 'penalties' | 'rows' | 'resigned' | 'aborted' }
  /** This many cards were shuffled; at the beginning they were dealt at once (R24.3, R28.1). */
  | { kind: 'shuffled'; count: number }
  /** A seat took the card in a slot of the display, counted from 1; everybody saw its back (R25.1). */
  | { kind: 'took'; seat: number; slot: number; number: number }
  /** A card from the pile fills a slot of the display (R25.2). */
  | { kind: 'laid'; slot: number; number: number }
  /** The number on top of the pile is called (R26.1). */
  | { kind: 'called'; number: number }
  /** A seat played cards of one colour; jokers are counted with the numbers (R27.1). */
  | { kind: 'played'; seat: number; colour: string; numbers: number[]; jokers: number[] }
  /** The first free field of the bonus bar was crossed; fields count from 1 (R15.1). */
  | { kind: 'bar_crossed'; seat: number; field: number; row: string }
  /** A seat's free bar fields of a closed row are struck; fields count from 1 (R15.3). */
  | { kind: 'struck'; seat: number; row: string; fields: number[] }
  /** Every cell of a bonus pair is crossed (R16.1); `pair` is its identity, see `BonusPair`. */
  | { kind: 'pair_completed'; seat: number; pair: string }
  /** A field of the swap strip was crossed; fields count from 1 (R23.1). */
  | { kind: 'swapped'; seat: number; field: number }
  /** Somebody took a seat. */
  | { kind: 'sat'; seat: number; name: string | null }
  /** Somebody left their seat. */
  | { kind: 'left'; seat: number; name: string | null }
  /** A seat was given to a bot. */
  | { kind: 'bot_sat'; seat: number; bot: string }
  /** A seat is open to whoever comes. */
  | { kind: 'opened'; seat: number }
  /** The table has another number of seats. */
  | { kind: 'seats_changed'; count: number }
  /** A bot plays on for somebody: they asked, left, are away, slow, or were sent away. */
  | { kind: 'stood_in'; seat: number; bot: string; why: string; host?: string; cause?: string }
  /** Somebody asks for a seat. */
  | { kind: 'seat_asked' }
  /** Somebody plays their own seat again. */
  | { kind: 'took_back'; seat: number }
  /** Another pad is played here. */
  | { kind: 'pad_changed'; variant: string }
  /** Somebody was sent away. */
  | { kind: 'kicked'; name: string }
  /** Somebody who was sent away may come back. */
  | { kind: 'pardoned'; name: string }
  /** Somebody may not talk any more. */
  | { kind: 'muted'; name: string }
  /** Somebody may talk again. */
  | { kind: 'unmuted'; name: string }
  /** Somebody else is the host. */
  | { kind: 'host_changed'; name: string }
  /** The table is played in another way. */
  | { kind: 'settings_changed'; settings: Settings }
  /** Everybody's part of the dice is awaited. */
  | { kind: 'drawing' }
  /** Somebody has sealed their part of the dice. */
  | { kind: 'sealed'; seat: number }
  /** No seal may change any more. */
  | { kind: 'seals_closed' }
  /** Somebody has shown their part of the dice. */
  | { kind: 'seeded'; seat: number }
  /** Somebody has shown no part of the dice. */
  | { kind: 'left_out'; seat: number }
  /** A game begins, with this seat's turn. */
  | { kind: 'started'; game: number; start: number }
  /** The house has passed for a seat that could do nothing else. */
  | { kind: 'auto_passed'; seat: number; penalty: number | null }
  /** The house has passed for a seat whose time was up. */
  | { kind: 'skipped'; seat: number; penalty: number | null }
  /** Somebody wants to break the game off. */
  | { kind: 'abort_asked'; name: string; seat?: number }
  /** Somebody no longer wants to break the game off. */
  | { kind: 'abort_dropped'; name: string; seat?: number }
  /** Somebody wants a rematch. */
  | { kind: 'agreed'; seat: number }
  /** The table is set for another game. */
  | { kind: 'rematch'; game: number }
  /** A roll was entered again. */
  | { kind: 'corrected'; seat: number }
  /** Somebody has taken back their last mark. */
  | { kind: 'erased'; seat: number }
  /** Somebody proposes a correction. */
  | { kind: 'proposed'; seat: number }
  /** Somebody agrees to a correction. */
  | { kind: 'consented'; seat: number }
  /** Somebody does not agree to a correction. */
  | { kind: 'declined'; seat: number }
  /** A correction was made that this seat had proposed. */
  | { kind: 'amended'; seat: number }
  /** A correction could not be made: something said later depends on what would change. */
  | { kind: 'lapsed'; seat: number }
  /** Somebody has finished marking, and wants the pad to be counted. */
  | { kind: 'finished'; seat: number };

/** A fact of one kind. */
export type FactOf<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** Any fact with whatever keys it may have, for code that tells facts of every kind. */
export type AnyFact = { kind: string } & { [K in Exclude<KeyOf<Fact>, 'kind'>]?: ValueOf<Fact, K> };

/** A cell as it is printed. */
export interface Cell {
  /** The printed number: what a sum of dice, or a card, must show. */
  number: number;
  /** The letters of its colours; most cells have one. */
  colours: string;
  /** The frames around it, by the names that the legend and the drawings know. */
  frames: string[];
}

/** A row as it is printed. */
export interface Row {
  /** Its name, as in the move `r8`. */
  row: string;
  /** The colour of its lock. */
  lock: string | null;
  /** How many crosses the row must have before a closing cell may be crossed. */
  needs: number;
  /** How many of its last cells close it: one, or two on Longo; none for a row without a lock. */
  closers: number;
  /** The rows that its crosses bring points to: itself, or those that it lies between. */
  counts_for: string[];
  /** Its cells from left to right. */
  cells: Cell[];
}

/** A field of a strip. */
export interface Field {
  /** The letter of its colour; empty where it has none. */
  colour: string;
  /** The text printed in it, such as `8/5`; empty for a coloured field. */
  text: string;
}

/** A strip of fields that are crossed from left to right. */
export interface Strip {
  /** Its name: `bar` for a bonus bar, `swaps` for swap fields. */
  name: string;
  /** Its fields from left to right. */
  fields: Field[];
}

/** A line that explains a frame; `text` is where catalogues have its `title` and `line`. */
export interface LegendLine {
  /** A name of its own within the pad. */
  id: string;
  /** Where catalogues have its words. */
  text: string;
  /** The frame that marks its cells. */
  frame: string;
  /** The cells that it is about, each as row and number. */
  cells: [string, number][];
}

/** Numbers printed on single sheets, dealt from the start player on. */
export interface Badge {
  /** Its name: `lucky` for lucky numbers. */
  name: string;
  /** The numbers of each sheet, in the order in which sheets are dealt. */
  sheets: number[][];
}

export interface Penalties {
  /** How many penalty boxes a sheet has; crossing the last one ends the game. */
  boxes: number;
  /** The points that each of them costs, as a negative number. */
  points: number;
}

/** Everything needed to draw a variant's sheet and to explain it. */
export interface Variant {
  /** Its name, as commands and tables know it. */
  name: string;
  /** Its title in English. */
  title: string;
  /** The version of its rules: it changes only when the game plays differently. */
  rules: number;
  /** The least and the greatest number of players. */
  players: [number, number];
  /** Dice, or the cards of the card game. */
  played_with: 'dice' | 'cards';
  /** How many faces each die has; it means nothing with cards. */
  faces: number;
  /** Its rows from top to bottom. */
  rows: Row[];
  /** The points of a row by its number of crosses: `points[4]` is what four crosses score. */
  points: number[];
  /** The penalty boxes. */
  penalties: Penalties;
  /** How many closed rows end the game. */
  end_rows: number;
  /** Whether a row closes for everybody, or for its owner alone (cards). */
  closes_for: 'table' | 'player';
  /** Whether closed rows are counted over the table, or on one sheet (cards). */
  ends_by: 'table' | 'player';
  /** Its options by name, each as it is chosen. */
  options: Record<string, string>;
  /** The keys of its mechanisms: which parts of the rules are about this pad. */
  mechanisms: string[];
  /** Strips of fields below the rows: a bonus bar, swap fields. */
  strips: Strip[];
  /** Lines that explain the frames of cells, such as the bonus pairs. */
  legend: LegendLine[];
  /** Numbers that differ from sheet to sheet, such as lucky numbers. */
  badges: Badge[];
  /** Frames of the start player's sheet that others do not have: what a picture of the pad shows. */
  frames: [string, number, string][];
  /** Pairs of cells that are joined by a line on that sheet. */
  links: [[string, number], [string, number]][];
}

/** A row of somebody's sheet. */
export interface Crosses {
  /** The row's name. */
  row: string;
  /** The numbers with a cross, from left to right; the lock is not among them. */
  crossed: number[];
  /** The numbers with more than one cross. */
  again: number[];
  /** The numbers that were passed over and can no longer be crossed. */
  skipped: number[];
  /** Whether this seat has crossed the lock, which counts as a cross. */
  locked: boolean;
  /** Whether nothing more can be crossed here, by this seat's lock or another's. */
  closed: boolean;
  /** How many crosses count in this row, the lock included. */
  count: number;
}

export interface Score {
  /** The points of each row, from top to bottom. */
  rows: number[];
  /** The points that penalties cost so far, zero or negative. */
  penalties: number;
  /** Points from elsewhere: bonuses, steps. */
  bonus: number;
  /** The sum: what the seat would score if the game ended now. */
  total: number;
}

/** Somebody's sheet. */
export interface Sheet {
  /** All of it in one line (docs/notation.md): what programs parse it from. */
  text: string;
  /** The rows from top to bottom, in the order of the variant's. */
  rows: Crosses[];
  /** How many penalty boxes are crossed. */
  penalties: number;
  /** For each strip the states of its fields: open, next, crossed or struck. */
  strips: FieldState[][];
  /** The states of the legend's lines: open, half, done or lost. */
  legend: LineState[];
  /** For each badge the numbers on this sheet. */
  badges: number[][];
  /** Frames that are on this sheet but not on every one. */
  frames: [string, number, string][];
  /** Pairs of cells that are joined by a line on this sheet. */
  links: [[string, number], [string, number]][];
  /** The score as it stands. */
  score: Score;
}

export interface Roll {
  /** The two white dice. */
  white: [number, number];
  /** The coloured dice that are still in the game, by the letter of their colour. */
  coloured: Record<string, number>;
  /** The sum of the white dice: what everybody may cross. */
  total: number;
  /** The roll in one line, such as `4+1 r6 y2 g3 b6`. */
  text: string;
}

/** A legal move with what it would do. */
export interface Move {
  /** The move as text: this is what a bot answers with. */
  move: string;
  /** The cell that the move itself crosses, as row and number; the first of them if there are several. */
  cell: [string, number] | null;
  /** All cells that the move itself crosses: a play of cards may cross up to three. */
  cells: [string, number][];
  /** How many open cells it passes over, which are lost with it. */
  skips: number;
  /** The rows that it locks. */
  locks: string[];
  /** How many points it adds at once; a penalty that it brings is in it. */
  gain: number;
  /** The facts that would follow from it, in order: crosses, bonuses, locks. */
  facts: Fact[];
  /** The states of strips and legend afterwards. */
  strips: FieldState[][];
  /** The states of the legend's lines afterwards. */
  legend: LineState[];
  /** Cells that it brings a second cross, or two at once. */
  again: [string, number][];
}

export interface Outcome {
  /** The final score of each seat. */
  scores: number[];
  /** The seats with the highest score: several share a win. */
  winners: number[];
  /** Why the game ended. */
  reason: 'penalties' | 'rows' | 'resigned' | 'aborted';
}

/** The cards of a game as one seat sees them; a card is a text, `r5`, `j5` for a joker. */
export interface Cards {
  /** All of it in one line (docs/notation.md), backs for what the seat does not see. */
  text: string;
  /** The seat's own cards; none for spectators. */
  hand: string[] | null;
  /** The numbers in every hand: the backs, which everybody sees. */
  hands: number[][];
  /** The numbers in the display, slot by slot; none where a card has been taken. */
  display: (number | null)[];
  /** The number on top of the pile. */
  top: number | null;
  /** How many cards lie in the pile. */
  pile: number;
  /** The called number, from the call to the end of the turn. */
  called: number | null;
  /** The cards that were played since the last shuffle. */
  played: string[];
  /** Every hand, after the end. */
  open: string[][] | null;
}

/** The game as one seat sees it. */
export interface View {
  /**
   * The pad's name; its sheet is told apart from views, once (`hello` for programs, `GET
   * /api/variants/NAME`).
   */
  variant: string;
  /** The version of the pad's rules. */
  rules: number;
  /** Whose eyes these are; none for a spectator. */
  seat: number | null;
  /** The number of the turn, from 1. */
  turn: number;
  /** The seat that had the first turn. */
  start: number;
  /** The seat whose turn it is: the one that rolled. */
  active: number;
  /**
   * The phase of the turn: `roll` or `shuffle` (chance is awaited), `white`, `colour`, `take`, `call`,
   * `play`, `over`.
   */
  phase: PhaseName;
  /** The dice on the table; none before the roll and in the card game. */
  roll: Roll | null;
  /** The letters of the coloured dice that are still in the game. */
  dice: string;
  /** The cards, in a game that is played with them. */
  cards: Cards | null;
  /** The seats that still have to choose in this phase. */
  waiting: number[];
  /** The seats that have given up. */
  out: number[];
  /** This seat's own choice that is held until everybody has chosen; nobody else sees it. */
  choice: string | null;
  /**
   * Whether the active seat has crossed something in this turn: if not, passing the last action costs a
   * penalty.
   */
  crossed: boolean;
  /** Everybody's sheet, by seat. */
  sheets: Sheet[];
  /** This seat's legal moves with what each would do; empty when it has nothing to choose. */
  moves: Move[];
  /** How the game ended, once it has. */
  over: Outcome | null;
}
