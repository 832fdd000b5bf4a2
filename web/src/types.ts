/** The game as the engine's views give it. Written by web/make_types.py from the types in Python: edit those, and run it. */

export type FieldState = 'open' | 'next' | 'crossed' | 'struck';
export type LineState = 'open' | 'half' | 'done' | 'lost';
export type PhaseName = 'roll' | 'white' | 'colour' | 'shuffle' | 'take' | 'call' | 'play' | 'over';

/** What followed from an input; `kind` says which of the other keys are there. */
export interface Fact {
  kind: string;
  seat?: number;
  roll?: Pick<Roll, 'white' | 'coloured'>;
  row?: string;
  number?: number;
  by?: string;
  seats?: number[];
  colour?: string;
  count?: number;
  reason?: 'penalties' | 'rows' | 'resigned' | 'aborted';
  slot?: number;
  numbers?: number[];
  jokers?: number[];
  field?: number;
  fields?: number[];
  pair?: string;
  name?: string;
  bot?: string;
  why?: string;
  host?: string;
  cause?: string;
  game?: number;
  variant?: string;
  start?: number;
  penalty?: number | null;
  by_house?: boolean;
  settings?: unknown;
}

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
  /** What would follow from it, in order: crosses, bonuses, locks. */
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
   * What is going on: `roll` or `shuffle` (chance is awaited), `white`, `colour`, `take`, `call`,
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
