/** Reasons for a move as sentences, and what moves are worth: the same words as in the terminal. */

import type { Option, Reason, Than, Unit } from '../generated/reviews';
import type { Variant } from '../generated/types';
import { decimal, tellChange, tellFigure, tellPercent, tenth } from './figures';
import { sentence, type Words } from './words';

/** Reasons that say how often the dice bring something, and that can do without. */
const WITH_ROLLS = ['skips', 'skips_more', 'leaves', 'may_lock', 'again', 'opens', 'next', 'rival'];
const NOTHING: Than = { move: '', crossed: [], cells: [], percent: null, points: 0, taken: null };

export const unitOf = (seats: number): Unit => (seats > 1 ? 'chance' : 'points');

/** Why the best move is better than this option; where nothing else can be said, by how much. Where the figures that
 * are told are the same, no reason is: it would argue for nothing. */
export function tellReasons(
  words: Words,
  variant: Variant,
  names: string[],
  reasons: Reason[],
  option: Option,
): string[] {
  const unit = unitOf(names.length);
  const scale = unit === 'chance' ? 100 : 1;
  const gap = tenth(scale * (option.worth + option.loss)) - tenth(scale * option.worth);
  if (gap <= 0) return [words.t('game.reasons.equal')];
  if (reasons.length) return reasons.map((reason) => tellReason(words, variant, names, reason));
  return [
    words.t(`game.reasons.${unit === 'chance' ? 'none' : 'none_alone'}`, {
      loss: tellFigure(words, gap / scale, unit),
    }),
  ];
}

/** One reason, with its numbers. */
export function tellReason(words: Words, variant: Variant, names: string[], reason: Reason): string {
  const than = reason.than ?? NOTHING;
  const told = words.t(`game.reasons.${keyOf(reason)}`, {
    move: tellChoice(words, variant, reason.move, reason.crossed),
    other: tellChoice(words, variant, than.move, than.crossed),
    cells: cellsOf(words, variant, reason.kind, reason),
    fewer: cellsOf(words, variant, reason.kind, than),
    percent: percentOf(words, reason.percent),
    less: percentOf(words, than.percent),
    n: reason.fields.length || reason.points,
    fields: words.join(reason.fields.map(String)),
    points: words.t('game.points', { n: reason.points }),
    fewer_points: words.t('game.points', { n: than.points }),
    few: than.points,
    gap: reason.gap ?? '',
    taken: reason.taken ?? '',
    other_taken: than.taken ?? '',
    row: reason.row ? words.row(variant, reason.row) : '',
    name: reason.seat === null ? '' : (names[reason.seat] ?? '?'),
  });
  return sentence(told);
}

function keyOf({ kind, points, than, percent, cells }: Reason): string {
  if (kind === 'nearer' && !points) return 'nearer_next';
  const key = kind === 'skips' && than ? 'skips_more' : kind;
  if (percent === null && WITH_ROLLS.includes(key)) return `${key}_plain`;
  return key === 'skips' && cells.length === 1 ? 'skips_one' : key;
}

/** Cells by name; skipped and closing ones in the move's own row by their numbers alone. */
function cellsOf(
  words: Words,
  variant: Variant,
  kind: Reason['kind'],
  about: Pick<Reason, 'crossed' | 'cells'>,
): string {
  const rows = new Set([...about.crossed, ...about.cells].map(([row]) => row));
  const numbers = ['skips', 'may_lock'].includes(kind) && about.crossed.length > 0 && rows.size === 1;
  return words.join(about.cells.map(([row, number]) => (numbers ? String(number) : words.cell(variant, row, number))));
}

const percentOf = (words: Words, value: number | null) => (value === null ? '' : tellPercent(words, value));

/** A move within a sentence: the cells that it crosses, and how it differs from other ways to them. */
export function tellChoice(words: Words, variant: Variant, move: string, crossed: Reason['crossed']): string {
  if (move.startsWith('=')) return tellPlay(words, move);
  if (!crossed.length) return words.t('game.reasons.pass');
  return withNotes(words, variant, move, words.join(crossed.map(([row, number]) => words.cell(variant, row, number))));
}

/** "Play blue: 12, 11, joker 9 · cross 12, 11": a play as it is written, in words. */
export function tellPlay(words: Words, move: string): string {
  const [cards, crosses] = move.slice(2).split(':') as [string, string?];
  const told = cards
    .split('.')
    .map((card) => (card.startsWith('j') ? words.t('game.words.joker', { number: card.slice(1) }) : card));
  const values = {
    colour: words.t(`game.colours.${move[1]}`),
    cards: told.join(', '),
    numbers: crosses?.split('.').join(', ') ?? '',
  };
  return words.t(crosses ? 'game.moves.play_cross' : 'game.moves.play', values);
}

/** What is told of a move, with the rows that it picks and the swap field that it uses. */
export function withNotes(words: Words, variant: Variant, move: string, told: string): string {
  const [said, ...picks] = move.split('>');
  const notes = picks.map((row) => words.t('game.effects.pick', { row: words.row(variant, row) }));
  const [, field] = /^(\d+)~/.exec(said!) ?? [];
  const printed = variant.strips.find((strip) => strip.name === 'swaps')?.fields[Number(field) - 1]?.text;
  if (field) notes.push(words.t('game.effects.swaps', { field, printed: printed ?? '' }));
  return notes.length ? `${told} (${notes.join(', ')})` : told;
}

/** What becomes of the chance to win, or of the score to expect, with an option that is not the best. */
export function tellDrop(words: Words, variant: Variant, option: Option, seats: number): string {
  const unit = unitOf(seats);
  const taken = option.taken === null ? null : words.t('game.moves.take', { number: option.taken });
  const move = taken ?? tellChoice(words, variant, option.move, option.cell ? [option.cell] : []);
  return words.t(`game.worth.${unit}`, {
    move,
    change: tellChange(words, option.worth + option.loss, option.worth, unit),
  });
}

/** A chance to win in percent; alone, points. */
export function tellWorth(words: Words, worth: number, seats: number): string {
  return seats > 1 ? tellPercent(words, 100 * worth) : words.t('page.hint.points', { points: decimal(words, worth) });
}
