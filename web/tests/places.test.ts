import { describe, expect, it } from 'vitest';
import { places } from '../src/screens/end/places';
import type { Outcome } from '../src/generated/types';

const over = (scores: number[], winners: number[]) => ({ scores, winners, reason: 'rows' }) as Outcome;

describe('the places at the end', () => {
  it('go by points, and equal points share a place', () => {
    expect(places(over([17, 28, 17, 13], [1]), []).map(({ seat, place, shared }) => [seat, place, shared])).toEqual([
      [1, 1, false],
      [0, 2, true],
      [2, 2, true],
      [3, 4, false],
    ]);
  });

  it('put two winners on the first', () => {
    expect(places(over([40, 40, 12], [0, 1]), []).map(({ place }) => place)).toEqual([1, 1, 3]);
  });

  it('put whoever gave up last, whatever they had', () => {
    expect(places(over([90, 12, 20], [2]), [0]).map(({ seat }) => seat)).toEqual([2, 1, 0]);
  });
});
