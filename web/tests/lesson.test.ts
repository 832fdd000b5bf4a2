import { expect, it } from 'vitest';
import { LESSONS, lessonFor, type Lesson } from '../src/table/learn/lesson';
import { game } from './games';

const views = game('classic').steps.map((step) => step.views[0]);

it('begins with the white dice', () => {
  const first = views.find((view) => view.phase === 'white' && view.waiting.includes(0))!;
  expect(lessonFor(first, null, [])).toBe('white');
  expect(lessonFor(first, null, ['white', 'penalty', 'lock'])).toBeNull();
});

it('speaks of skipping when a mark would skip, before anything else', () => {
  const view = views.find((one) => one.waiting.includes(0) && one.moves.some((move) => move.skips >= 3))!;
  const far = view.moves.find((move) => move.skips >= 3)!;
  expect(lessonFor(view, far, [])).toBe('skip');
});

it('is silent while others choose and after the end', () => {
  const idle = views.find((view) => !view.waiting.includes(0) && !view.over)!;
  expect(lessonFor(idle, null, [])).toBeNull();
  expect(lessonFor(views.at(-1)!, null, [])).toBeNull();
});

it('has said everything after a few turns of one game', () => {
  const told: Lesson[] = [];
  for (const view of views) {
    const next = lessonFor(view, view.moves.find((move) => move.skips >= 3) ?? null, told);
    if (next) told.push(next);
  }
  expect([...told].sort()).toEqual([...LESSONS].sort());
});
