import { describe, expect, it } from 'vitest';
import { languageNames } from '../src/text/language.svelte';
import { pickLanguage, text } from '../src/text/text';
import { whyNot } from '../src/text/cellReasons';
import { Words } from '../src/text/words';
import { tellDrop, tellReasons, tellWorth } from '../src/text/reasons';
import type { Fact } from '../src/generated/types';
import { catalogue, games, puzzles } from './games';

const languages = languageNames.map(([code]) => code);

describe.each(languages)('the words in %s', (language) => {
  const words = new Words(catalogue(language), language);

  it('are the same as in the terminal, for whole games of every pad', () => {
    for (const { variant, names, steps, told } of games) {
      const views = steps.map((step) => step.views[0]);
      const moves = views.flatMap((view) => view.moves);
      const facts = steps.flatMap((step) => step.facts);
      const wanted = told[language]!;
      expect(facts.map((fact) => words.fact(variant, names, fact))).toEqual(wanted.facts);
      expect(moves.map((move) => words.move(variant, move))).toEqual(wanted.moves);
      expect(moves.map((move) => words.effects(variant, move))).toEqual(wanted.effects);
    }
  });

  it('give the same reasons as the terminal', () => {
    const kinds = new Set(puzzles.flatMap(({ hint }) => hint.reasons.map((reason) => reason.kind)));
    expect(kinds.size).toBeGreaterThan(10);
    for (const { variant, names, hint, told } of puzzles) {
      const other = hint.options.find((option) => option.move === hint.other)!;
      const drop = tellDrop(words, variant, other, names.length);
      expect([drop, ...tellReasons(words, variant, names, hint.reasons, other)]).toEqual(told[language]);
    }
  });

  it('ask the same as the terminal', () => {
    for (const { variant, names, steps, told } of games) {
      const asked = steps.map((step) => words.ask(variant, names, step.views[0]));
      expect(asked).toEqual(told[language]!.asks);
    }
  });

  it('know every error that the page can meet', () => {
    for (const code of ['stale', 'no_such_table', 'offline', 'illegal_move', 'seat_taken']) {
      expect(words.error(code)).not.toBe(words.error('error'));
    }
    expect(words.error('never heard of')).toBe(words.error('error'));
  });
});

it('takes the right plural form', () => {
  const polish = catalogue('pl');
  const points = [1, 2, 5, 22, 25].map((n) => text(polish, 'pl', 'game.points', { n }));
  expect(points).toEqual(['1 punkt', '2 punkty', '5 punktów', '22 punkty', '25 punktów']);
});

it('tells chances in percent and points with one digit', () => {
  const german = new Words(catalogue('de'), 'de');
  expect(tellWorth(german, 0.4567, 2)).toBe('45,7\u00a0%');
  expect(tellWorth(german, 61.25, 1)).toMatch(/^61,[23] Punkte$/);
});

it('shows a key that is missing, and keeps a placeholder without a value', () => {
  expect(text({}, 'en', 'page.nothing')).toBe('page.nothing');
  expect(text({ a: 'x {y}' }, 'en', 'a')).toBe('x {y}');
});

it('picks the first language that we speak', () => {
  expect(languages).toEqual(expect.arrayContaining(['de', 'en', 'fr', 'it', 'pl']));
  expect(pickLanguage(['', 'ja-JP', 'de-AT', 'fr'], languages)).toBe('de');
  expect(pickLanguage(['ja'], languages)).toBe('en');
});

describe('what a move brings', () => {
  const words = new Words(catalogue('en'), 'en');
  const effects = (name: string) => {
    const { variant, steps } = games.find((one) => one.variant.name === name)!;
    return steps.flatMap((step) => step.views[0].moves.map((move) => words.effects(variant, move))).join('\n');
  };

  it('names the swap field, and the linked cell', () => {
    expect(effects('x-change')).toMatch(/^with swap field \d \(\d+\/\d\)/m);
    expect(effects('connected-chain')).toMatch(/also crosses (red|yellow|green|blue) \d+/);
  });

  it('says how often a cross counts, and for whom', () => {
    expect(effects('double-b')).toMatch(/brings two crosses/);
    expect(effects('double-a')).toMatch(/a second cross/);
    expect(effects('big-points')).toMatch(/counts for (red and yellow|green and blue)/);
  });

  it('says for whom a row is closed', () => {
    const { variant } = games.find((one) => one.variant.name === 'classic')!;
    const closed: Fact = { kind: 'closed', row: 'r', seats: [1] };
    expect(words.fact(variant, ['Mia', 'Ben'], closed)).toBe('The red row is closed for everybody.');
    expect(words.fact({ ...variant, closes_for: 'player' }, ['Mia', 'Ben'], closed)).toBe(
      'The red row is closed, for Ben alone.',
    );
  });

  it('asks back where a move lacks the answer to a tie, and blames no dice that made the number', () => {
    const { variant, steps } = games.find((one) => one.variant.name === 'bonus-b')!;
    const view = steps
      .map((step) => step.views[0])
      .find((one) => one.phase === 'white' && one.moves.some((move) => move.cell))!;
    const move = view.moves.find((one) => one.cell)!;
    const tied = ['r', 'b'].map((row, gain) => ({ ...move, move: `${move.move}>${row}`, gain }));
    expect(whyNot(words, variant, { ...view, moves: tied }, move.cell!).text).toBe(
      'A tie: which row gets the bonus, the red row or the blue row?',
    );
    expect(whyNot(words, variant, { ...view, moves: [] }, move.cell!).text).toBe(words.error('illegal_move'));
  });

  it('says what a cell between two rows needs', () => {
    const { variant, steps } = games.find((one) => one.variant.name === 'big-points')!;
    const view = steps.map((step) => step.views[0]).find((one) => one.phase === 'white')!;
    expect(whyNot(words, variant, view, ['o', 7])).toEqual({
      text: 'Red/yellow 7 needs red 7 or yellow 7 crossed first.',
      rule: 'between',
    });
  });
});
