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
  game?: number;
  variant?: string;
  start?: number;
  penalty?: number | null;
  by_house?: boolean;
  settings?: unknown;
}

/** A cell as it is printed. */
export interface Cell {
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
  needs: number;
  closers: number;
  /** The rows that its crosses bring points to: itself, or those that it lies between. */
  counts_for: string[];
  cells: Cell[];
}

/** A field of a strip. */
export interface Field {
  colour: string;
  text: string;
}

/** A strip of fields that are crossed from left to right. */
export interface Strip {
  name: string;
  fields: Field[];
}

/** A line that explains a frame; `text` is where catalogues have its `title` and `line`. */
export interface LegendLine {
  id: string;
  text: string;
  frame: string;
  /** The cells that it is about, each as row and number. */
  cells: [string, number][];
}

/** Numbers printed on single sheets, dealt from the start player on. */
export interface Badge {
  name: string;
  sheets: number[][];
}

export interface Penalties {
  boxes: number;
  points: number;
}

/** Everything needed to draw a variant's sheet and to explain it. */
export interface Variant {
  name: string;
  title: string;
  rules: number;
  players: [number, number];
  played_with: 'dice' | 'cards';
  faces: number;
  rows: Row[];
  points: number[];
  penalties: Penalties;
  end_rows: number;
  closes_for: 'table' | 'player';
  ends_by: 'table' | 'player';
  options: Record<string, string>;
  /** The keys of its mechanisms: which parts of the rules are about this pad. */
  mechanisms: string[];
  strips: Strip[];
  legend: LegendLine[];
  badges: Badge[];
  /** Frames of the start player's sheet that others do not have: what a picture of the pad shows. */
  frames: [string, number, string][];
  /** Pairs of cells that are joined by a line on that sheet. */
  links: [[string, number], [string, number]][];
}

/** A row of somebody's sheet. */
export interface Crosses {
  row: string;
  crossed: number[];
  /** The numbers with more than one cross. */
  again: number[];
  skipped: number[];
  locked: boolean;
  closed: boolean;
  count: number;
}

export interface Score {
  rows: number[];
  penalties: number;
  bonus: number;
  total: number;
}

/** Somebody's sheet. */
export interface Sheet {
  /** All of it in one line (docs/notation.md): what programs parse it from. */
  text: string;
  rows: Crosses[];
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
  score: Score;
}

export interface Roll {
  white: [number, number];
  coloured: Record<string, number>;
  total: number;
  text: string;
}

/** A legal move with what it would do. */
export interface Move {
  move: string;
  /** The cell that the move itself crosses, as row and number; the first of them if there are several. */
  cell: [string, number] | null;
  /** All cells that the move itself crosses: a play of cards may cross up to three. */
  cells: [string, number][];
  skips: number;
  locks: string[];
  gain: number;
  facts: Fact[];
  /** The states of strips and legend afterwards. */
  strips: FieldState[][];
  legend: LineState[];
  /** Cells that it brings a second cross, or two at once. */
  again: [string, number][];
}

export interface Outcome {
  scores: number[];
  winners: number[];
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
  variant: string;
  rules: number;
  seat: number | null;
  turn: number;
  start: number;
  active: number;
  phase: PhaseName;
  roll: Roll | null;
  dice: string;
  /** The cards, in a game that is played with them. */
  cards: Cards | null;
  waiting: number[];
  /** The seats that have given up. */
  out: number[];
  choice: string | null;
  crossed: boolean;
  sheets: Sheet[];
  moves: Move[];
  over: Outcome | null;
}
