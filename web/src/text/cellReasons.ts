/** Why a cell may not be crossed now, told from what the view shows. It decides nothing: the legal moves do. */

import { rowColours } from '../sheet/colours';
import { hasPoints } from '../sheet/show';
import { tiedRows } from '../state/ties';
import type { Row, Variant, View } from '../generated/types';
import { sentence, type Words } from './words';

export interface Reason {
  text: string;
  /** The paragraph of the rules that says more. */
  rule: 'left' | 'white' | 'colour' | 'closing' | 'between' | 'take' | 'call' | 'play';
}

export function whyNot(words: Words, variant: Variant, view: View, [row, number]: [string, number]): Reason {
  const r = variant.rows.findIndex((one) => one.row === row);
  const pad = variant.rows[r]!;
  const mine = view.sheets[view.seat ?? 0]!.rows[r]!;
  const values = { cell: words.cell(variant, row, number), row: words.row(variant, row) };
  const say = (key: string, rule: Reason['rule'], more = {}) => ({
    text: sentence(words.t(`page.why.${key}`, { ...values, ...more })),
    rule,
  });
  const unanswered = tiedRows(view.moves.filter((move) => move.cell?.[0] === row && move.cell[1] === number));
  if (unanswered.length) {
    return {
      text: words.t('page.table.tie', { rows: words.or(unanswered.map((one) => words.row(variant, one))) }),
      rule: 'left',
    };
  }
  if (mine.crossed.includes(number)) return say('crossed', 'left');
  if (mine.closed) return say('closed', 'closing');
  if (mine.skipped.includes(number)) return say('skipped', 'left');
  const place = pad.cells.findIndex((cell) => cell.number === number);
  if (place >= pad.cells.length - pad.closers && mine.count < pad.needs) {
    return say('needs', 'closing', { n: pad.needs, have: mine.count });
  }
  if (!hasPoints(pad) && lacksNeighbour(variant, view, pad, number)) {
    const cells = words.or(pad.counts_for.map((name) => words.cell(variant, name, number)));
    return say('between', 'between', { cells });
  }
  const colours = pad.cells[place]?.colours ?? row;
  if (view.cards) return whyNotWithCards(words, view, values.cell);
  if (!view.roll || isCalled(view, colours, number)) return { text: words.error('illegal_move'), rule: 'left' };
  if (view.phase === 'white') return say('white', 'white', { total: view.roll.total });
  return say('colour', 'colour', sums(words, view, colours));
}

function whyNotWithCards(words: Words, view: View, cell: string): Reason {
  if (view.phase === 'white') return whyNotOnPad(words, view, cell);
  const rule = view.phase === 'call' || view.phase === 'play' ? view.phase : 'take';
  return { text: sentence(words.t(`page.cards.why_${rule}`, { cell, total: view.cards?.called ?? 0 })), rule };
}

/** Real cards: another number is called, or the play has gone too far. */
function whyNotOnPad(words: Words, view: View, cell: string): Reason {
  const plays = view.seat === view.active && view.cards!.played.length > 0;
  if (plays) return { text: words.t('page.cards.too_far'), rule: 'play' };
  return { text: sentence(words.t('page.cards.why_call', { cell, total: view.cards!.top ?? 0 })), rule: 'call' };
}

/** The dice make this cell: the obstacle cannot be seen here. */
function isCalled(view: View, colours: string, number: number): boolean {
  return view.phase === 'white' ? view.roll?.total === number : totals(view, colours).includes(number);
}

/** A row between others: whether none beside it has the number, or, with a coloured die, not the one that counts. */
function lacksNeighbour(variant: Variant, view: View, pad: Row, number: number): boolean {
  const { rows } = view.sheets[view.seat ?? 0]!;
  const beside = pad.counts_for.map((name) => rows[variant.rows.findIndex(({ row }) => row === name)]!);
  const made = view.phase === 'colour' && totals(view, rowColours(pad)).includes(number);
  return made || !beside.some((row) => row.crossed.includes(number));
}

function totals(view: View, colours: string): number[] {
  const [first, second] = view.roll?.white ?? [0, 0];
  const values = [...colours].flatMap((colour) => view.roll?.coloured[colour] ?? []);
  return [...new Set(values.flatMap((value) => [first + value, second + value]))].sort((a, b) => a - b);
}

/** What the dice of these colours make with either white die. */
function sums(words: Words, view: View, colours: string): Record<string, string> {
  const die = words.join([...colours].map((colour) => words.t(`game.dice.${colour}`)));
  return { die, sums: words.or(totals(view, colours).map(String)) || words.t('page.sheet.none') };
}
