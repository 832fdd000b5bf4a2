/** The sheet for screen readers: every cell with its state, every row with its crosses. */

import type { CellShow } from '../sheet/show';
import { cardWay } from '../state/ties';
import type { Move, Sheet, Variant } from '../generated/types';
import type { Words } from './words';

/** What the moves of a cell would do; several where there is a choice. */
export function tellMoves(words: Words, variant: Variant, moves: Move[]): string {
  return [...new Set(moves.map((move) => words.effects(variant, move)).filter(Boolean))].join(' / ');
}

/** "red 9, crossed"; for a cell that may be crossed now, what the cross would do. */
export function tellCell(words: Words, variant: Variant, row: string, show: CellShow): string {
  const told = tellState(words, variant, row, show);
  return show.advised ? words.t('page.hint.cell', { cell: told }) : told;
}

function tellState(words: Words, variant: Variant, row: string, show: CellShow): string {
  const cell = words.cell(variant, row, show.cell.number);
  const effects = tellMoves(words, variant, show.moves);
  if (show.state === 'open' && effects) return words.t('page.sheet.cell_legal', { cell, effects });
  const state = show.again === 'crossed' ? 'again' : show.again ? 'pencil' : show.state;
  const told = words.t(`page.sheet.cell_${state}`, { cell });
  return state === 'crossed' && effects ? words.t('page.sheet.cell_legal', { cell: told, effects }) : told;
}

/** A whole sheet in a few sentences: the crosses row by row, penalties, the sum. */
export function tellSheet(words: Words, variant: Variant, sheet: Sheet, name: string): string {
  const rows = variant.rows.map(({ row }, r) => {
    const { crossed, closed } = sheet.rows[r]!;
    return words.t('page.sheet.row', {
      row: words.row(variant, row),
      crossed: crossed.join(', ') || words.t('page.sheet.none'),
      points: words.t('game.points', { n: sheet.score.rows[r] ?? 0 }),
      state: closed ? words.t('page.sheet.closed') : '',
    });
  });
  const sum = `${words.labelled(words.t('game.words.total'), words.number(sheet.score.total))}.`;
  return [
    `${words.t('page.sheet.of', { name })}.`,
    ...rows,
    `${words.t('game.penalty', { n: sheet.penalties })}.`,
    sum,
  ].join(' ');
}

/** One of several ways to cross a cell, as on a button: "with swap field 1 (8/5) · +3 points". */
export function tellWay(words: Words, variant: Variant, move: Move): string {
  const way = cardWay(move);
  if (way) return words.t(`page.cards.as_${way}`);
  return words.effects(variant, move) || words.move(variant, move);
}
