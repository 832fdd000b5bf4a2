/** What a sheet shows: the variant's cells with their state, ready to be drawn. No rules here. */

import type { Cell, Crosses, Fact, Move, Row, Sheet, Source, Variant } from '../types';

export type CellState = 'open' | 'crossed' | 'pencil' | 'skipped' | 'dead';

export interface CellShow {
  cell: Cell;
  state: CellState;
  /** How it may be crossed now: the white sum, a colour sum, a lucky number. */
  legal: Source | null;
  /** The moves that cross it; more than one when a tie or a lucky number leaves a choice. */
  moves: Move[];
  closes: boolean;
}

/** A tap on a cell: the moves that cross it, if there are any, and its place. */
export type Tap = (moves: Move[], cell: [string, number]) => void;

export interface RowShow {
  row: Row;
  cells: CellShow[];
  mixed: boolean;
  locked: 'open' | 'crossed' | 'pencil' | 'closed';
  points: number;
  count: number;
}

export interface SheetShow {
  rows: RowShow[];
  /** One entry per penalty box. */
  penalties: ('open' | 'crossed' | 'pencil')[];
  bar: { colour: string; state: 'open' | 'next' | 'crossed' | 'pencil' | 'struck' }[];
  pairs: { kind: string; state: 'open' | 'half' | 'done' | 'pencil' }[];
  lucky: { number: number; called: boolean }[];
  score: Sheet['score'];
  gain: number;
}

/** An untouched sheet of a variant, for pictures. */
export function emptySheet(variant: Variant): Sheet {
  return {
    rows: variant.rows.map(({ row }) => ({
      row,
      crossed: [],
      skipped: [],
      locked: false,
      closed: false,
      count: 0,
    })),
    penalties: 0,
    bar: [],
    next_field: variant.bar.length ? 1 : null,
    lucky: variant.lucky[0] ?? [],
    score: { rows: variant.rows.map(() => 0), penalties: 0, bonus: 0, total: 0 },
  };
}

export interface Pencil {
  moves?: Move[];
  /** The move that is pencilled in, with everything that would follow. */
  chosen?: Move | null;
  called?: number | null;
}

export function showSheet(variant: Variant, sheet: Sheet, pencil: Pencil = {}): SheetShow {
  const moves = pencil.moves ?? [];
  const facts = pencil.chosen?.facts ?? [];
  return {
    rows: variant.rows.map((row, r) => showRow(row, sheet.rows[r]!, sheet.score.rows[r] ?? 0, moves, facts)),
    penalties: showPenalties(variant, sheet, facts),
    bar: showBar(variant, sheet, facts),
    pairs: variant.pairs.map((kind) => ({ kind, state: pairState(variant, sheet, kind, facts) })),
    lucky: sheet.lucky.map((number) => ({ number, called: number === pencil.called })),
    score: sheet.score,
    gain: pencil.chosen?.gain ?? 0,
  };
}

function showRow(row: Row, crosses: Crosses, points: number, moves: Move[], facts: Fact[]): RowShow {
  const here = facts.filter((fact) => fact.row === row.row);
  const pencilled = new Set(here.filter(isCross).map((fact) => fact.number));
  const locking = here.some((fact) => fact.kind === 'locked');
  const firstCloser = row.cells.length - row.closers;
  return {
    row,
    cells: row.cells.map((cell, i) => {
      const own = moves.filter((move) => move.cell?.[0] === row.row && move.cell[1] === cell.number);
      return {
        cell,
        state: cellState(cell, crosses, pencilled),
        legal: own.length ? sourceOf(own) : null,
        moves: own,
        closes: i >= firstCloser,
      };
    }),
    mixed: row.cells.some((cell) => cell.colour !== row.row),
    locked: crosses.locked ? 'crossed' : locking ? 'pencil' : crosses.closed ? 'closed' : 'open',
    points,
    count: crosses.count,
  };
}

function cellState(cell: Cell, crosses: Crosses, pencilled: Set<number | undefined>): CellState {
  if (crosses.crossed.includes(cell.number)) return 'crossed';
  if (pencilled.has(cell.number)) return 'pencil';
  if (crosses.skipped.includes(cell.number)) return 'skipped';
  return crosses.closed ? 'dead' : 'open';
}

function isCross(fact: Fact): boolean {
  return fact.kind === 'crossed' || fact.kind === 'bonus_crossed';
}

/** By what a cell may be crossed; the called sum is named before the lucky number. */
function sourceOf(moves: Move[]): Source {
  const sources = moves.map((move) => move.facts.find((fact) => fact.kind === 'crossed')?.by);
  return (['white', 'colour', 'lucky'] as const).find((source) => sources.includes(source)) ?? 'white';
}

function showPenalties(variant: Variant, sheet: Sheet, facts: Fact[]): SheetShow['penalties'] {
  const pencilled = facts.find((fact) => fact.kind === 'penalised')?.count ?? 0;
  return Array.from({ length: variant.penalties.boxes }, (_, i) =>
    i < sheet.penalties ? 'crossed' : i < pencilled ? 'pencil' : 'open',
  );
}

function showBar(variant: Variant, sheet: Sheet, facts: Fact[]): SheetShow['bar'] {
  const pencilled = facts.filter((fact) => fact.kind === 'bar_crossed').map((fact) => fact.field);
  const closed = new Set(sheet.rows.filter((row) => row.closed).map((row) => row.row));
  return variant.bar.map((colour, i) => {
    const field = i + 1;
    if (sheet.bar.includes(field)) return { colour, state: 'crossed' };
    if (pencilled.includes(field)) return { colour, state: 'pencil' };
    if (closed.has(colour)) return { colour, state: 'struck' };
    return { colour, state: field === sheet.next_field ? 'next' : 'open' };
  });
}

function pairState(variant: Variant, sheet: Sheet, kind: string, facts: Fact[]): 'open' | 'half' | 'done' | 'pencil' {
  if (facts.some((fact) => fact.kind === 'pair_completed' && fact.pair === kind)) return 'pencil';
  const cells = variant.rows.flatMap((row, r) =>
    row.cells
      .filter((cell) => cell.pairs.includes(kind))
      .map((cell) => sheet.rows[r]!.crossed.includes(cell.number)),
  );
  if (cells.every(Boolean)) return 'done';
  return cells.some(Boolean) ? 'half' : 'open';
}
