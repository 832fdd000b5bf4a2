/** How long the eye needs for one event before the next may follow. */

import { isStill } from '../parts/motion';
import type { Fact } from '../generated/types';

const BEATS: Record<string, number> = {
  rolled: 750,
  took: 350,
  called: 600,
  played: 900,
  crossed: 450,
  bonus_crossed: 550,
  locked: 700,
  closed: 700,
  penalised: 600,
  ended: 900,
};

/** Milliseconds; none for people who want no motion. */
export function beatOf(facts: Fact[]): number {
  if (isStill()) return 0;
  return Math.max(0, ...facts.map((fact) => BEATS[fact.kind] ?? 0));
}
