/** Duels in words: what was lost, how it ended, the moves of a turn. */

import type { HalfLine } from '../../generated/duels';
import type { Unit } from '../../generated/reviews';
import type { Variant } from '../../generated/types';
import type { Words } from '../../text/words';
import { lossText, tellLost } from '../daily/tell';
import { tellOption } from '../review/moments';

/** What a half lost by its choices. */
export function tellLoss(words: Words, unit: Unit, loss: number | null): string {
  if (loss === null) return words.t('people.duels.unjudged');
  if (loss === 0) return words.t('people.daily.book');
  return unit === 'points' ? tellLost(words, loss) : words.t('people.duels.gave_away', { loss: lossText(words, loss) });
}

/** The result beside it: points, and in company who won. */
export function tellResult(words: Words, half: HalfLine): string {
  const parts = [words.t('game.points', { n: half.score ?? 0 })];
  if (half.won !== null) parts.push(words.t(`people.duels.${half.won === 1 ? 'won' : half.won ? 'shared' : 'beaten'}`));
  if (half.finished === false) parts.push(words.t('people.duels.left'));
  if (half.device) parts.push(words.t('people.duels.device'));
  return parts.join(' · ');
}

export function nameOf(words: Words, half: HalfLine): string {
  if (half.kind === 'champion') return words.bot('champion');
  return half.kind === 'earlier' ? words.t('people.duels.earlier', { name: half.name }) : half.name;
}

/** The choices of a turn. */
export function tellTurn(words: Words, variant: Variant, moves: string[]): string {
  return moves
    .map((move) => {
      const [, row, number] = /^([a-z])(\d+)/.exec(move) ?? [];
      if (move.startsWith('*')) return words.t('game.moves.lucky', { cell: words.row(variant, move.slice(1, 2)) });
      const taken = move.startsWith('@') ? Number(move.slice(1)) : null;
      return tellOption(words, variant, { move, cell: row ? [row, Number(number)] : null, taken });
    })
    .join(', ');
}
