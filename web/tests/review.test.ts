import { beforeAll, describe, expect, it } from 'vitest';
import { pack, unpack } from '../src/screens/review/address';
import { gradeIn, Plot, worths } from '../src/screens/review/curve';
import { Figures } from '../src/screens/review/figures';
import { betterOption, chosenOption, frameBefore, padIn, saidIn, tellOption } from '../src/screens/review/moments';
import { tellChampionGame, tellJudge, tellPlayed, tellWithoutLuck } from '../src/screens/review/sentences';
import { tellReason } from '../src/text/reasons';
import { Words } from '../src/text/words';
import { catalogue, game, reviewed } from './games';

const words = new Words(catalogue('en'), 'en');
const { review, replay, told } = reviewed;
const frame = { width: 300, height: 150, left: 40, right: 10, top: 10, bottom: 20 };

describe('figures', () => {
  const in_ = (language: string, unit: 'chance' | 'points') =>
    new Figures(new Words(catalogue(language), language), unit);

  it('have one form and one decimal place, as each language writes them', () => {
    expect(in_('en', 'chance').worth(0.6249)).toBe('62.5%');
    expect(in_('de', 'chance').change(-0.071)).toBe('−7,1\u00a0%');
    expect(in_('it', 'chance').change(0.071)).toBe('+7,1%');
    expect(in_('en', 'chance').change(-0.0001)).toBe('0.0%');
    expect(in_('fr', 'points').change(3.14)).toBe('+3,1');
    expect(in_('en', 'points').worth(115.483)).toBe('115.5');
    expect(in_('en', 'chance').drop({ worth: 0.074, loss: 0.098 })).toBe('17.2% → 7.4%');
  });
});

describe('the graph', () => {
  const lines = review.seats.map((_, seat) => worths(review, seat));

  it('has a point before every turn and one at the end', () => {
    for (const line of lines) expect(line).toHaveLength(review.turns.length + 1);
    const ends = lines.map((line) => line.at(-1)!);
    expect(ends.reduce((sum, one) => sum + one)).toBeCloseTo(1);
  });

  it('finds the turn under a finger, wherever it lands', () => {
    const plot = new Plot(frame, 10, lines, true);
    expect(plot.turnAt(-50)).toBe(0);
    expect(plot.turnAt(1000)).toBe(9);
    for (let turn = 0; turn < 10; turn++) expect(plot.turnAt((plot.x(turn) + plot.x(turn + 1)) / 2)).toBe(turn);
    expect(plot.y(1)).toBe(10);
    expect(plot.y(0)).toBe(130);
  });

  it('names turns without crowding, and points as far as they go', () => {
    expect(new Plot(frame, 4, lines, true).ticks()).toEqual([1, 2, 3, 4]);
    expect(new Plot(frame, 40, lines, true).ticks()).toEqual([5, 10, 15, 20, 25, 30, 35, 40]);
    expect(new Plot(frame, 3, [[115.5, 96, 26]], false).levels()).toEqual([10, 70, 130]);
    expect(new Plot(frame, 1, [[5, 5]], false).high).toBeGreaterThan(5);
  });

  it('marks a turn by the worst class in it', () => {
    const places = review.costliest.flatMap((ranked, seat) =>
      ranked.slice(0, 1).map(([turn, d]) => [seat, turn, d] as const),
    );
    expect(places.length).toBeGreaterThan(0);
    for (const [seat, turn, d] of places)
      expect(gradeIn(review, turn, seat)).toBe(review.turns[turn]!.decisions[d]!.grade);
  });
});

