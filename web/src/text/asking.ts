/** What a score pad asks, where real dice or cards lie on a real table. */

import type { TableState } from '../state/table.svelte';
import type { View } from '../generated/types';
import type { Words } from './words';

export function askOnPad(words: Words, room: TableState, view: View): string {
  if (view.seat === null) return words.t('page.table.watching');
  if (!room.counting && view.cards) return askWithCards(words, room.names, view);
  if (!room.counting) return words.t('page.pad.ask');
  const waits = room.table?.waiting.for ?? [];
  if (waits.some((seat) => room.you.seats.includes(seat))) return words.t('page.pad.count_ask');
  return words.t('page.pad.count_wait', { names: words.join(waits.map((seat) => room.names[seat] ?? '?')) });
}

function askWithCards(words: Words, names: string[], view: View): string {
  const called = view.cards?.top ? words.t('game.facts.called', { number: view.cards.top }) : '';
  const whose = view.active === view.seat ? 'page.cards.pad_yours' : 'page.cards.pad_others';
  return `${called} ${words.t(whose, { name: names[view.active] ?? '?' })}`.trim();
}
