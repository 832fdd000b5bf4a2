/** Daily games in words: losses, the text to share. */

import type { Roll } from '../../generated/types';
import { tellDice } from '../../text/together';
import type { Words } from '../../text/words';

const SIGNS = ['■', '▪', '□'];
const ROW = 5;

/** A loss in hundredths as people write it: one decimal. */
export function lossText(words: Words, loss: number): string {
  const tenths = Math.floor((loss * 10 + 50) / 100);
  return `${Math.floor(tenths / 10)}${words.t('language.decimal')}${tenths % 10}`;
}

export const tellLost = (words: Words, loss: number) => words.t('people.daily.lost', { loss: lossText(words, loss) });

/** "6.2 points lost: better than 81 of 100", or what there is to say without others. */
export function tellPlace(words: Words, loss: number, better: number | null): string {
  if (loss === 0) return words.t('people.daily.book');
  const lost = tellLost(words, loss);
  if (better === null) return lost;
  // whoever lost most is not told so
  return `${lost}: ${better ? words.t('people.daily.better', { n: better }) : words.t('people.daily.tomorrow')}`;
}

/** A roll, noted as "4+1 r6 y2", as the page shows dice: "4 + 1 ●6 ▲2", and aloud "4 + 1, red 6, yellow 2". */
export function tellRoll(words: Words, noted: string): { shown: string; aloud: string } {
  const [whites = '', ...dice] = noted.split(' ');
  const [first = 0, second = 0] = whites.split('+').map(Number);
  const coloured = Object.fromEntries(dice.map((die) => [die.slice(0, 1), Number(die.slice(1))]));
  const roll: Roll = { white: [first, second], coloured, total: first + second, text: noted };
  const aloud = [`${first} + ${second}`, ...(dice.length ? [tellDice(words, roll)] : [])].join(', ');
  return { shown: words.dice(roll), aloud };
}

/** Date, pad, score, loss, a square a turn in rows of five, the link: nothing of the dice. */
export function shareText(
  words: Words,
  day: string,
  title: string,
  result: { score: number; loss: number; squares: number[] },
  link: string,
): string {
  const signs = result.squares.map((mark) => SIGNS[mark] ?? '');
  const rows = Array.from({ length: Math.ceil(signs.length / ROW) }, (_, row) =>
    signs.slice(row * ROW, (row + 1) * ROW).join(''),
  );
  return [
    `Rowlock · ${day} · ${title}`,
    `${words.t('game.points', { n: result.score })} · ${tellLost(words, result.loss)}`,
    ...rows,
    link,
  ].join('\n');
}

/** The day of a daily game from the label of its dice; null for any other. */
export function dayOf(label: string): { whose: string; day: string; pad: string } | null {
  const [, whose, day, pad] = /^(daily|household) (\d{4}-\d{2}-\d{2}) ([a-z0-9-]+)$/.exec(label) ?? [];
  return whose && day && pad ? { whose, day, pad } : null;
}

/** A day as people write it, in their language; days are those of universal time. */
export const dayText = (language: string, day: string, withYear = false) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(withYear ? { year: 'numeric' as const } : {}),
  });
