/** What a sheet shows: the variant's cells with their state, ready to be drawn. No rules here. */

import type {
  Cell,
  Crosses,
  Fact,
  FactOf,
  Field,
  FieldState,
  LegendLine,
  LineState,
  Move,
  Row,
  Sheet,
  Variant,
} from '../generated/types';
import { isMixed, rowColours } from './colours';

export type CellState = 'open' | 'crossed' | 'pencil' | 'skipped' | 'dead';
/** How a cell may be crossed: with the white sum, with a colour sum, or by what else the pad offers. */
export type Source = 'white' | 'colour' | 'offer';

export interface CellShow {
  cell: Cell;
  state: CellState;
  /** Its frames: those of the pad, then those of this sheet alone. */
  frames: string[];
  /** A second cross, in ink or in pencil. */
  again: 'crossed' | 'pencil' | null;
  legal: Source | null;
  /** What offers the cross, where neither the white sum nor a colour does. */
  offer: string;
  /** The moves that cross it; more than one when a tie or an offer leaves a choice. */
  moves: Move[];
  closes: boolean;
  /** Tells its frame from another of the same drawing. */
  mark: string;
  /** Advice points at it. */
  advised: boolean;
}

/** A tap on a cell: the moves that cross it, if there are any, and its place. */
export type Tap = (moves: Move[], cell: [string, number]) => void;

export interface RowShow {
  row: Row;
  colours: string;
  cells: CellShow[];
  mixed: boolean;
  /** Null where the row has no lock. */
  locked: 'open' | 'crossed' | 'pencil' | 'closed' | null;
  points: number;
  count: number;
}

/** A state as it would be after the pencilled move; `pencil` where that changes it. */
interface Sketched<State> {
  state: State;
  pencil: boolean;
}
export type FieldShow = Sketched<FieldState> & { field: Field };
export type LineShow = Sketched<LineState> & { line: LegendLine; mark: string };

/** A line between two cells, each by its row and its place there. */
export interface LinkShow {
  cells: [Place, Place];
  /** Both are crossed. */
  done: boolean;
}
export type Place = [row: number, cell: number];

export interface SheetShow {
  rows: RowShow[];
  links: LinkShow[];
  /** One entry per penalty box. */
  penalties: ('open' | 'crossed' | 'pencil')[];
  strips: { name: string; fields: FieldShow[] }[];
  legend: LineShow[];
  badges: { name: string; numbers: { number: number; called: boolean }[] }[];
  score: Sheet['score'];
  gain: number;
}

/** An untouched sheet of a variant, for pictures. */
export function emptySheet(variant: Variant): Sheet {
  return {
    rows: variant.rows.map(({ row }) => ({
      row,
      crossed: [],
      again: [],
      skipped: [],
      locked: false,
      closed: false,
      count: 0,
    })),
    penalties: 0,
    strips: variant.strips.map(({ fields }) => fields.map(({ text }, i) => (i || text ? 'open' : 'next'))),
    legend: variant.legend.map(() => 'open'),
    badges: variant.badges.map(({ sheets }) => sheets[0] ?? []),
    frames: variant.frames,
    links: variant.links,
    score: { rows: variant.rows.map(() => 0), penalties: 0, bonus: 0, total: 0 },
    text: '',
  };
}

export interface Pencil {
  moves?: Move[];
  /** The move that is pencilled in, with everything that would follow. */
  chosen?: Move | null;
  called?: number | null;
  /** The move that is advised. */
  advised?: Move | null;
}

export function showSheet(variant: Variant, sheet: Sheet, pencil: Pencil = {}): SheetShow {
  const facts = pencil.chosen?.facts ?? [];
  const { strips, legend } = pencil.chosen ?? sheet;
  const marks = lineMarks(variant.legend);
  const markOf = (row: string, number: number) =>
    marks
      .filter((_, i) => variant.legend[i]!.cells.some((cell) => cell[0] === row && cell[1] === number))
      .filter(Boolean)
      .join('·');
  return {
    rows: variant.rows.map((row, r) => showRow(row, sheet, r, pencil, markOf)),
    links: sheet.links.map((link) => showLink(variant, sheet, link)),
    penalties: showPenalties(variant, sheet, facts),
    strips: variant.strips.map(({ name, fields }, s) => ({
      name,
      fields: fields.map((field, i) => ({ field, ...sketch(sheet.strips[s]![i]!, strips[s]![i]!) })),
    })),
    legend: variant.legend.map((line, i) => ({ line, mark: marks[i]!, ...sketch(sheet.legend[i]!, legend[i]!) })),
    badges: variant.badges.map(({ name }, b) => ({
      name,
      numbers: sheet.badges[b]!.map((number) => ({ number, called: number === pencil.called })),
    })),
    score: sheet.score,
    gain: pencil.chosen?.gain ?? 0,
  };
}

function sketch<State>(before: State, after: State): Sketched<State> {
  return { state: after, pencil: after !== before };
}

