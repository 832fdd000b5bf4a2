import { beforeEach, describe, expect, it } from 'vitest';
import type { Incoming, Outgoing } from '../src/generated/messages';
import { settings } from '../src/state/settings.svelte';
import { TableState } from '../src/state/table.svelte';
import type { Fact, Move, View } from '../src/generated/types';
import { classic, TABLE, white } from './classic_table';
import { games } from './games';

let said: Outgoing[];
let heard: Fact[][];
let state: TableState;
let n: number;
let pauses: number[];

function welcome(views: View[], seats = views.flatMap((view) => view.seat ?? [])) {
  state.receive({
    type: 'welcome',
    protocol: 1,
    n: ++n,
    number: n,
    variant: classic.variant,
    variant_text: '',
    chat: [],
    table: TABLE,
    views,
    you: { player: 'p0', name: 'Mia', host: true, seats },
  } as Incoming);
  state.status = 'live';
}
async function news(views: View[], facts: Fact[] = [{ kind: 'chose', seat: 1 }]) {
  state.receive({ type: 'table', n: ++n, number: n, facts, table: TABLE, views, you: state.you } as Incoming);
  await new Promise((done) => setTimeout(done, 0));
}
/** The move that picks these rows on ties, and what follows from it. */
const pick = (move: Move, rows: string, then: Fact): Move => ({
  ...move,
  move: `${move.move}>${rows}`,
  facts: [...move.facts, then],
});

beforeEach(() => {
  said = [];
  heard = [];
  pauses = [];
  n = 0;
  state = new TableState({
    say: (message) => `id${said.push(message)}`,
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    onfacts: (facts) => heard.push(facts),
  });
});

describe('a mark', () => {
  it('is pencilled in by a tap, on this device only', () => {
    const view = white();
    welcome([view]);
    state.tap([view.moves[0]!]);
    expect(state.chosen).toBe(view.moves[0]);
    expect(said).toEqual([]);
  });

  it('is taken back by a second tap', () => {
    const view = white();
    welcome([view]);
    state.tap([view.moves[0]!]);
    state.tap([view.moves[0]!]);
    expect(state.chosen).toBeNull();
    expect(said).toEqual([]);
  });

  it('is sent by Done with turn, phase and seat', () => {
    const view = white();
    welcome([view]);
    state.tap([view.moves[1]!]);
    state.done();
    expect(said).toEqual([{ type: 'move', turn: view.turn, phase: 'white', move: view.moves[1]!.move, seat: 0 }]);
  });

  it('can be withdrawn after Done, while others think', async () => {
    const view = white();
    welcome([view]);
    state.tap([view.moves[0]!]);
    state.done();
    await news([{ ...view, choice: view.moves[0]!.move, waiting: [1] }]);
    expect(state.waiting).toBe(true);
    expect(state.chosen?.move).toBe(view.moves[0]!.move);
    state.undo();
    expect(said.at(-1)).toMatchObject({ type: 'move', move: '<' });
  });

  it('is forgotten when the game moves on', async () => {
    const view = white();
    welcome([view]);
    state.tap([view.moves[0]!]);
    await news([{ ...view, turn: view.turn + 1, moves: [] }]);
    expect(state.pencil).toBeNull();
  });

  it('stays when only somebody else has chosen', async () => {
    const view = white();
    welcome([view]);
    state.tap([view.moves[0]!]);
    await news([{ ...view, waiting: [0] }]);
    expect(state.pencil).toBe(view.moves[0]!.move);
  });

  it('lights up the tied rows, when one cell has several moves', () => {
    const view = white();
    const [plain] = view.moves;
    const tied = ['y', 'g>b', 'g>y'].map((picks) =>
      pick(plain!, picks, { kind: 'bonus_crossed', seat: 0, row: picks.at(-1)!, number: 2, by: 'pairs' }),
    );
    welcome([{ ...view, moves: [...tied, ...view.moves] }]);
    state.tap(tied, ['r', 2]);
    expect(state.ties).toEqual(['y', 'g']);
    state.tap([], ['g', 12]);
    expect(state.ties).toEqual(['b', 'y']);
    state.pickRow('b');
    expect(state.pencil).toBe(tied[1]!.move);
    expect(state.ties).toEqual([]);
  });

  it('asks nothing on a tie, when every choice leaves the same sheet', () => {
    const view = white();
    const [plain] = view.moves;
    const lost = ['y', 'g>b', 'g>y'].map((picks) =>
      pick(plain!, picks, { kind: 'bonus_lost', seat: 0, row: picks.at(-1)!, by: 'pairs' }),
    );
    welcome([{ ...view, moves: lost }]);
    state.tap(lost, ['r', 2]);
    expect(state.ties).toEqual([]);
    expect(state.pencil).toBe(lost[0]!.move);
  });

  it('asks no second time, when the rest of the choices leaves the same sheet', () => {
    const view = white();
    const [plain] = view.moves;
    const kept = pick(plain!, 'y', { kind: 'bonus_crossed', seat: 0, row: 'y', number: 2, by: 'pairs' });
    const lost = ['g>b', 'g>y'].map((picks) =>
      pick(plain!, picks, { kind: 'bonus_lost', seat: 0, row: picks.at(-1)!, by: 'pairs' }),
    );
    welcome([{ ...view, moves: [kept, ...lost] }]);
    state.tap([kept, ...lost], ['r', 2]);
    expect(state.ties).toEqual(['y', 'g']);
    state.pickRow('g');
    expect(state.ties).toEqual([]);
    expect(state.pencil).toBe(lost[0]!.move);
  });

  it('asks how, when one cell may be crossed in ways that cost different fields', () => {
    const view = white();
    const plain = view.moves.find((move) => move.move.startsWith('r'))!;
    const swap = { ...plain, move: `1~${plain.move}`, strips: [['crossed' as const]] };
    welcome([{ ...view, moves: [plain, swap] }]);
    state.tap([plain, swap], plain.cell);
    expect(state.pencil).toBeNull();
    expect(state.ways).toEqual([plain, swap]);
    state.pickWay(swap);
    expect(state.pencil).toBe(swap.move);
    expect(state.ways).toEqual([]);
  });

  it('takes the called sum without asking, when a lucky number does the same', () => {
    const view = white();
    welcome([view]);
    state.tap(view.moves.slice(0, 2));
    expect(state.pencil).toBe(view.moves[0]!.move);
  });

  it('on a cell that may not be crossed is refused in words', () => {
    welcome([white()]);
    state.tap([], ['r', 12]);
    expect(state.refusal).toBe('illegal_move');
    expect(state.denied).toEqual(['r', 12]);
    expect(said).toEqual([]);
    state.tap([white().moves[0]!]);
    expect(state.denied).toBeNull();
  });
});

