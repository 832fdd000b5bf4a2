import { beforeEach, expect, test } from 'vitest';
import { noted, noteMilestones, reachedBy } from '../src/state/milestones';
import { forgetRecords, ownRecords } from '../src/state/records';
import { settings } from '../src/state/settings.svelte';
import type { Puzzles } from '../src/generated/reviews';
import { ladderOf } from '../src/screens/puzzle/ladder';
import { answered, NOTHING } from '../src/screens/puzzle/streak';
import { game } from './games';

const end = game('classic').steps.at(-1)!.views[0]!;
const clean = { ...end, sheets: [{ ...end.sheets[0]!, penalties: 0 }, ...end.sheets.slice(1)] };

beforeEach(() => {
  localStorage.clear();
  settings.setMilestones(true);
});

test('a milestone is new once, and with the game that brought it', () => {
  expect(noteMilestones(clean, 0, 'a/1')).toContain('clean');
  expect(noteMilestones(clean, 0, 'a/1')).toContain('clean');
  expect(noteMilestones(clean, 0, 'b/1')).toEqual([]);
  expect(reachedBy(clean, 0)).toContain('clean');
});

test('whoever wants none has none', () => {
  settings.setMilestones(false);
  expect(noteMilestones(clean, 0, 'a/1')).toEqual([]);
  expect(noted()).toEqual({});
});

test('they are exported with the data of this device, and forgotten with it', () => {
  noteMilestones(clean, 0, 'a/1');
  expect(ownRecords()).toHaveProperty('milestones.clean', 'a/1');
  forgetRecords();
  expect(ownRecords()).toEqual({});
});

test('a theme climbs by what was found and goes on with the easiest that is left', () => {
  const all = { levels: { steady: [2, 3], champion: [1] }, themes: { pass: [1, 2, 3] } } as unknown as Puzzles;
  const streak = answered(answered(NOTHING, 2, true, null), 1, false, null);
  expect(ladderOf(all, NOTHING)[0]).toMatchObject({ climbed: 0, next: 2 });
  expect(ladderOf(all, streak)[0]).toMatchObject({ found: 1, climbed: 1, count: 3, next: 3 });
});
