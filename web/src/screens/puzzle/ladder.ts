/** How far somebody has come with the puzzles of a theme, and which one is next. */

import type { Puzzles } from '../../generated/reviews';
import type { Streak } from './streak';

/** Puzzles found, for each rung. */
export const RUNGS = [1, 3, 6, 10, 15];

export interface Rung {
  theme: string;
  found: number;
  count: number;
  climbed: number;
  /** The easiest that was not answered yet; null when all were. */
  next: number | null;
}

export function ladderOf(all: Puzzles, streak: Streak): Rung[] {
  const easiestFirst = Object.values(all.levels).flat();
  const place = new Map(easiestFirst.map((number, i) => [number, i]));
  return Object.entries(all.themes)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([theme, numbers]) => {
      const found = numbers.filter((number) => streak.found.includes(number)).length;
      const left = numbers.filter((number) => !streak.known.includes(number));
      left.sort((a, b) => place.get(a)! - place.get(b)!);
      const climbed = RUNGS.filter((rung) => found >= rung).length;
      return { theme, found, count: numbers.length, climbed, next: left[0] ?? null };
    });
}
