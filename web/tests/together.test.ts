import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endedNames, ownerOf } from '../src/text/names';
import { tellFacts } from '../src/text/together';
import type { Catalogue } from '../src/text/text';
import { Words } from '../src/text/words';
import type { Fact } from '../src/generated/types';
import type { Seat } from '../src/generated/messages';
import { game } from './games';

const read = (language: string) =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../../rowlock/locale/${language}.json`), 'utf8')) as Catalogue;
const words = new Words(read('en'), 'en');
const { variant } = game('classic');
const NAMES = ['Anneliese', 'Bartholomäus', 'Cleo', 'Emil'];

describe('facts told together', () => {
  it('tell a common lock once', () => {
    const facts = [0, 1, 2, 3].map((seat) => ({ kind: 'locked', seat, row: 'y' })) as Fact[];
    expect(tellFacts(words, variant, NAMES, facts)).toEqual([
      'Anneliese, Bartholomäus, Cleo and Emil lock the yellow row.',
    ]);
    expect(tellFacts(words, variant, NAMES, facts.slice(0, 1))).toEqual(['Anneliese locks the yellow row.']);
  });

  it('name colours aloud, where eyes see signs', () => {
    const facts = [{ kind: 'rolled', seat: 0, roll: { white: [1, 2], coloured: { r: 3, y: 3 } } }] as unknown as Fact[];
    expect(tellFacts(words, variant, NAMES, facts)[0]).toContain('●3 ▲3');
    const aloud = tellFacts(words, variant, NAMES, facts, true)[0];
    expect(aloud).not.toMatch(/[●▲■◆]/);
    expect(aloud).toContain(`${words.colours('r')} 3`);
  });

  it('tell who wanted a bot to play on, and why', () => {
    const fact = { kind: 'stood_in', seat: 2, bot: 'steady', why: 'host', host: 'Anneliese', cause: 'slow' } as Fact;
    expect(words.fact(variant, NAMES, fact)).toBe(
      'Anneliese lets bot Steady play for Cleo. The reason: it took too long.',
    );
    expect(words.error('kicked_manners')).toContain('the tone');
    expect(ownerOf({ stand_in: 'steady' } as Seat, 'Cleo', words)).toBe('Cleo, played by Steady');
  });
});

describe('a game in a list', () => {
  it('names bots in the language of the reader, and leaves people their names', () => {
    const german = new Words(read('de'), 'de');
    const game = { seats: ['Greedy', 'Cautious', 'Cautious'], bots: [null, 'cautious', 'cautious'] };
    expect(endedNames(game, german)).toEqual(['Greedy', 'Hasenfuß', 'Hasenfuß 2']);
    expect(endedNames({ seats: ['Steady'] }, german)).toEqual(['Steady']);
  });
});
