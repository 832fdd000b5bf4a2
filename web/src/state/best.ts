/** The best that this device has seen its player do, pad by pad. */

import { store, stored } from './settings.svelte';

type Best = Record<string, { points: number; game: string }>;
const KEY = 'best';

/** Note the points of a game, once; tells whether they are the best so far, and what was the best before. */
export function noteBest(pad: string, game: string, points: number): { fresh: boolean; before: number | null } {
  const all = stored<Best>(KEY, {});
  const known = all[pad];
  if (known?.game === game) return { fresh: true, before: null };
  if (known && known.points >= points) return { fresh: false, before: known.points };
  store(KEY, { ...all, [pad]: { points, game } });
  return { fresh: true, before: known?.points ?? null };
}
