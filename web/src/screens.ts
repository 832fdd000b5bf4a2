/** The screens: the front page comes with the entry, the others when they are first needed. */

import type { Component } from 'svelte';
import Front from './front/Front.svelte';
import type { Route } from './state/route.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each screen takes its own part of the route
type Screen = Promise<{ default: Component<any> }>;

export const screens: Record<Route['screen'], () => Screen> = {
  front: () => Promise.resolve({ default: Front }),
  me: () => import('./me/Me.svelte'),
  admin: () => import('./admin/Admin.svelte'),
  table: () => import('./table/TableScreen.svelte'),
  replay: () => import('./end/Replay.svelte'),
  review: () => import('./review/Review.svelte'),
  analysis: () => import('./analysis/Analysis.svelte'),
  puzzle: () => import('./puzzle/PuzzleScreen.svelte'),
  rules: () => import('./rules/Rules.svelte'),
};
