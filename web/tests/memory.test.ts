import { expect, test } from 'vitest';
import { shrink, stretch } from '../src/device/memory';

const PAGE = 16_384;

async function thereAndBack(memory: Uint8Array): Promise<[Uint8Array, number]> {
  const kept = await shrink(memory).arrayBuffer();
  return [stretch(kept), kept.byteLength];
}

test('empty stretches of a memory are not kept, and are there again', async () => {
  const memory = new Uint8Array(40 * PAGE + 128);
  memory.fill(7, 3, 5 * PAGE);
  memory[20 * PAGE + 5] = 1;
  memory[memory.length - 1] = 9;
  const [again, size] = await thereAndBack(memory);
  expect(Buffer.from(again).equals(Buffer.from(memory))).toBe(true);
  expect(size).toBeLessThan(7 * PAGE);
});

test.each([0, 4, PAGE, 3 * PAGE + 16])('a memory of %i bytes, empty or full', async (length) => {
  for (const filling of [0, 255]) {
    const memory = new Uint8Array(length).fill(filling);
    const [again] = await thereAndBack(memory);
    expect(Buffer.from(again).equals(Buffer.from(memory))).toBe(true);
  }
});
