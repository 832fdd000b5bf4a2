/** What people and bots at a table are called: bots in the reader's language, namesakes told apart. */

import type { Seat, Table } from '../generated/messages';
import type { Words } from './words';

/** "Dora", or "Dora, played by Steady" while a bot plays on with her sheet. */
export function ownerOf(seat: Seat | undefined, name: string, words: Words): string {
  return seat?.stand_in ? words.t('page.table.played_by', { name, bot: words.bot(seat.stand_in) }) : name;
}

export function seatNames(seats: Seat[], words: Words): string[] {
  return apart(seats.map((seat) => (seat.kind === 'bot' && seat.bot ? words.bot(seat.bot) : (seat.name ?? '…'))));
}

/** The same for a record, whose headers say who were bots; the arena's seats have the bots' own names. */
export function recordNames(names: string[], headers: [string, string][], words: Words): string[] {
  const bots = new Map(headers);
  return apart(
    names.map((name, seat) =>
      bots.has(`bot ${seat}`) ? words.bot(bots.get(`bot ${seat}`)!) : words.isBot(name) ? words.bot(name) : name,
    ),
  );
}

/** The same for a game in a list. */
export function endedNames(game: { seats: string[]; bots?: (string | null)[] }, words: Words): string[] {
  return apart(game.seats.map((name, seat) => (game.bots?.[seat] ? words.bot(game.bots[seat]) : name)));
}

function apart(plain: string[]): string[] {
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

/** What is told to somebody for whom the host lets a bot play: who wanted it, and why. */
export function tellReplaced(words: Words, seat: Seat, host: string): string {
  const told = words.t('page.table.replaced', { host, bot: words.bot(seat.stand_in ?? '') });
  return seat.cause ? `${told} ${words.t(`page.table.causes.${seat.cause}`)}` : told;
}
