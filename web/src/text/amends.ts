/** Corrections in words: what was said, and what should stand instead. */

import type { Proposal, Spoken } from '../generated/messages';
import type { Move, Roll, Variant } from '../generated/types';
import type { Words } from './words';

/** A mark by its cell, a pass or a penalty by its name. */
export function tellMark(words: Words, variant: Variant, move: Move, free: boolean): string {
  return free && !move.cell ? words.t('page.pad.penalty') : words.move(variant, move);
}

/** What was said, in one line: "Ben: red 7", "Mia rolled 4 + 1 · ●6 ▲2". */
export function tellSpoken(words: Words, variant: Variant, names: string[], said: Spoken, free: boolean): string {
  if (said.roll)
    return words.t('page.correct.rolled', { name: names[said.active] ?? '?', roll: words.dice(said.roll) });
  return words.labelled(names[said.seat ?? 0] ?? '?', tellMark(words, variant, said.move!, free));
}

/** What a proposal wants, in one line. */
export function tellProposal(words: Words, variant: Variant, names: string[], wish: Proposal, free: boolean): string {
  const name = names[wish.seat ?? wish.active] ?? '?';
  const told = (roll: Roll | null, move: Move | null) =>
    roll ? words.dice(roll) : move ? tellMark(words, variant, move, free) : '';
  const [was, now] = [told(wish.roll, wish.move), told(wish.new_roll, wish.new_move)];
  const key = !now ? 'erased' : wish.added ? 'added' : 'change';
  return words.t(`page.correct.${key}`, { name, was, now });
}

/** Whose score it changes: "Ben 34 → 31". */
export function tellScores(words: Words, names: string[], wish: Proposal): string {
  const changed = wish.scores.map((before, seat) => ({ seat, before, after: wish.new_scores[seat] ?? before }));
  return changed
    .filter(({ before, after }) => before !== after)
    .map(({ seat, before, after }) => `${names[seat]} ${words.number(before)} → ${words.number(after)}`)
    .join(' · ');
}
