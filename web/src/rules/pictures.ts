/** Sheets for the pictures of the rules, made from any variant's data. They illustrate; they decide nothing. */

import { isMixed } from '../sheet/colours';
import { emptySheet } from '../sheet/show';
import type { Sheet, Variant } from '../types';

/** Crosses on these cells of each row, by their place, and on those that are linked to them. */
function withPartners(variant: Variant, places: number[][]): number[][] {
  const all = variant.rows.map((_, r) => [...(places[r] ?? [])]);
  const placeOf = ([row, number]: [string, number]) => {
    const r = variant.rows.findIndex((one) => one.row === row);
    return [r, variant.rows[r]!.cells.findIndex((cell) => cell.number === number)] as const;
  };
  for (const link of variant.links) {
    const ends = link.map(placeOf);
    if (ends.some(([r, i]) => places[r]?.includes(i))) for (const [r, i] of ends) all[r]!.push(i);
  }
  return all;
}

/** A sheet with these cells of each row crossed, by their place; `twice` are the numbers that are crossed again. */
function crossedSheet(variant: Variant, places: number[][], locked: number[] = [], twice: number[] = []): Sheet {
  const sheet = emptySheet(variant);
  const all = withPartners(variant, places);
  variant.rows.forEach((row, r) => {
    const here = all[r]!;
    const last = Math.max(-1, ...here);
    const mine = sheet.rows[r]!;
    const crossed = row.cells.filter((_, i) => here.includes(i));
    mine.crossed = crossed.map((cell) => cell.number);
    mine.again = crossed.filter((cell) => cell.frames.includes('double') || twice.includes(cell.number)).map((cell) => cell.number);
    mine.skipped = row.cells.filter((_, i) => i < last && !here.includes(i)).map((cell) => cell.number);
    mine.locked = locked.includes(r);
    mine.closed = mine.locked;
    mine.count = mine.crossed.length + mine.again.length + Number(mine.locked);
  });
  return counted(variant, sheet);
}

/** The same sheet with its points: rows between count for their neighbours, steps like one more row. */
function counted(variant: Variant, sheet: Sheet): Sheet {
  const points = (crosses: number) => variant.points[Math.min(crosses, variant.points.length - 1)] ?? 0;
  const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
  sheet.score.rows = variant.rows.map(({ row, counts_for }) => {
    const counting = variant.rows.flatMap((other, o) => (other.counts_for.includes(row) ? [sheet.rows[o]!.count] : []));
    return counts_for.includes(row) ? points(sumOf(counting)) : 0;
  });
  const isCrossed = (row: string, number: number) => sheet.rows.some((one) => one.row === row && one.crossed.includes(number));
  const framed = variant.frames.filter(([row, number]) => isCrossed(row, number)).length;
  sheet.score.bonus = points(framed);
  sheet.score.total = sumOf(sheet.score.rows) + sheet.score.bonus;
  return sheet;
}

/** Two crosses with skipped cells before and between them. */
export function leftToRight(variant: Variant): Sheet {
  return crossedSheet(variant, [[3, 5]]);
}

/** A row that has just been closed, with the crosses it needed. */
export function closedRow(variant: Variant): Sheet {
  const locked = firstLocked(variant);
  const row = variant.rows[locked]!;
  const needed = Array.from({ length: row.needs }, (_, i) => i * (i > 1 ? 1 : 2)).filter((i) => i < row.cells.length - 1);
  const places = new Set([...needed, ...Array.from({ length: row.needs }, (_, i) => i + 1)].slice(0, row.needs + 1));
  const rows = variant.rows.map((_, r) => (r === locked ? [...places, row.cells.length - 1] : []));
  return crossedSheet(variant, rows, [locked]);
}

/** Rows of different lengths, to add up. */
export function scored(variant: Variant): Sheet {
  const counts = [4, 3, 7, 6, 5, 2];
  const sheet = crossedSheet(
    variant,
    variant.rows.map((row, r) => Array.from({ length: Math.min(counts[r] ?? 3, row.cells.length - 1) }, (_, i) => i)),
  );
  sheet.penalties = Math.min(2, variant.penalties.boxes);
  sheet.score.penalties = -Math.abs(variant.penalties.points) * sheet.penalties;
  sheet.score.total += sheet.score.penalties;
  return sheet;
}

export const hasMixedColours = (variant: Variant) => variant.rows.some(isMixed);

export const hasSeveralColours = (variant: Variant) =>
  variant.rows.some((row) => row.cells.some((cell) => cell.colours.length > 1));

/** What a mechanism looks like on the sheet: the picture, and the rows that it needs. */
export function example(variant: Variant, mechanism: string): { sheet: Sheet; rows: number[]; bare: boolean } | null {
  const every = variant.rows.map((_, r) => r);
  const first = variant.rows[0]!;
  if (mechanism === 'double') {
    const at = first.cells.findIndex((cell) => cell.frames.includes('double'));
    return { sheet: crossedSheet(variant, [[at, at + 1]]), rows: [0], bare: true };
  }
  if (mechanism === 'twice') {
    return { sheet: crossedSheet(variant, [[1, 2, 4]], [], [1, 4].map((i) => first.cells[i]!.number)), rows: [0], bare: true };
  }
  if (mechanism === 'between') {
    const between = variant.rows.findIndex(({ row, counts_for }) => !counts_for.includes(row));
    const rows = every.filter((r) => r === between || variant.rows[between]?.counts_for.includes(variant.rows[r]!.row));
    return { sheet: crossedSheet(variant, every.map((r) => (r === between ? [3] : rows.includes(r) ? [r < between ? 1 : 3, 5] : []))), rows, bare: false };
  }
  if (mechanism === 'steps' || mechanism === 'chain') {
    const shown = mechanism === 'steps' ? variant.frames.slice(0, 3) : variant.links.slice(0, 2).map(([end]) => end);
    const places = variant.rows.map((row) => row.cells.flatMap((cell, i) => (shown.some((at) => at[0] === row.row && at[1] === cell.number) ? [i] : [])));
    return { sheet: crossedSheet(variant, places), rows: every, bare: mechanism === 'chain' };
  }
  if (mechanism === 'swaps') {
    const sheet = crossedSheet(variant, [[3]]);
    sheet.strips = variant.strips.map(({ name }, s) => sheet.strips[s]!.map((state, i) => (name !== 'swaps' || i > 1 ? state : i ? 'crossed' : 'struck')));
    return { sheet, rows: [0], bare: false };
  }
  return null;
}

/** The first row with a lock: closing is illustrated on it. */
export const firstLocked = (variant: Variant) => variant.rows.findIndex((row) => row.lock !== null);

export const hasMixedNumbers = (variant: Variant) =>
  variant.rows.some((row) => {
    const steps = row.cells.slice(1).map((cell, i) => Math.sign(cell.number - row.cells[i]!.number));
    return new Set(steps).size > 1;
  });
