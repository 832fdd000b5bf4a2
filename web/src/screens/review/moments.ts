/** From a review to what lay on the table then: sheets out of the replay, moves in words. */

import type { Replay, ReplayStep } from '../../generated/answers';
import type { Decision, Option, Review } from '../../generated/reviews';
import { tellPlay, withNotes } from '../../text/reasons';
import type { Words } from '../../text/words';
import type { Variant } from '../../generated/types';

/** The phase of the same turn whose end brings a decision up. */
const BEHIND: Record<Decision['phase'], string> = {
  white: 'roll',
  colour: 'white',
  take: '',
  call: 'take',
  play: 'call',
};

/** The step of a replay after which a decision was due: the roll, or the white action. */
export function frameBefore(replay: Replay, turn: number, phase: Decision['phase']): ReplayStep {
  const behind = BEHIND[phase];
  const frames = replay.frames.filter((frame) => frame.turn === turn && frame.phase === behind);
  const earlier = replay.frames.filter((frame) => frame.turn <= turn && frame.view.turn === turn);
  return frames.at(-1) ?? earlier[0] ?? replay.frames[0]!; // a game from a position may begin within a turn
}

export function chosenOption(decision: Decision): Option {
  return decision.options.find((option) => option.move === decision.chosen)!;
}

/** The option that would have been better; none where the chosen one was as good as any. */
export function betterOption(decision: Decision): Option | null {
  return decision.best === decision.chosen ? null : (decision.options[0] ?? null);
}

/** "red 8", "Pass", "Lucky: green 7", "red 8 (choosing yellow)". */
export function tellOption(words: Words, variant: Variant, option: Pick<Option, 'move' | 'cell' | 'taken'>): string {
  if (option.taken != null) return words.t('game.moves.take', { number: option.taken });
  if (option.move.startsWith('=')) return tellPlay(words, option.move);
  if (!option.cell) return words.t('game.moves.pass');
  const cell = words.cell(variant, ...option.cell);
  return withNotes(
    words,
    variant,
    option.move,
    option.move.startsWith('*') ? words.t('game.moves.lucky', { cell }) : cell,
  );
}

/** The decisions of a seat in a turn, in the order in which they were made. */
export function decisionsIn(review: Review, turn: number, seat: number): Decision[] {
  return review.turns[turn]?.decisions.filter((decision) => decision.seat === seat) ?? [];
}

/** What a seat did in a turn, as it is written. */
export function saidIn(review: Review, turn: number, seat: number): string[] {
  const { choices, colour, active } = review.turns[turn]!;
  return [choices[seat] ?? null, active === seat ? colour : null].filter((move) => move !== null);
}

/** The file of an own pad, which its record carries along; null for a pad that is known by name. */
export function padIn(record: string): string | null {
  const found = /^variant \{\n([\s\S]*?)\n\}$/m.exec(record.replaceAll('\r\n', '\n'));
  return found?.[1] ?? null;
}
