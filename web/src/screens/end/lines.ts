/** The lines of a score: rows, bonus where there is one, penalties; they add up to the total. */

import { rowColours } from '../../sheet/colours';
import { hasPoints } from '../../sheet/show';
import type { Words } from '../../text/words';
import type { Variant, View } from '../../generated/types';

export interface ScoreLine {
  label: string;
  /** The colours of a row, and the sign or letter that stands for it. */
  colours: string | null;
  sign: string;
  /** One value per seat. */
  values: number[];
}

export function scoreLines(words: Words, variant: Variant, view: View): ScoreLine[] {
  const scores = view.sheets.map((sheet) => sheet.score);
  const rows = variant.rows.flatMap((row, r) =>
    hasPoints(row)
      ? [
          {
            label: words.row(variant, row.row),
            colours: rowColours(row),
            sign: row.lock ?? row.row,
            values: scores.map((score) => score.rows[r] ?? 0),
          },
        ]
      : [],
  );
  const bonus = {
    label: words.t('game.words.bonus'),
    colours: null,
    sign: '',
    values: scores.map((score) => score.bonus),
  };
  const penalties = {
    label: words.t('game.words.penalties'),
    colours: null,
    sign: '',
    values: scores.map((score) => score.penalties),
  };
  return [...rows, ...(bonus.values.some(Boolean) ? [bonus] : []), penalties];
}
