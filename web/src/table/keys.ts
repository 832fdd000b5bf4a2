/** The keys of a table. */

import type { Session } from '../state/session.svelte';

/** Do what a key asks for; false if it means nothing here. `looking`: another's sheet lies over ours. */
export function pressKey(
  event: KeyboardEvent,
  session: Session,
  looking: boolean,
  firstCell: () => HTMLElement | null,
): boolean {
  const { table: room, advice } = session;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return false;
  if (event.metaKey || event.ctrlKey || event.altKey || room.hands.veil) return false;
  const onCell = event.target instanceof HTMLButtonElement;
  const pressed = event.key.toLowerCase();
  const row = room.variant!.rows[Number(pressed) - 1]?.row;
  if (room.covered && (pressed === 'd' || pressed === 'r')) room.roll();
  else if (pressed === 'd' || (event.key === 'Enter' && !onCell)) room.done();
  else if (pressed === 'p') room.pass();
  else if (pressed === 'h') void advice.ask();
  else if (looking)
    return false; // the other keys turn the sheets that are looked at
  else if (pressed === 'u' || event.key === 'Backspace' || event.key === 'Escape') room.undo();
  else if (event.key.startsWith('Arrow') && event.target === document.body) firstCell()?.focus();
  else if (row && room.ties.includes(row)) room.pickRow(row);
  else return false;
  return true;
}
