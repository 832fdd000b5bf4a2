/** Reasons for a move as sentences: the same as rowlock/locale/reasons.py says. */

import type { Reason } from '../reviews';
import type { Variant } from '../types';
import { sentence, type Words } from './words';

export function tellReason(words: Words, variant: Variant, seats: string[], reason: Reason): string {
  const numbers = reason.numbers.map(String);
  return sentence(
    words.t(`game.reasons.${kindOf(reason)}`, {
      row: reason.row ? words.row(variant, reason.row) : '',
      numbers: words.join(numbers),
      percent: reason.percent === null ? '' : reason.percent.toFixed(0),
      points: reason.points === null ? '' : reason.points.toLocaleString(words.language, { maximumFractionDigits: 1 }),
      name: reason.seat === null ? '' : (seats[reason.seat] ?? ''),
      move: cellOf(words, variant, reason),
    }),
  );
}

function kindOf({ kind, percent, numbers }: Reason): string {
  if (kind === 'passing' && percent === null) return 'passing_alone';
  return kind === 'skips' && numbers.length === 1 ? 'skips_one' : kind;
}

/** The cell that the move is about; any other move as it is written. */
function cellOf(words: Words, variant: Variant, { move, row }: Reason): string {
  const written = move.split('>')[0]!;
  const number = written.slice(1);
  return written[0] === row && /^\d+$/.test(number) ? words.cell(variant, row, Number(number)) : written;
}
