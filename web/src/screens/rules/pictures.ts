/** A sheet for the picture of the score, made from any variant's data. It illustrates; it decides nothing. */

import { isMixed } from '../../sheet/colours';
import { emptySheet } from '../../sheet/show';
import type { Sheet, Variant } from '../../generated/types';

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

/** A sheet with these cells of each row crossed, by their place. */
function crossedSheet(variant: Variant, places: number[][]): Sheet {
  const sheet = emptySheet(variant);
  const all = withPartners(variant, places);
  variant.rows.forEach((row, r) => {
    const here = all[r]!;
    const last = Math.max(-1, ...here);
    const mine = sheet.rows[r]!;
    const crossed = row.cells.filter((_, i) => here.includes(i));
    mine.crossed = crossed.map((cell) => cell.number);
    mine.again = crossed.filter((cell) => cell.frames.includes('double')).map((cell) => cell.number);
    mine.skipped = row.cells.filter((_, i) => i < last && !here.includes(i)).map((cell) => cell.number);
    mine.locked = false;
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
  const isCrossed = (row: string, number: number) =>
    sheet.rows.some((one) => one.row === row && one.crossed.includes(number));
  const framed = variant.frames.filter(([row, number]) => isCrossed(row, number)).length;
  sheet.score.bonus = points(framed);
  sheet.score.total = sumOf(sheet.score.rows) + sheet.score.bonus;
  return sheet;
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

export const hasMixedNumbers = (variant: Variant) =>
  variant.rows.some((row) => {
    const steps = row.cells.slice(1).map((cell, i) => Math.sign(cell.number - row.cells[i]!.number));
    return new Set(steps).size > 1;
  });
