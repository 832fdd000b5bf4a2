/** What people and bots at a table are called: bots in the reader's language, namesakes told apart. */

import type { Seat, Table } from '../net/messages';
import type { Words } from './words';

export function seatNames(seats: Seat[], words: Words): string[] {
  const plain = seats.map((seat) => (seat.kind === 'bot' && seat.bot ? words.bot(seat.bot) : (seat.name ?? '…')));
  return plain.map((name, i) => {
    const earlier = plain.slice(0, i).filter((other) => other === name).length;
    return earlier && name !== '…' ? `${name} ${earlier + 1}` : name;
  });
}

/** While the dice are drawn: the names of those whose part has still to come. */
export function drawingOf(table: Table | null, names: string[]): string[] | null {
  const waiting = table?.waiting;
  return waiting?.what === 'seals' || waiting?.what === 'seeds' ? waiting.for.map((seat) => names[seat] ?? '?') : null;
}