describe('a moment', () => {
  it('shows the sheet as it was before the choice', () => {
    for (const turn of review.turns) {
      for (const decision of turn.decisions) {
        const sheet = frameBefore(replay, turn.turn, decision.phase).view.sheets[decision.seat]!;
        expect(decision.position.split(' ').slice(5)[decision.seat]).toBe(sheet.text);
        const [row, number] = chosenOption(decision).cell ?? ['', 0];
        const at = replay.variant.rows.findIndex((one) => one.row === row);
        expect(sheet.rows[at]?.crossed ?? []).not.toContain(number);
      }
    }
  });

  it('shows the start of a game that goes on from within a turn', () => {
    const frames = replay.frames.slice(replay.frames.findIndex((frame) => frame.turn === 3 && frame.phase === 'white'));
    const first = { ...frames[0]!, view: frameBefore(replay, 3, 'white').view };
    expect(frameBefore({ ...replay, frames: [first, ...frames] }, 3, 'white')).toBe(first);
  });

  it('has something better exactly where something was lost', () => {
    const decisions = review.turns.flatMap((turn) => turn.decisions);
    for (const decision of decisions) expect(betterOption(decision) === null).toBe(decision.loss === 0);
    expect(saidIn(review, 0, review.turns[0]!.active)).toHaveLength(2);
  });

  it('tells moves in words', () => {
    const { variant } = game('classic');
    expect(tellOption(words, variant, { move: '-', cell: null, taken: null })).toBe('Pass');
    expect(tellOption(words, variant, { move: 'r8', cell: ['r', 8], taken: null })).toBe('red 8');
    expect(tellOption(words, variant, { move: '*g', cell: ['g', 7], taken: null })).toBe('Lucky: green 7');
    expect(tellOption(words, variant, { move: 'r8>y', cell: ['r', 8], taken: null })).toBe(
      'red 8 (choosing the yellow row)',
    );
    expect(tellOption(words, variant, { move: '@2', cell: null, taken: 9 })).toBe('Take the 9');
    expect(tellOption(words, variant, { move: '=b9.j11.12:11.12', cell: ['b', 12], taken: null })).toBe(
      'Play blue: 9, joker 11, 12 · cross 11, 12',
    );
    const swaps = game('x-change').variant;
    expect(tellOption(words, swaps, { move: '1~r5', cell: ['r', 5], taken: null })).toMatch(
      /^red 5 \(with swap field 1 \(.+\)\)$/,
    );
  });

  it('finds the own pad that a record carries', () => {
    expect(padIn('rowlock game 1\nvariant: own\nvariant {\ntitle = "Own"\nrules = 1\n}\nseat: A\n')).toBe(
      'title = "Own"\nrules = 1',
    );
    expect(padIn('rowlock game 1\nvariant: classic\nseat: A\n')).toBeNull();
  });
});

describe('sentences', () => {
  const figures = new Figures(words, 'chance');
  beforeAll(() => expect(review.judge.by).toBe('network'));

  it('give reasons as the terminal does', () => {
    const reasons = review.turns.flatMap((turn) => turn.decisions.flatMap((decision) => decision.reasons));
    expect(reasons.length).toBeGreaterThan(0);
    for (const language of ['en', 'de', 'fr', 'it', 'pl']) {
      const spoken = new Words(catalogue(language), language);
      expect(reasons.map((reason) => tellReason(spoken, replay.variant, review.seats, reason))).toEqual(told[language]);
    }
  });

  it('tell the result without luck, never beyond what is possible', () => {
    const seat = (fair: number, result = 1) => ({ ...review, totals: [{ ...review.totals[0]!, fair, result }] });
    expect(tellWithoutLuck(words, seat(0.4), 0, figures)).toContain('40.0%');
    expect(tellWithoutLuck(words, seat(0.01), 0, figures)).toContain('hardly any');
    expect(tellWithoutLuck(words, seat(0.99), 0, figures)).toContain('nearly all');
    expect(tellWithoutLuck(words, seat(0.5, 0.5), 0, figures)).toBe('');
    expect(tellChampionGame(words, review, 0)).toContain(String(review.ghosts[0]!.score));
  });

  it('say how sure they are', () => {
    const judge = { by: 'rollouts', unit: 'chance', exact: false, rollouts: 60, error: 0.06 } as const;
    expect(tellJudge(words, judge, figures)).toMatch(/60 times each; give or take 6\.0%/);
    const decision = { ...review.turns[0]!.decisions[0]!, played: 24, loss_played: 0.062, loss_error: 0.02 };
    expect(tellPlayed(words, decision, figures)).toContain('6.2% (±\u00a02.0%)');
    expect(tellPlayed(words, { ...decision, played: 0 }, figures)).toBe('');
  });
});

it('packs a pad into an address and unpacks it, and knows damage', async () => {
  const text = 'parent = "classic"\ntitle = "Größer ●"\n';
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpack(packed)).toBe(text);
  expect(await unpack(packed.slice(0, -4) + '!!')).toBeNull();
});
