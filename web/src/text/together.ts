/** Several facts in words: those who lock a row together are one sentence; aloud, dice have colours and no signs. */

import type { Fact, FactOf, Variant } from '../generated/types';
import { sentence, type Words } from './words';

export function tellFacts(words: Words, variant: Variant, seats: string[], facts: Fact[], aloud = false): string[] {
  const name = ({ seat }: { seat: number }) => seats[seat] ?? '?';
  const tell = (fact: Fact) => {
    if (aloud && fact.kind === 'rolled') return words.rolled(name(fact), fact.roll, tellDice(words, fact.roll));
    if (fact.kind !== 'locked') return words.fact(variant, seats, fact);
    const together = facts.filter((other) => other.kind === 'locked').filter((other) => other.row === fact.row);
    if (together.length < 2) return words.fact(variant, seats, fact);
    if (together[0] !== fact) return '';
    return sentence(
      words.t('page.happened.locked_together', {
        names: words.join(together.map(name)),
        row: words.row(variant, fact.row),
      }),
    );
  };
  return facts.map(tell).filter(Boolean);
}

/** "red 3, yellow 4". */
export function tellDice(words: Words, roll: FactOf<'rolled'>['roll']): string {
  return Object.entries(roll.coloured)
    .map(([colour, value]) => `${words.colours(colour)} ${value}`)
    .join(', ');
}
