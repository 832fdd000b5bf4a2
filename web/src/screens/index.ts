/** The screens: the front page comes with the entry, the others when they are first needed. */

import type { Component } from 'svelte';
import Front from './front/Front.svelte';
import { fetchLetters } from '../parts/letters';
import type { Route } from '../state/route.svelte';
import { speech } from '../text/language.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each screen takes its own part of the route
type Screen = Promise<{ default: Component<any> }>;

/** A screen, all the words, and the letters. */
function whole(screen: Screen): Screen {
  return Promise.all([screen, speech.complete(), fetchLetters()]).then(([loaded]) => loaded);
}

/** The same with the words about ratings and progress. */
function ofPeople(screen: Screen): Screen {
  return whole(Promise.all([screen, speech.need('people')]).then(([loaded]) => loaded));
}

export const screens: Record<Route['screen'], () => Screen> = {
  front: () => speech.greet().then(() => ({ default: Front })),
  me: () => whole(import('./me/Me.svelte')),
  person: () => whole(import('./me/Person.svelte')),
  daily: () => whole(import('./daily/Day.svelte')),
  club: () => whole(import('./club/Club.svelte')),
  join: () => whole(import('./club/Join.svelte')),
  duel: () => whole(import('./duel/Duel.svelte')),
  event: () => whole(import('./event/Event.svelte')),
  hall: () => whole(import('./event/Hall.svelte')),
  admin: () => whole(import('./admin/Admin.svelte')),
  table: () => whole(import('../table/TableScreen.svelte')),
  replay: () => whole(import('./end/Replay.svelte')),
  review: () => whole(import('./review/Review.svelte')),
  analysis: () => whole(import('./analysis/Analysis.svelte')),
  practice: () => ofPeople(import('./puzzle/PuzzleScreen.svelte')),
  board: () => ofPeople(import('./me/Board.svelte')),
  programs: () => ofPeople(import('./programs/Programs.svelte')),
  program: () => ofPeople(import('./programs/Program.svelte')),
  puzzle: () => whole(import('./puzzle/PuzzleScreen.svelte')),
  rules: () => whole(import('./rules/Rules.svelte')),
};
