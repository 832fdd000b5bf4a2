/**
 * The worker: hands the page's messages to the table of the house, stores what is said, and then tells it.
 *
 * One thing after the other: nothing is said while something else is being stored. Another tab may write to the same
 * log; whoever comes second reads on and says its word again.
 */

import { startEngine, type Engine } from './engine';
import { Shelf } from './shelf';
import { known, Store, type Batch, type Entry, type Game, type Line } from './store';
import { isFixed, type FromWorker, type Given, type ToWorker } from './words';

interface Outcome extends Batch {
  told: [number, unknown][];
  house_is_next: boolean;
  number: number;
  drawing: boolean;
}

interface Answer {
  status: number;
  told: string;
  log: Entry[] | null;
  line: Line | null;
  finished: Game | null;
  says: [string, string, unknown] | null;
  /** Networks whose word was asked for, and that are not here yet. */
  needs: string[];
}

const TRIES = 20;
/** Whoever keeps the draw of the dice waiting this long is left out of it. */
const DRAW = 20_000;

const post = (message: FromWorker) => postMessage(message);
const store = new Store((keeping) => post({ kind: 'keeping', keeping }));
const channel = 'BroadcastChannel' in self ? new BroadcastChannel('rowlock') : null;
const { base, files, player } = JSON.parse(self.name) as Given;
const shelf = new Shelf(base);
let engine: Engine;
let last: Promise<unknown> = Promise.resolve();
/** Tables that are open here, with their lines, and those whose bots this tab looks after. */
const lines = new Map<number, string>();
const open = new Set<string>();
const stewards = new Map<string, () => void>();
const wanted = new Set<string>();
const numbers = new Map<string, number>();
const draws = new Map<string, ReturnType<typeof setTimeout>>();

function enqueue(work: () => Promise<void>): void {
  last = last.then(work).catch((error: unknown) => post({ kind: 'failed', why: String(error) }));
}

/** Read a table's log, once. */
async function wake(table: string): Promise<void> {
  if (open.has(table) || !table.startsWith('d-')) return;
  const log = await store.log(table);
  if (!log.length) return;
  engine.device.open(JSON.stringify(log));
  open.add(table);
}

/** Networks for bots and hints; where they cannot be fetched, these do without. */
async function bring(names: string[]): Promise<void> {
  const one = async (name: string) => engine.put(name, await (await shelf.take(name)).arrayBuffer());
  await Promise.all(names.map((name) => one(name).catch(() => undefined)));
}

/** The networks that a table's bots play by; each is asked for once. */
async function equip(table: string): Promise<void> {
  const names = (JSON.parse(engine.device.needs(table)) as string[]).filter((name) => !wanted.has(name));
  for (const name of names) wanted.add(name);
  await bring(names);
}

/** Do something at a table until it is stored; what is told comes after that. */
async function act(table: string, work: () => string): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    let outcome = JSON.parse(work()) as Outcome;
    if (!outcome.entries.length) return settle(table, outcome);
    if (await store.append(table, outcome)) {
      channel?.postMessage(table);
      outcome = JSON.parse(engine.device.stored(table)) as Outcome;
      return settle(table, outcome);
    }
    settle(table, await readOn(table, outcome.entries[0]![0] - 1));
  }
  throw new Error('too many tabs write to this table');
}

async function readOn(table: string, after: number): Promise<Outcome> {
  return JSON.parse(engine.device.behind(table, JSON.stringify(await store.log(table, after)))) as Outcome;
}

function settle(table: string, outcome: Outcome): void {
  numbers.set(table, outcome.number);
  for (const [line, message] of outcome.told) post({ kind: 'told', line, text: JSON.stringify(message) });
  clearTimeout(draws.get(table));
  if (outcome.drawing)
    draws.set(
      table,
      setTimeout(() => enqueue(() => act(table, () => engine.device.draw_on(table))), DRAW),
    );
  if (outcome.house_is_next && stewards.has(table)) setTimeout(() => enqueue(() => letHouseAct(table)), 0);
}

async function letHouseAct(table: string): Promise<void> {
  if (!stewards.has(table)) return;
  await equip(table);
  await act(table, () => engine.device.let_house_act(table));
}

/** Of several tabs with one table, one lets the bots play; when it goes, another takes over. */
function beSteward(table: string): void {
  if (stewards.has(table)) return;
  const own = () => enqueue(() => letHouseAct(table));
  if (!('locks' in navigator)) {
    stewards.set(table, () => undefined);
    return own();
  }
  void navigator.locks.request(`rowlock ${table}`, () => {
    return new Promise<void>((release) => {
      stewards.set(table, release);
      own();
    });
  });
}

async function say(line: number, table: string, text: string): Promise<void> {
  try {
    await wake(table);
  } catch (error) {
    // the log stays as it is: another version may read it
    return post({
      kind: 'told',
      line,
      text: JSON.stringify({ n: 1, type: 'bye', code: 'bad_record', reason: String(error), come_back: null }),
    });
  }
  await act(table, () => engine.device.hear(line, table, text));
  if (lines.has(line) || !open.has(table)) return;
  lines.set(line, table);
  beSteward(table);
}

async function ask(id: number, method: string, path: string, body: string): Promise<void> {
  const stored = await known(store, method, path);
  if (stored) return post({ kind: 'answer', id, ...stored });
  const [, table] = /^\/tables\/(d-[0-9a-f]+)/.exec(path) ?? [];
  if (table) await wake(table);
  const log = JSON.stringify(table && path.includes('/games/') ? await store.log(table) : []);
  let answer = JSON.parse(engine.device.ask(method, path, body, log, false)) as Answer;
  if (answer.needs.length) {
    await bring(answer.needs);
    answer = JSON.parse(engine.device.ask(method, path, body, log, true)) as Answer;
  }
  if (isFixed(method, path)) void shelf.note(path.slice(1), new Response(answer.told));
  if (answer.log) {
    const made = answer.line!.table;
    await store.append(made, { entries: answer.log, line: answer.line, finished: answer.finished });
    await wake(made);
  }
  if (answer.says) {
    const [where, kind, said] = answer.says;
    await act(where, () => engine.device.say(where, kind, JSON.stringify(said)));
  }
  post({ kind: 'answer', id, status: answer.status, text: answer.told });
}

async function close(line: number): Promise<void> {
  const table = lines.get(line);
  lines.delete(line);
  if (table) await act(table, () => engine.device.hang_up(line));
}

channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
  if (open.has(data)) enqueue(async () => settle(data, await readOn(data, numbers.get(data) ?? 0)));
});

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'ask') {
    enqueue(() =>
      ask(data.id, data.method, data.path, data.body).catch((error: unknown) => {
        post({ kind: 'answer', id: data.id, status: 500, text: '{"code":"error","reason":""}' });
        throw error;
      }),
    );
  } else if (data.kind === 'say') enqueue(() => say(data.line, data.table, data.text));
  else enqueue(() => close(data.line));
});

// at once: a message would have to wait for a page that is busy showing itself
enqueue(async () => {
  engine = await startEngine(shelf, files, player, (loaded, total) => post({ kind: 'progress', loaded, total }));
  post({ kind: 'ready' });
});
