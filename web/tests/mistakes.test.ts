import { beforeEach, expect, it } from 'vitest';
import type { Mistake } from '../src/generated/ratings';
import { found, keepMistakes, keptMistakes, nextMistake, noteFound } from '../src/screens/puzzle/mistakes';

const mistake = (position: string): Mistake => ({ position, seat: 0, chosen: '-', best: 'r5', loss: 0.1, worths: {} });
const three = ['a', 'b', 'c'].map(mistake);

beforeEach(() => localStorage.clear());

it('keeps mistakes for a time without a network, and of those found only what is still there', () => {
  keepMistakes(three);
  expect(keptMistakes()).toEqual(three);
  noteFound('a', true);
  noteFound('c', true);
  noteFound('c', false);
  expect(found()).toEqual(['a']);
  keepMistakes(three.slice(1));
  expect(found()).toEqual([]);
});

it('goes on with what was not found yet, and around when all were', () => {
  expect(nextMistake(three, 0, [])).toBe(1);
  expect(nextMistake(three, 1, ['b'])).toBe(3);
  expect(nextMistake(three, 3, ['a'])).toBe(2);
  expect(nextMistake(three, 3, ['a', 'b', 'c'])).toBe(1);
  expect(nextMistake([], 0, [])).toBe(1);
});
