/** Reasons for a move as sentences, and what moves are worth: the same words as in the terminal. */

import type { Reason } from '../reviews';
import type { Variant } from '../types';
import { sentence, type Words } from './words';

/** One reason, with its number. */
export function tellReason(words: Words, variant: Variant, names: string[], reason: Reason): string {
  const told = words.t(`game.reasons.${kindOf(reason)}`, {
    row: reason.row ? words.row(variant, reason.row) : '',
    numbers: words.join(reason.numbers.map(String)),
    percent: reason.percent === null ? '' : rounded(reason.percent),
    points: reason.points === null ? '' : plainPoints(words, reason.points),
    name: reason.seat === null ? '' : (names[reason.seat] ?? '?'),
    move: cellOf(words, variant, reason),
  });
  return sentence(told);
}

function kindOf(reason: Reason): string {
  if (reason.kind === 'passing' && reason.percent === null) return 'passing_alone';
  return reason.kind === 'skips' && reason.numbers.length === 1 ? 'skips_one' : reason.kind;
}

/** The cell that the reason is about, by its colour and number; any other move as it is written. */
function cellOf(words: Words, variant: Variant, reason: Reason): string {
  const written = reason.move.split('>')[0] ?? '';
  const [row, number] = [written.slice(0, 1), written.slice(1)];
  return row === reason.row && /^\d+$/.test(number) ? words.cell(variant, row, Number(number)) : written;
}

/** As Python rounds: halves to the even neighbour. */
function rounded(value: number): string {
  const below = Math.floor(value);
  return String(value - below === 0.5 ? below + (below % 2) : Math.round(value));
}

function plainPoints(words: Words, value: number): string {
  return Number.isInteger(value) ? String(value) : decimal(words, value);
}

function decimal(words: Words, value: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return new Intl.NumberFormat(words.language, digits).format(value).replace('-', '−');
}

/** A chance to win, or what of it is lost, in percent; alone, points. */
export function tellWorth(words: Words, worth: number, seats: number): string {
  if (seats > 1) return `${decimal(words, 100 * worth)}\u00a0%`;
  return words.t('page.hint.points', { points: decimal(words, worth) });
}
