/** Chances and points as people write them: one form, with one decimal place, everywhere. */

import type { Unit } from '../generated/reviews';
import type { Words } from './words';

/** A number rounded to one decimal place, as Python does it: an exact half goes to the even neighbour. */
export function tenth(value: number): number {
  const size = Math.abs(value);
  return Math.sign(value) * Number((size % 1 === 0.25 ? size - 0.05 : size).toFixed(1));
}

/** The same as people write it, without a minus before a zero. */
export function decimal(words: Words, value: number): string {
  const rounded = tenth(value);
  const written = Math.abs(rounded).toFixed(1).replace('.', words.t('language.decimal'));
  return rounded < 0 ? `−${written}` : written;
}

/** "17.2%". */
export function tellPercent(words: Words, value: number): string {
  return words.t('language.percent', { n: decimal(words, value) });
}

/** A chance to win in percent, or points. */
export function tellFigure(words: Words, value: number, unit: Unit): string {
  return unit === 'chance' ? tellPercent(words, 100 * value) : decimal(words, value);
}

/** What becomes of a chance or of a score: "17.2% → 7.4%". */
export function tellChange(words: Words, before: number, after: number, unit: Unit): string {
  return words.t('game.change', { before: tellFigure(words, before, unit), after: tellFigure(words, after, unit) });
}

/** What is gained or lost, with its sign: "+3.0%", "−1.2". */
export function tellSigned(words: Words, value: number, unit: Unit): string {
  const written = tellFigure(words, Math.abs(value), unit);
  if (!/[1-9]/.test(written)) return written;
  return `${value < 0 ? '−' : '+'}${written}`;
}
