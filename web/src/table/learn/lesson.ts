/** A first game that teaches: which sentence fits the moment. It knows what the view shows, and locks nothing. */

import type { Move, View } from '../../generated/types';

export const LESSONS = ['white', 'skip', 'colour', 'penalty', 'lock'] as const;
export type Lesson = (typeof LESSONS)[number];

/** Cells that a careless cross would leave behind: enough to mention it. */
const FAR = 3;
/** Rolls after which the end of a row is worth mentioning. */
const SETTLED = 3;

/** The sentence for this moment, or null while there is nothing new to say. */
export function lessonFor(view: View, chosen: Move | null, told: readonly string[]): Lesson | null {
  const seat = view.seat;
  if (view.over || seat === null || !view.waiting.includes(seat)) return null;
  const fits: Record<Lesson, boolean> = {
    white: view.phase === 'white',
    skip: (chosen?.skips ?? 0) >= FAR,
    colour: view.phase === 'colour' && view.moves.length > 1,
    penalty: view.moves.some((move) => move.cell === null && move.gain < 0),
    lock: view.turn >= SETTLED && view.phase === 'white',
  };
  const fresh = (lesson: Lesson) => fits[lesson] && !told.includes(lesson);
  // what is about to happen comes before what may come later
  return (['skip', 'white', 'colour', 'penalty', 'lock'] as const).find(fresh) ?? null;
}
