import { expect, test } from 'vitest';
import type { LessonStep } from '../src/generated/answers';
import { brief, stepFor } from '../src/table/learn/course';
import { game } from './games';

const view = game('classic').steps[0]!.views[0]!;
const step = (topic: string, more: Partial<LessonStep>): LessonStep => ({
  topic,
  sentences: [],
  position: null,
  move: null,
  phase: null,
  ...more,
});

test('a step with a move is the one that was begun, until it is told', () => {
  const steps = [step('lucky', { move: '*r' }), step('swaps', { move: '1~r5' })];
  expect(stepFor(steps, 1, view, [])?.topic).toBe('swaps');
  expect(stepFor(steps, 1, view, ['swaps'])).toBeNull();
});

test('the parts of a turn come with their phase, each once', () => {
  const steps = ['take', 'call', 'play'].map((phase) => step(phase, { phase }));
  expect(stepFor(steps, 0, { ...view, phase: 'call' }, ['take'])?.topic).toBe('call');
  expect(stepFor(steps, 0, { ...view, phase: 'take' }, ['take'])).toBeNull();
});

test('a phone is told a glance of text, and no list', () => {
  const long = 'x'.repeat(95);
  expect(brief([long, 'More.'])).toBe(long);
  expect(brief(['Short.', 'Their bonus is yours:'])).toBe('Short. Their bonus is yours.');
});
