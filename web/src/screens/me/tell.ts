/** Ratings and progress in words. */

import type { LadderShown, Mistake } from '../../generated/ratings';
import type { Variant } from '../../generated/types';
import type { Words } from '../../text/words';

/** A number with so many decimals, as people write it in this language. */
export function figure(words: Words, value: number, digits: number): string {
  const written = Math.abs(value).toFixed(digits).replace('.', words.t('language.decimal'));
  return value < 0 && /[1-9]/.test(written) ? `−${written}` : written;
}

/** A chance in points of a hundred. */
export const points = (words: Words, chance: number, digits = 1) => figure(words, 100 * chance, digits);

/** Luck with its sign: "+3.1". */
export function luck(words: Words, chance: number): string {
  const told = points(words, chance);
  return told.startsWith('−') || !/[1-9]/.test(told) ? told : `+${told}`;
}

/** "Classic, for two". */
export const ladderTitle = (words: Words, ladder: Pick<LadderShown, 'pads' | 'kind'>) =>
  `${ladder.pads.map((pad) => padTitle(words, pad)).join(', ')}, ${words.t(`people.me.tables.${ladder.kind}`)}`;

export const padTitle = (words: Words, pad: string) => words.title({ name: pad, title: pad });

/** A results rating has four digits. */
export const fourDigits = (number: number) => String(number).padStart(4, '0');

/** A bot in the reader's language, a person by name. */
export const opponent = (words: Words, name: string) => (name.startsWith('bot:') ? words.bot(name.slice(4)) : name);

/** How a record ended: halves are shared wins. */
export const wins = (words: Words, won: number) => figure(words, won, Number.isInteger(won) ? 0 : 1);

/** A month as people write it. */
export const monthText = (language: string, month: string) =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString(language, { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** A season such as 2026-4 by its months. */
export function seasonTitle(language: string, season: string): string {
  const [year = 0, quarter = 1] = season.split('-').map(Number);
  const month = (n: number) => new Date(Date.UTC(year, 3 * quarter - n, 15, 12));
  const written = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return written.formatRange(month(3), month(1));
}

/** The pad of a mistake's position, which begins with its name. */
export const padOf = (mistake: Mistake) => /^[^ ;]+/.exec(mistake.position)?.[0] ?? '';

/** A move by its cell on the pad; what is no single cell stays as it is written. */
export function moveText(words: Words, move: string, pad: Variant | undefined): string {
  if (move === '-') return words.t('game.moves.pass');
  const [, row, number] = /^([a-z]+)(\d+)$/.exec(move) ?? [];
  return pad && row && number && pad.rows.some((one) => one.row === row) ? words.cell(pad, row, Number(number)) : move;
}
