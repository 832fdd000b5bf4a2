/** News waits for the frame that answers a tap, in order, and never for long. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mindTaps, whenPainted } from '../src/parts/painted';

let ignore: () => void;
let frame: () => void;
let told: number[];
const tell = (n: number) => whenPainted(() => told.push(n));

beforeEach(() => {
  vi.useFakeTimers();
  frame = () => undefined;
  told = [];
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => (frame = paint));
  ignore = mindTaps();
});
afterEach(() => {
  ignore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('without a tap news are shown at once', () => {
  tell(1);
  expect(told).toEqual([1]);
});

test('from the touch to the frame that answers it news wait, and keep their order', () => {
  dispatchEvent(new Event('pointerdown'));
  tell(1);
  dispatchEvent(new Event('click'));
  tell(2);
  expect(told).toEqual([]);
  frame();
  vi.advanceTimersByTime(1);
  expect(told).toEqual([1, 2]);
});

test('a key is answered first too', () => {
  dispatchEvent(new Event('keydown'));
  tell(1);
  expect(told).toEqual([]);
  frame();
  vi.advanceTimersByTime(1);
  expect(told).toEqual([1]);
});

test('a finger that stays, and a page that is not painted, hold nothing up', () => {
  dispatchEvent(new Event('pointerdown'));
  tell(1);
  vi.advanceTimersByTime(250);
  dispatchEvent(new Event('click'));
  tell(2);
  vi.advanceTimersByTime(250);
  expect(told).toEqual([1, 2]);
});
