/** A finished game as it lies on the page, made ready to be sent around: as a picture, a link, a text. */

import { getRecord } from '../../net/api';
import { isOwn, STATIC } from '../../net/local';
import { addressOf, embeddedLetters, standing } from '../../parts/drawing';
import { measured } from '../../parts/fitting';
import { outwardOrigin } from '../../parts/outward';
import { pictureFile } from '../../parts/share';
import type { TableState } from '../../state/table.svelte';
import type { Words } from '../../text/words';
import { places } from './places';
import { resultPicture, type Posted, type PostedSeat, type Shape } from './resultPicture';

/** Dice on which others play too: a picture of the sheets would tell them what is rolled. */
const SHARED_DICE = /^(daily|household|duel|event) /;

/** Whether there is a result to show, and no secret in it. */
export const hasPicture = (room: TableState) =>
  room.view!.over!.winners.length > 0 && !SHARED_DICE.test(room.table!.dice.label);

/** Where others find the game; the front page if they may not see it, or if it lies on this device. */
export async function linkOf(room: TableState): Promise<string> {
  if (STATIC) return location.origin + location.pathname;
  const table = room.table!;
  const isOpen = !isOwn(table.id) && !room.free && table.settings.spectators;
  return new URL(isOpen ? `/g/${table.id}/${table.game}` : '/', await outwardOrigin()).href;
}

/** All that the picture shows; the sheets are those on the page. */
export async function posted(room: TableState, words: Words): Promise<Posted> {
  const [view, table] = [room.view!, room.table!];
  const over = view.over!;
  const best = over.scores[over.winners[0]!]!;
  const order = places(over, view.out);
  return {
    title: words.join(over.winners.map((seat) => room.names[seat] ?? '?')),
    points: words.number(best),
    inWords: words.t('game.points', { n: best }),
    line: `${words.title(room.variant!)} · ${await dateOf(room, words.language)}`,
    link: await linkOf(room),
    seats: order.map(({ seat, place }) => ({
      name: room.names[seat] ?? '?',
      place: order.length > 1 ? `${place}.` : '',
      points: words.number(over.scores[seat]),
      note: view.out.includes(seat) ? words.t('page.table.gave_up') : '',
      ...sheetOf(seat),
    })),
  };
  function sheetOf(seat: number): Pick<PostedSeat, 'sheet' | 'wide' | 'high'> {
    const drawing = document.querySelector<SVGSVGElement>(`.end figure[data-seat="${seat}"] svg.picture`)!;
    const { width, height } = drawing.viewBox.baseVal;
    const parts = [...standing(drawing).children].map((part) => new XMLSerializer().serializeToString(part));
    return { sheet: parts.join(''), wide: width, high: height };
  }
  /** The day on which it was played; a score pad has no record, and is shared when it is full. */
  async function dateOf(room: TableState, language: string): Promise<string> {
    const record = room.free ? '' : await getRecord(table.id, table.game).catch(() => '');
    const day = /^date: (\d{4}-\d{2}-\d{2})$/m.exec(record)?.[1];
    const form = { day: 'numeric', month: 'long', year: 'numeric' } as const;
    return day
      ? new Date(`${day}T12:00:00Z`).toLocaleDateString(language, { ...form, timeZone: 'UTC' })
      : new Date().toLocaleDateString(language, form);
  }
}

/** The picture as a file. */
export async function resultFile(result: Posted, shape: Shape, dark: boolean, name: string): Promise<File> {
  const drawing = resultPicture(result, shape, dark, measured(), await embeddedLetters());
  return pictureFile(addressOf(drawing), `${name}.png`, shape.w);
}