/** 1, 2 … for lines whose frame others have too; nothing where the frame says enough. */
function lineMarks(legend: LegendLine[]): string[] {
  const count = (lines: LegendLine[], frame: string) => lines.filter((line) => line.frame === frame).length;
  return legend.map(({ frame }, i) => (count(legend, frame) > 1 ? String(count(legend.slice(0, i + 1), frame)) : ''));
}

function showLink(variant: Variant, sheet: Sheet, link: Sheet['links'][number]): LinkShow {
  const [one, other] = link.map(([name, number]): Place => {
    const r = variant.rows.findIndex(({ row }) => row === name);
    return [r, variant.rows[r]!.cells.findIndex((cell) => cell.number === number)];
  }) as [Place, Place];
  return {
    cells: [one, other],
    done: link.every(([, number], i) => sheet.rows[[one, other][i]![0]]!.crossed.includes(number)),
  };
}

function showRow(
  row: Row,
  sheet: Sheet,
  r: number,
  { moves = [], chosen, advised }: Pencil,
  markOf: (row: string, number: number) => string,
): RowShow {
  const crosses = sheet.rows[r]!;
  const here = (chosen?.facts ?? []).filter((fact) => 'row' in fact && fact.row === row.row);
  const pencilled = new Set(here.filter(isCross).map((fact) => fact.number));
  const doubled = new Set(chosen?.again.filter(([name]) => name === row.row).map(([, number]) => number));
  const locking = here.some((fact) => fact.kind === 'locked');
  const firstCloser = row.cells.length - row.closers;
  return {
    row,
    colours: rowColours(row),
    cells: row.cells.map((cell, i) => {
      const own = moves.filter((move) => move.cell?.[0] === row.row && move.cell[1] === cell.number);
      return {
        cell,
        frames: [
          ...cell.frames,
          ...sheet.frames.flatMap(([name, number, frame]) => (name === row.row && number === cell.number ? frame : [])),
        ],
        state: cellState(cell, crosses, pencilled),
        again: crosses.again.includes(cell.number) ? 'crossed' : doubled.has(cell.number) ? 'pencil' : null,
        legal: own.length ? sourceOf(own) : null,
        offer: own.length ? (sources(own)[0] ?? '') : '',
        moves: own,
        closes: i >= firstCloser,
        mark: markOf(row.row, cell.number),
        advised: advised?.cell?.[0] === row.row && advised.cell[1] === cell.number,
      };
    }),
    mixed: isMixed(row),
    locked:
      row.lock === null ? null : crosses.locked ? 'crossed' : locking ? 'pencil' : crosses.closed ? 'closed' : 'open',
    points: sheet.score.rows[r] ?? 0,
    count: crosses.count,
  };
}

function cellState(cell: Cell, crosses: Crosses, pencilled: Set<number | undefined>): CellState {
  if (crosses.crossed.includes(cell.number)) return 'crossed';
  if (pencilled.has(cell.number)) return 'pencil';
  if (crosses.skipped.includes(cell.number)) return 'skipped';
  return crosses.closed ? 'dead' : 'open';
}

function isCross(fact: Fact): fact is FactOf<'crossed' | 'bonus_crossed'> {
  return fact.kind === 'crossed' || fact.kind === 'bonus_crossed';
}

const sources = (moves: Move[]) => moves.map((move) => move.facts.find((fact) => fact.kind === 'crossed')?.by);

/** With cards the called number is there for everybody, as the white sum is; a play has its colour. */
const CARD_SOURCES: Record<string, Source> = { call: 'white', play: 'colour' };

/** By what a cell may be crossed; the called sum is named before an offer. */
function sourceOf(moves: Move[]): Source {
  const known = sources(moves).map((by) => CARD_SOURCES[by ?? ''] ?? by);
  return (['white', 'colour'] as const).find((source) => known.includes(source)) ?? 'offer';
}

/** Whether a row has points of its own, and not only rows beside it that it counts for. */
export const hasPoints = (row: Row) => row.counts_for.includes(row.row);

function showPenalties(variant: Variant, sheet: Sheet, facts: Fact[]): SheetShow['penalties'] {
  const pencilled = facts.find((fact) => fact.kind === 'penalised')?.count ?? 0;
  return Array.from({ length: variant.penalties.boxes }, (_, i) =>
    i < sheet.penalties ? 'crossed' : i < pencilled ? 'pencil' : 'open',
  );
}

/** What is shown next, reusing everything that has not changed: only the rest is drawn again. */
export function steady(before: SheetShow | null, next: SheetShow): SheetShow {
  if (!before || before.rows.length !== next.rows.length) return next;
  const rows = next.rows.map((row, r) => {
    const old = before.rows[r]!;
    const cells = row.cells.map((cell, i) => kept(old.cells[i], cell));
    return kept(old, { ...row, cells });
  });
  return { ...next, rows };
}

function kept<Value extends object>(before: Value | undefined, next: Value): Value {
  const isSame = (key: string) => equal(before![key as keyof Value], next[key as keyof Value]);
  return before && Object.keys(next).every(isSame) ? before : next;
}

/** The same, or lists of the same things. */
function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((value, i) => value === other[i]);
}