describe('passing', () => {
  it('is done at once where it costs nothing', () => {
    welcome([white()]);
    state.pass();
    expect(said).toMatchObject([{ type: 'move', move: '-' }]);
  });

  it('is pencilled in first where it costs a penalty', () => {
    const view = [...games]
      .flatMap((one) => one.steps.map((step) => step.views[0]))
      .find((one) => one.moves.at(-1)?.gain === -5);
    welcome([view!]);
    state.pass();
    expect(said).toEqual([]);
    expect(state.chosen?.facts.some((fact) => fact.kind === 'penalised')).toBe(true);
    state.done();
    expect(said).toMatchObject([{ type: 'move', move: '-' }]);
  });
});

describe('several sheets on one device', () => {
  it('come to the front when they are asked', async () => {
    const view = white();
    const other = classic.steps.map((step) => step.views).find((views) => views[0] === view)![1];
    welcome([view, other]);
    expect(state.seat).toBe(0);
    await news([
      { ...view, waiting: [1] },
      { ...other, waiting: [1] },
    ]);
    expect(state.seat).toBe(1);
    state.turnTo(0);
    expect(state.view?.seat).toBe(0);
  });
});

describe('news', () => {
  it('is shown in order, one beat after the other, and nobody acts meanwhile', async () => {
    const view = white();
    welcome([view]);
    let acting: boolean | null = null;
    const slow = new TableState({
      say: () => '',
      pause: () => {
        acting = slow.mayAct;
        return Promise.resolve();
      },
    });
    slow.receive({
      type: 'welcome',
      protocol: 1,
      n: 1,
      number: 1,
      variant: classic.variant,
      variant_text: '',
      chat: [],
      table: TABLE,
      views: [view],
      you: state.you,
    } as Incoming);
    slow.status = 'live';
    slow.receive({
      type: 'table',
      n: 2,
      number: 2,
      facts: [{ kind: 'rolled', seat: 0 }],
      table: TABLE,
      views: [view],
      you: state.you,
    } as Incoming);
    await new Promise((done) => setTimeout(done, 0));
    expect(acting).toBe(false);
    expect(slow.mayAct).toBe(true);
  });

  it('of a whole game ends with the result', async () => {
    const [first, ...rest] = classic.steps;
    welcome([first!.views[0]]);
    for (const step of rest) await news([step.views[0]], step.facts);
    expect(state.view?.over?.winners).toBeDefined();
    expect(heard.flat().at(-1)?.kind).toBe('ended');
    expect(state.heard.log.length).toBeLessThanOrEqual(60);
    expect(pauses.length).toBeGreaterThan(0);
  });

  it('a refusal is kept until the next thing happens', async () => {
    const view = white();
    welcome([view]);
    state.receive({ type: 'refusal', n: ++n, id: null, code: 'stale', reason: '' });
    expect(state.refusal).toBe('stale');
    await news([{ ...view, turn: view.turn + 1 }]);
    expect(state.refusal).toBeNull();
  });
});

it('a spectator sees the table and may do nothing', () => {
  const watched = classic.steps[3]!.views[2];
  welcome([watched], []);
  expect(state.mayAct).toBe(false);
  expect(state.chosen).toBeNull();
  expect(watched.choice).toBeNull();
  expect(watched.moves).toEqual([]);
});

it('our own dice wait for a tap, if the player wants that, and nobody acts meanwhile', async () => {
  const view = white();
  welcome([view]);
  settings.tapRoll = true;
  await news([view], [{ kind: 'rolled', seat: 1, roll: view.roll! }]);
  expect(state.covered).toBe(false);
  await news([view], [{ kind: 'rolled', seat: 0, roll: view.roll! }]);
  expect(state.covered).toBe(true);
  expect(state.mayAct).toBe(false);
  state.roll();
  await new Promise((done) => setTimeout(done, 0));
  settings.tapRoll = false;
  expect(state.covered).toBe(false);
  expect(state.mayAct).toBe(true);
});
