import { expect, it } from 'vitest';
import { worthSaying } from '../src/state/session.svelte';

it('a pass is told once, with its reason', () => {
  const said = worthSaying([
    { kind: 'auto_passed', seat: 0, penalty: null },
    { kind: 'chose', seat: 0 },
    { kind: 'passed', seat: 0, by_house: true },
    { kind: 'passed', seat: 1 },
  ]);
  expect(said).toEqual([
    { kind: 'auto_passed', seat: 0, penalty: null },
    { kind: 'passed', seat: 1 },
  ]);
});
