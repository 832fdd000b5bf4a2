/** A finished game as a few lines of text, good for any messenger. */

import { hasPoints } from '../../sheet/show';
import type { Words } from '../../text/words';
import type { Variant, View } from '../../generated/types';

export function shareable(words: Words, variant: Variant, view: View, names: string[], link: string): string {
  const order = view.sheets
    .map((sheet, seat) => ({ seat, score: sheet.score }))
    .sort((a, b) => b.score.total - a.score.total);
  const lines = order.map(({ seat, score }) => {
    const rows = score.rows.filter((_, r) => hasPoints(variant.rows[r]!)).join(' + ');
    const bonus = score.bonus ? ` + ${score.bonus}` : '';
    const penalties = score.penalties ? ` − ${Math.abs(score.penalties)}` : '';
    return `${names[seat]}: ${words.number(score.total)} (${rows}${bonus}${penalties})`;
  });
  return [`Rowlock · ${words.title(variant)}`, ...lines, link].join('\n');
}
