/** What somebody has done for the first time: about the game, noted on this device, and never in the way. */

import type { View } from '../generated/types';
import { settings, store, stored } from './settings.svelte';

export const MILESTONES = ['lock', 'ten', 'hundred', 'clean'] as const;
export type Milestone = (typeof MILESTONES)[number];
/** The game in which each was reached. */
type Noted = Partial<Record<Milestone, string>>;
const KEY = 'milestones';

const LONG_ROW = 10;
const MANY_POINTS = 100;

/** What a sheet shows at the end of a game. */
export function reachedBy(view: View, seat: number): Milestone[] {
  const sheet = view.sheets[seat]!;
  const shown: Record<Milestone, boolean> = {
    lock: sheet.rows.some((row) => row.locked),
    ten: sheet.rows.some((row) => row.count >= LONG_ROW),
    hundred: sheet.score.total >= MANY_POINTS,
    clean: sheet.penalties === 0,
  };
  return MILESTONES.filter((one) => shown[one]);
}

export const noted = (): Noted => stored<Noted>(KEY, {});

/** Note what a game has brought; returns what is new with it, also when the page of that game is opened again. */
export function noteMilestones(view: View, seat: number, game: string): Milestone[] {
  if (!settings.milestones) return [];
  const before = noted();
  const fresh = reachedBy(view, seat).filter((one) => (before[one] ?? game) === game);
  if (fresh.some((one) => !before[one]))
    store(KEY, { ...before, ...Object.fromEntries(fresh.map((one) => [one, game])) });
  return fresh;
}
