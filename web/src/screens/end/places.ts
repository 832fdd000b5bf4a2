/** Who came where: places with ties, the best first; whoever gave up comes last. */

import type { Outcome } from '../../generated/types';

export interface Placed {
  seat: number;
  place: number;
  /** Somebody else has the same place. */
  shared: boolean;
}

export function places(over: Outcome, out: readonly number[]): Placed[] {
  const worth = (seat: number) => (out.includes(seat) ? -Infinity : over.scores[seat]!);
  // the winners are what the rules say; the others follow by their points
  const rank = (seat: number) => [over.winners.includes(seat) ? 0 : 1, -worth(seat)] as const;
  const before = (a: number, b: number) =>
    rank(a)[0] - rank(b)[0] || (rank(a)[1] === rank(b)[1] ? 0 : rank(a)[1] - rank(b)[1]);
  const seats = over.scores.map((_, seat) => seat).sort((a, b) => before(a, b) || a - b);
  const place = (seat: number) => 1 + seats.filter((other) => before(other, seat) < 0).length;
  return seats.map((seat) => ({
    seat,
    place: place(seat),
    shared: seats.some((other) => other !== seat && place(other) === place(seat)),
  }));
}
