/** Sheets for the pictures of the rules, made from any variant's data. They illustrate; they decide nothing. */

import { isMixed } from '../sheet/colours';
import { emptySheet } from '../sheet/show';
import type { Sheet, Variant } from '../types';

/** A sheet with these cells of each row crossed, by their place. */
function crossedSheet(variant: Variant, places: number[][], locked: number[] = []): Sheet {
  const sheet = emptySheet(variant);
  variant.rows.forEach((row, r) => {
    const here = places[r] ?? [];
    const last = Math.max(-1, ...here);
    const mine = sheet.rows[r]!;
    mine.crossed = row.cells.filter((_, i) => here.includes(i)).map((cell) => cell.number);
    mine.skipped = row.cells.filter((_, i) => i < last && !here.includes(i)).map((cell) => cell.number);
    mine.locked = locked.includes(r);
    mine.closed = mine.locked;
    mine.count = mine.crossed.length + Number(mine.locked);
    sheet.score.rows[r] = variant.points[mine.count] ?? 0;
  });
  sheet.score.total = sheet.score.rows.reduce((sum, points) => sum + points, 0);
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

/** The first row with a lock: what is told of closing is shown on it. */
export const firstLocked = (variant: Variant) => variant.rows.findIndex((row) => row.lock !== null);

export const hasMixedNumbers = (variant: Variant) =>
  variant.rows.some((row) => {
    const steps = row.cells.slice(1).map((cell, i) => Math.sign(cell.number - row.cells[i]!.number));
    return new Set(steps).size > 1;
  });
