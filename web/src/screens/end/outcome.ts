/** How a game ended, told to the one who looks: won by how much, what was missing, and why it was over. */

import type { Outcome, Variant, View } from '../../generated/types';
import type { Words } from '../../text/words';

export interface Verdict {
  /** The one line that is written large. */
  line: string;
  won: boolean;
}

/** `mine` are the seats of this device; with several of them, or none, the winner is named. */
export function verdict(words: Words, names: string[], over: Outcome, mine: number[]): Verdict {
  if (over.reason === 'aborted') return { line: words.t('page.end.aborted'), won: false };
  const best = over.scores[over.winners[0] ?? 0] ?? 0;
  const me = mine.length === 1 ? mine[0]! : null;
  if (names.length === 1) return { line: words.t('page.end.solo', { n: best }), won: true };
  if (over.winners.length > 1) {
    const line = words.t('page.end.tie', {
      names: words.join(over.winners.map((seat) => names[seat] ?? '?')),
      n: best,
    });
    return { line, won: me !== null && over.winners.includes(me) };
  }
  const winner = over.winners[0]!;
  const second = Math.max(...over.scores.filter((_, seat) => seat !== winner));
  const name = names[winner] ?? '?';
  // by how much says nothing where somebody with more points has given up
  if (over.reason === 'resigned' || second > best) {
    if (me === winner) return { line: words.t('page.end.you_win_alone'), won: true };
    const gave = over.reason === 'resigned' && me !== null;
    return { line: words.t(gave ? 'page.end.you_gave_up' : 'page.end.wins_alone', { name }), won: false };
  }
  if (me === winner) return { line: words.t('page.end.you_win', { n: best - second }), won: true };
  if (me !== null) return { line: words.t('page.end.you_lose', { name, n: best - over.scores[me]! }), won: false };
  return { line: words.t('page.end.wins_by', { name, n: best - second }), won: false };
}

/** Why it was over: the rows that are closed, whose penalty boxes are full, who gave up; or that it was broken off. */
export function whyOver(words: Words, variant: Variant, view: View, names: string[]): string {
  if (view.over?.reason === 'aborted') return words.t('page.end.why_aborted');
  if (view.over?.reason === 'resigned') {
    return words.t('page.end.why_resigned', { names: words.join(view.out.map((seat) => names[seat] ?? '?')) });
  }
  const closed = variant.rows.filter((_, r) => view.sheets.some((sheet) => sheet.rows[r]?.closed));
  if (view.over?.reason === 'rows' && closed.length) {
    return words.t('page.end.why_rows', { rows: words.join(closed.map((row) => words.row(variant, row.row))) });
  }
  const full = view.sheets.flatMap((sheet, seat) =>
    sheet.penalties >= variant.penalties.boxes ? [names[seat] ?? '?'] : [],
  );
  return words.t('page.end.why_penalties', { names: words.join(full) });
}
