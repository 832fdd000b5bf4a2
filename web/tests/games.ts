/** The games that the engine has played for us: see make_fixtures.py. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Hint, Review } from '../src/generated/reviews';
import type { Fact, Variant, View } from '../src/generated/types';
import type { Proof, Replay } from '../src/net/api';
import type { Catalogue } from '../src/text/text';

export interface Game {
  variant: Variant;
  names: string[];
  steps: { facts: Fact[]; views: [View, View, View] }[];
  told: Record<string, Record<'facts' | 'asks' | 'moves' | 'effects', string[]>>;
}

const folder = resolve(import.meta.dirname, 'fixtures');
if (!existsSync(folder)) throw new Error('no fixtures: run `make page-test`, or python web/tests/make_fixtures.py');

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;

export const games = readdirSync(folder)
  .filter((name) => name.startsWith('game-'))
  .map((name) => read(resolve(folder, name)) as Game);

export function game(name: string): Game {
  const found = games.find((one) => one.variant.name === name);
  if (!found) throw new Error(`no game of ${name}`);
  return found;
}

export const { sealed, older, cards } = read(resolve(folder, 'proofs.json')) as Record<
  'sealed' | 'older' | 'cards',
  Proof
>;

/** Reasons of puzzles, with what Python says of them. */
export const puzzles = read(resolve(folder, 'puzzles.json')) as {
  variant: Variant;
  names: string[];
  hint: Hint;
  told: Record<string, string[]>;
}[];

export const catalogue = (language: string) =>
  read(resolve(import.meta.dirname, `../../rowlock/locale/${language}.json`)) as Catalogue;

/** A game with its review, and the reasons in it as Python tells them in every language. */
export const reviewed = read(resolve(folder, 'reviewed.json')) as {
  review: Review;
  replay: Replay;
  told: Record<string, string[]>;
};
