/** The game as the engine's view gives it: plain data, in the words of the engine. */

export type Colour = string;
export type Source = 'white' | 'colour' | 'lucky';

export interface Cell {
  number: number;
  colour: Colour;
  bar: boolean;
  pairs: string[];
}

export interface Row {
  row: Colour;
  needs: number;
  closers: number;
  cells: Cell[];
}

export interface Variant {
  name: string;
  title: string;
  rules: number;
  players: [number, number];
  faces: number;
  rows: Row[];
  points: number[];
  penalties: { boxes: number; points: number };
  end_rows: number;
  options: { die_leaves: string };
  lucky: number[][];
  bar: Colour[];
  pairs: string[];
}

export interface Crosses {
  row: Colour;
  crossed: number[];
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

export interface Sheet {
  rows: Crosses[];
  penalties: number;
  bar: number[];
  next_field: number | null;
  lucky: number[];
  score: Score;
}

export interface Roll {
  white: [number, number];
  coloured: Record<Colour, number>;
  total: number;
  text: string;
}

/** What followed from an input; `kind` says which of the other fields are there. */
export interface Fact {
  kind: string;
  seat?: number;
  row?: Colour;
  colour?: Colour;
  number?: number;
  field?: number;
  fields?: number[];
  pair?: string;
  by?: string;
  bot?: string;
  seats?: number[];
  count?: number;
  reason?: string;
  penalty?: number | null;
  by_house?: boolean;
  roll?: { white: [number, number]; coloured: Record<Colour, number> };
}

export interface Move {
  move: string;
  cell: [Colour, number] | null;
  skips: number;
  locks: Colour[];
  gain: number;
  facts: Fact[];
}

export type Phase = 'roll' | 'white' | 'colour' | 'over';

export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
}

export interface View {
  variant: string;
  rules: number;
  seat: number | null;
  turn: number;
  start: number;
  active: number;
  phase: Phase;
  roll: Roll | null;
  dice: string;
  waiting: number[];
  choice: string | null;
  crossed: boolean;
  sheets: Sheet[];
  moves: Move[];
  over: Outcome | null;
}
