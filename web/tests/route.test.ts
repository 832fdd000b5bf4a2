import { expect, it } from 'vitest';
import { parsePath } from '../src/state/route.svelte';
import { crossStrokes } from '../src/sheet/ink';

it.each([
  ['/', '', { screen: 'front' }],
  ['/nowhere', '', { screen: 'front' }],
  ['/t/k3v9x2m7qa', '', { screen: 'table', table: 'k3v9x2m7qa' }],
  ['/t/k3v9x2m7qa', '?watch', { screen: 'table', table: 'k3v9x2m7qa' }],
  ['/g/k3v9/2', '?at=17', { screen: 'replay', table: 'k3v9', game: 2, at: 17 }],
  ['/g/k3v9', '', { screen: 'replay', table: 'k3v9', game: 1, at: 0 }],
  ['/g/k3v9/2/review', '', { screen: 'review', table: 'k3v9', game: 2, seat: 0, at: null }],
  ['/g/k3v9/2/review', '?seat=1&turn=14', { screen: 'review', table: 'k3v9', game: 2, seat: 1, at: 13 }],
  ['/g/k3v9/2/review', '?seat=-1&turn=x', { screen: 'review', table: 'k3v9', game: 2, seat: 0, at: 0 }],
  ['/analysis', '', { screen: 'analysis', position: '', pad: '', seat: 0 }],
  [
    '/analysis',
    '?position=classic+1%2F0+roll&seat=2',
    { screen: 'analysis', position: 'classic 1/0 roll', pad: '', seat: 2 },
  ],
  ['/me', '', { screen: 'me' }],
  ['/people/Ben%20B.', '', { screen: 'person', handle: 'Ben B.' }],
  ['/people', '', { screen: 'front' }],
  ['/programs', '', { screen: 'programs', family: 'classic' }],
  ['/programs/longo', '', { screen: 'programs', family: 'longo' }],
  ['/program/My%20Bot', '', { screen: 'program', name: 'My Bot' }],
  ['/puzzle', '', { screen: 'puzzle', number: null }],
  ['/puzzle/12', '', { screen: 'puzzle', number: 12 }],
  ['/puzzle/x', '', { screen: 'puzzle', number: null }],
  ['/rules/longo', '', { screen: 'rules', variant: 'longo', table: null }],
])('%s%s is a screen', (path, search, route) => {
  expect(parsePath(path, search)).toEqual(route);
});

it('draws every cross a little differently, and the same one always alike', () => {
  expect(crossStrokes(5)).toEqual(crossStrokes(5));
  expect(crossStrokes(5)).not.toEqual(crossStrokes(6));
});
