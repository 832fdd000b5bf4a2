/** One's own mistakes on this device: kept to be practised without a network too, and those that were found. */

import type { Mistake } from '../../generated/ratings';
import { store, stored } from '../../state/settings.svelte';

const [MISTAKES, FOUND] = ['mistakes', 'mistakes_found'];

export const keptMistakes = () => stored<Mistake[]>(MISTAKES, []);

/** Keep the latest; of those found before only what is still among them is remembered. */
export function keepMistakes(mistakes: Mistake[]): void {
  store(MISTAKES, mistakes);
  const known = found();
  store(
    FOUND,
    mistakes.map(({ position }) => position).filter((position) => known.includes(position)),
  );
}

export const found = () => stored<string[]>(FOUND, []);

/** A mistake whose best move was found, or missed again. */
export function noteFound(position: string, right: boolean): void {
  const others = found().filter((one) => one !== position);
  store(FOUND, right ? [...others, position] : others);
}

/** The number of the next one to practise, from 1: not found yet, after this one; the next of all when all were. */
export function nextMistake(mistakes: Mistake[], now: number, known = found()): number {
  const around = mistakes.map((_, n) => ((now + n) % mistakes.length) + 1);
  return around.find((n) => !known.includes(mistakes[n - 1]!.position)) ?? around[0] ?? 1;
}
