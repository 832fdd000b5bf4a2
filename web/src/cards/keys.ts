/** Keys of the card game: 1 to 6 take from the display or choose from the hand, r y g b name a joker's colour. */

import type { TableState } from '../state/table.svelte';

/** Whether the key meant something here. */
export function keyOf(room: TableState, event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (typing || event.metaKey || event.ctrlKey || event.altKey || room.hands.veil || !room.asked) return false;
  const view = room.view!;
  const colour = event.key.toLowerCase();
  if (room.hands.gathering.colours.includes(colour)) {
    room.hands.name(colour);
    return true;
  }
  const place = Number(event.key);
  if (!Number.isInteger(place) || place < 1) return false;
  if (view.phase === 'take') {
    room.hands.take(place);
    return true;
  }
  const card = view.phase === 'play' ? view.cards?.hand?.[place - 1] : undefined;
  if (card) room.hands.tap(card);
  return card !== undefined;
}
