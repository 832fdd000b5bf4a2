import { expect, test } from 'vitest';
import type { Option } from '../src/generated/reviews';
import { casesOf, tellMix } from '../src/text/mixes';
import { Words } from '../src/text/words';
import { catalogue } from './games';

test('a share is told in small numbers', () => {
  expect(casesOf(2 / 3)).toEqual({ n: 2, of: 3 });
  expect(casesOf(0.836)).toEqual({ n: 5, of: 6 });
  expect(casesOf(0.001)).toEqual({ n: 1, of: 8 });
  expect(casesOf(1)).toEqual({ n: 7, of: 8 });
});

test('only where several moves belong to best play is a mix told', () => {
  const option = (move: string, share: number | null) => ({ move, share }) as Option;
  const words = new Words(catalogue('en'), 'en');
  expect(tellMix(words, [option('r11', 2 / 3), option('-', 1 / 3)], ({ move }) => move)).toBe(
    'It is best to vary: r11 in 2 of 3 cases, - in 1 of 3 cases.',
  );
  expect(tellMix(words, [option('r11', 1), option('-', 0)], ({ move }) => move)).toBe('');
  expect(tellMix(words, [option('r11', null)], ({ move }) => move)).toBe('');
});
