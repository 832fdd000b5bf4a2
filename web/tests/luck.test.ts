import { expect, it } from 'vitest';
import { Luck, sealOf } from '../src/dice/luck';
import type { Outgoing, Table } from '../src/generated/messages';
import { sealed } from './games';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

function table(what: 'start' | 'seals' | 'seeds', dice: object = {}, state = 'open'): Table {
  const fair = {
    source: 'server',
    commitment: 'aa',
    secret: null,
    seals: [null],
    fingerprint: null,
    seeds: [null],
    label: 't/1',
  };
  return { state, waiting: { for: [0], what }, dice: { ...fair, ...dice } } as unknown as Table;
}

const said = (parts: Outgoing[]) => parts as unknown as [{ type: string; seal: string; seed: string }];

it('seals a seed by itself, the same until it is shown, also on a page that was loaded again', () => {
  const kept = storage();
  const [first] = said(new Luck(kept).parts(table('start'), [0]));
  expect(first.seal).toMatch(/^[0-9a-f]{64}$/);
  expect(said(new Luck(kept).parts(table('seals'), [0]))).toEqual([first]);
  expect(new Luck(kept).parts(table('seals', { seals: ['someone’s'] }), [0])).toEqual([]);
  const [shown] = said(new Luck(kept).parts(table('seeds', { seals: [first.seal] }), [0]));
  expect(sealOf('t/1', 0, shown.seed)).toBe(first.seal);
});

it('shows only what it sealed for the same promise, and seals nothing again that was shown', () => {
  const luck = new Luck(storage());
  const [first] = said(luck.parts(table('start'), [0]));
  expect(luck.parts(table('seeds', { seals: ['00'] }), [0])).toEqual([]);
  expect(luck.parts(table('seeds', { seals: [first.seal], commitment: 'bb' }), [0])).toEqual([]);
  expect(luck.parts(table('seeds', { seals: [first.seal] }), [0])).toHaveLength(1);
  const [again] = said(luck.parts(table('seals'), [0]));
  expect(again.seal).not.toBe(first.seal);
});

it('says nothing about real dice, a game that is on, or seats of others', () => {
  const luck = new Luck(storage());
  expect(luck.parts(table('start', { source: 'real' }), [0])).toEqual([]);
  expect(luck.parts(table('start', {}, 'playing'), [0])).toEqual([]);
  expect(luck.parts(table('start'), [])).toEqual([]);
});

it('carries words of one’s own in the seed', () => {
  const luck = new Luck(storage());
  const { seal } = luck.seal(table('start').dice, 0, 'my lucky words') as { seal: string };
  const [shown] = said(luck.parts(table('seeds', { seals: [seal] }), [0]));
  expect(shown.seed).toMatch(/^[0-9a-f]{32} my lucky words$/);
});

it('knows again what was promised first, at creation or at the table', () => {
  const luck = new Luck(storage());
  expect(luck.saw(sealed)).toBe(true);
  luck.promised(sealed.label!, sealed.commitment);
  luck.parts(table('start', { label: sealed.label, fingerprint: sealed.fingerprint }), []);
  expect(luck.saw(sealed)).toBe(true);
  expect(luck.saw({ ...sealed, fingerprint: 'another' })).toBe(false);
  expect(luck.saw({ ...sealed, commitment: 'another' })).toBe(false);
});
