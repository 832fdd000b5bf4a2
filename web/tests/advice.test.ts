import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Advice, PATIENCE } from '../src/table/advice/advice.svelte';
import type { Incoming, Outgoing, Table } from '../src/generated/messages';
import type { Better, Grade, Hint } from '../src/generated/reviews';
import { showSheet } from '../src/sheet/show';
import { TableState } from '../src/state/table.svelte';
import type { View } from '../src/generated/types';
import { game } from './games';

const classic = game('classic');
const SETTINGS = {
  timer: 'off',
  auto_pass: true,
  listed: false,
  spectators: true,
  chat: true,
  dice: 'server',
  hints: true,
};
const seats = classic.names.map((name, seat) => ({ seat, kind: 'human', name, player: `p${seat}`, online: true }));
const TABLE = {
  id: 'k3v9',
  state: 'playing',
  game: 1,
  settings: SETTINGS,
  seats,
  waiting: { for: [], what: null },
  timer: null,
  proposal: null,
} as unknown as Table;

const asked = classic.steps
  .map((step) => step.views[0])
  .find((view) => view.phase === 'white' && view.waiting.includes(0) && view.moves.length > 2)!;
const [mine, other] = [asked.moves[0]!.move, asked.moves[1]!.move];
const hint: Hint = { move: other, other: null, options: [], reasons: [], exact: false };
const better: Better = { ...hint, loss: 0.07, grade: 'mistake' };

let said: Outgoing[];
let room: TableState;
let advice: Advice;
let level: Grade | 'off';
let answer: () => Promise<Better | null>;
let hints: number;

function welcome(table: Table = TABLE, view: View = asked) {
  const you = { player: 'p0', name: 'Mia', host: true, seats: [0] };
  room.receive({
    type: 'welcome',
    protocol: 1,
    n: 1,
    number: 1,
    variant: classic.variant,
    variant_text: '',
    chat: [],
    table,
    views: [view],
    you,
  } as Incoming);
  room.status = 'live';
}
const moves = () => said.flatMap((message) => (message.type === 'move' ? [message.move] : []));
const choose = () => {
  room.pencil = mine;
  room.done();
};

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  hints = 0;
  level = 'mistake';
  answer = () => Promise.resolve(better);
  room = new TableState({
    say: (message) => `id${said.push(message)}`,
    pause: () => Promise.resolve(),
    before: (move, send) => advice.before(move, send),
  });
  const judge = { hint: () => Promise.resolve((hints++, hint)), tutor: () => answer() };
  advice = new Advice(
    room,
    judge,
    () => level,
    () => 'hints_off',
  );
  welcome();
});

describe('a hint', () => {
  it('points at the best move, and is asked for once', async () => {
    await advice.ask();
    await advice.ask();
    expect(hints).toBe(1);
    expect(advice.move?.move).toBe(other);
    const [row, number] = advice.move!.cell!;
    const show = showSheet(classic.variant, asked.sheets[0]!, { advised: advice.move });
    const pointed = show.rows.flatMap((line) =>
      line.cells.filter((cell) => cell.advised).map((cell) => [line.row.row, cell.cell.number]),
    );
    expect(pointed).toEqual([[row, number]]);
  });

  it('is gone when the table goes on', async () => {
    await advice.ask();
    welcome(TABLE, { ...asked, turn: asked.turn + 1 });
    expect(advice.hint).toBeNull();
  });

  it('is not offered where the table forbids it or to who watches, and is with cards', () => {
    expect(advice.allowed).toBe(true);
    welcome({ ...TABLE, settings: { ...TABLE.settings, hints: false } });
    expect(advice.allowed).toBe(false);
    welcome(TABLE, { ...asked, seat: null });
    expect(advice.allowed).toBe(false);
    welcome();
    room.variant = { ...classic.variant, played_with: 'cards' };
    expect(advice.allowed).toBe(true);
  });
});

describe('a tutor', () => {
  it('asks before a costly move; whoever stays with it sends it', async () => {
    choose();
    await vi.advanceTimersByTimeAsync(0);
    expect(moves()).toEqual([]);
    expect(advice.question?.better.loss).toBe(0.07);
    room.done();
    expect(moves()).toEqual([mine]);
  });

  it('lets one change one’s mind', async () => {
    choose();
    await vi.advanceTimersByTimeAsync(0);
    answer = () => Promise.resolve(null);
    room.pencil = other;
    room.done();
    await vi.advanceTimersByTimeAsync(0);
    expect(moves()).toEqual([other]);
  });

  it.each([
    ['finds nothing', () => Promise.resolve(null)],
    ['cannot be reached', () => Promise.reject(new Error('offline'))],
  ])('sends the move when it %s', async (_, told) => {
    answer = told;
    choose();
    await vi.advanceTimersByTimeAsync(0);
    expect(moves()).toEqual([mine]);
  });

  it('does not keep a move waiting', async () => {
    answer = () => new Promise(() => undefined);
    choose();
    await vi.advanceTimersByTimeAsync(PATIENCE - 1);
    expect(moves()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(moves()).toEqual([mine]);
  });

  it('is silent when it is off, or the table allows no hints', () => {
    level = 'off';
    choose();
    expect(moves()).toEqual([mine]);
    room.sending = null;
    level = 'mistake';
    welcome({ ...TABLE, settings: { ...TABLE.settings, hints: false } });
    choose();
    expect(moves()).toEqual([mine, mine]);
  });

  it('sends the move before the time is up, whether it has asked or not', async () => {
    welcome({ ...TABLE, timer: { nudge: 10, skip: 20 } });
    choose();
    await vi.advanceTimersByTimeAsync(15_900);
    expect(moves()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(moves()).toEqual([mine]);
    room.sending = null;
    welcome({ ...TABLE, timer: { nudge: 1, skip: 3 } });
    choose();
    expect(moves()).toEqual([mine, mine]);
  });

  it('forgets a move when the table has gone on meanwhile', async () => {
    let tell: (found: Better | null) => void = () => undefined;
    answer = () => new Promise((done) => (tell = done));
    choose();
    welcome(TABLE, { ...asked, turn: asked.turn + 1 });
    tell(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(moves()).toEqual([]);
    expect(advice.question).toBeNull();
  });
});
