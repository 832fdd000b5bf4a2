/** Cards in words and in order. */

import { isJoker, numberOf } from '../state/plays';
import type { Words } from '../text/words';
import type { Cards, Fact } from '../generated/types';

/** "blue 9", "joker 9". */
export function tellCard(words: Words, card: string): string {
  const number = numberOf(card);
  return isJoker(card) ? words.t('game.words.joker', { number }) : words.t(`game.cells.${card[0]}`, { number });
}

/** The cards of the last play; of a play made before we came, only the last card is known. */
export function lastPlay(log: Fact[], cards: Cards): string[] {
  if (!cards.played.length) return [];
  const fact = log.filter((one) => one.kind === 'played' || one.kind === 'shuffled').at(-1);
  if (fact?.kind !== 'played') return cards.played.slice(-1);
  return [...fact.numbers.map((number) => `${fact.colour}${number}`), ...fact.jokers.map((number) => `j${number}`)];
}

/** Cards in groups, as people lay them out: by colour, jokers last, low numbers first. */
export function byColour(cards: string[]): string[][] {
  const groups = [...'rygbj'].map((colour) => cards.filter((card) => card[0] === colour));
  return groups.filter((some) => some.length).map((some) => some.sort((a, b) => numberOf(a) - numberOf(b)));
}
