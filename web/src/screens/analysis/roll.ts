/** Chance for the analysis board, as text. */

import type { Variant } from '../../generated/types';

/** Dice at random: two white ones and those of the colours in play. */
export function randomRoll(dice: string, faces: number, random: () => number = Math.random): string {
  const face = () => Math.floor(random() * faces) + 1;
  return [`${face()}+${face()}`, ...[...dice].map((colour) => `${colour}${face()}`)].join(' ');
}

/** All cards of a pad in an order at random: one for every cell, and with jokers one more of every number. */
export function randomShuffle(variant: Variant, random: () => number = Math.random): string {
  const cells = variant.rows.flatMap((row) => row.cells);
  const jokers = variant.mechanisms.includes('jokers') ? [...new Set(cells.map((cell) => `j${cell.number}`))] : [];
  const cards = [...cells.map((cell) => `${cell.colours}${cell.number}`), ...jokers];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return ['%', ...cards].join(' ');
}
