/** What games and positions teach, over HTTP: what takes longer is asked for repeatedly until it is ready. */

import type { Analysis, PositionShown, Review } from '../generated/reviews';
import type { ShowPosition } from '../generated/answers';
import { request } from './api';

/** Told while the answer is being worked out: how many pieces of work are under way. */
export type Waiting = (ahead: number) => void;

/** Ask until the answer is there; `given` says that nobody wants it any more. */
async function patiently<T>(
  method: string,
  path: string,
  body: unknown,
  waiting: Waiting,
  given: AbortSignal,
): Promise<T> {
  for (;;) {
    const answer = await request(method, path, body);
    const told: unknown = await answer.json();
    if (answer.status !== 202) return told as T;
    given.throwIfAborted();
    waiting((told as { ahead: number }).ahead);
  }
}

export const getReview = (table: string, game: number, waiting: Waiting, given: AbortSignal) =>
  patiently<Review>('GET', `/tables/${table}/games/${game}/review`, undefined, waiting, given);

/** The review of a record that the reader brings. */
export const reviewRecord = (text: string, waiting: Waiting, given: AbortSignal) =>
  patiently<Review>('POST', '/review', { text }, waiting, given);

/** A position to look at, with a change if one is given; a pad's name alone is the start of a game. */
export const getPosition = (wish: ShowPosition) =>
  request('POST', '/position', wish).then((answer) => answer.json() as Promise<PositionShown>);

/** What a position is worth; `most` joint positions of two seats are solved for an exact answer. */
export const analyse = (
  position: string,
  pad: string | null,
  most: number | undefined,
  waiting: Waiting,
  given: AbortSignal,
) => patiently<Analysis>('POST', '/analyse', { position, variant_text: pad, most }, waiting, given);
