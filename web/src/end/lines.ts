/** The lines of a score: rows, bonus where there is one, penalties; they add up to the total. */

import type { Words } from '../text/words';
import type { Variant, View } from '../types';

export interface ScoreLine {
  label: string;
  colour: string | null;
  /** One value per seat. */
  values: number[];
}

export function scoreLines(words: Words, variant: Variant, view: View): ScoreLine[] {
  const scores = view.sheets.map((sheet) => sheet.score);
  const rows = variant.rows.map(({ row }, r) => ({
    label: words.row(row),
    colour: row,
    values: scores.map((score) => score.rows[r] ?? 0),
  }));
  const bonus = { label: words.t('game.words.bonus'), colour: null, values: scores.map((score) => score.bonus) };
  const penalties = { label: words.t('game.words.penalties'), colour: null, values: scores.map((score) => score.penalties) };
  return [...rows, ...(bonus.values.some(Boolean) ? [bonus] : []), penalties];
}
