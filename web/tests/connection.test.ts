import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Connection, type Status, type Wire } from '../src/net/connection';
import type { Incoming } from '../src/generated/messages';

class FakeWire implements Wire {
  near = false;
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  hear(message: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let wires: FakeWire[];
let got: Incoming[];
let states: [Status, string | null][];
let connection: Connection;
const wire = () => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  got = [];
  states = [];
  connection = new Connection({
    open: () => {
      const made = new FakeWire();
      wires.push(made);
      return made;
    },
    token: () => 'secret',
    onmessage: (message) => got.push(message),
    onstatus: (status, code) => states.push([status, code]),
  });
  connection.connect();
  wire().onopen?.();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

it('says hello first, with the token', () => {
  expect(wire().sent).toEqual([{ type: 'hello', protocol: 1, token: 'secret', one_hand: true }]);
});

it('takes messages in order, ignores old ones and asks for everything after a gap', () => {
  wire().hear({ type: 'welcome', n: 1 });
  wire().hear({ type: 'pong', n: 2 });
  wire().hear({ type: 'pong', n: 2 });
  expect(got).toHaveLength(2);
  wire().hear({ type: 'pong', n: 5 });
  expect(got).toHaveLength(2);
  expect(wire().sent.at(-1)).toEqual({ type: 'sync' });
  wire().hear({ type: 'welcome', n: 6 });
  wire().hear({ type: 'pong', n: 7 });
  expect(got).toHaveLength(4);
});

it('comes back by itself and says again what was not answered, with the same id', () => {
  wire().hear({ type: 'welcome', n: 1 });
  const first = connection.say({ type: 'move', turn: 1, phase: 'white', move: 'r8' });
  const second = connection.say({ type: 'move', turn: 1, phase: 'white', move: '-' });
  wire().hear({ type: 'receipt', n: 2, id: first, number: 3 });
  wire().onclose?.();
  expect(states.at(-1)).toEqual(['lost', null]);
  vi.advanceTimersByTime(1000);
  expect(wires).toHaveLength(2);
  wire().onopen?.();
  wire().hear({ type: 'welcome', n: 1 });
  expect(wire().sent.slice(1)).toEqual([{ type: 'move', turn: 1, phase: 'white', move: '-', id: second }]);
  expect(states.at(-1)).toEqual(['live', null]);
});

it('waits as long as the server asks when it restarts', () => {
  wire().hear({ type: 'welcome', n: 1 });
  wire().hear({ type: 'bye', n: 2, code: 'restart', reason: '', come_back: 3 });
  wire().onclose?.();
  vi.advanceTimersByTime(2000);
  expect(wires).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(wires).toHaveLength(2);
});

it('stays away when it was told to', () => {
  wire().hear({ type: 'welcome', n: 1 });
  wire().hear({ type: 'bye', n: 2, code: 'kicked', reason: '', come_back: null });
  wire().onclose?.();
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
  expect(states.at(-1)).toEqual(['gone', 'kicked']);
});

it('gives up a line that has gone silent', () => {
  wire().hear({ type: 'welcome', n: 1 });
  vi.advanceTimersByTime(46_000);
  expect(wire().sent.at(-1)).toEqual({ type: 'ping' });
  vi.advanceTimersByTime(20_000);
  expect(wires[0]!.closed).toBe(true);
  expect(wires.length).toBeGreaterThan(1);
});

it('says within three seconds that nothing was answered, and sends it again on a new line', () => {
  wire().hear({ type: 'welcome', n: 1 });
  const id = connection.say({ type: 'move', turn: 1, phase: 'white', move: 'r8' });
  vi.advanceTimersByTime(2600);
  expect(states.at(-1)).toEqual(['slow', null]);
  vi.advanceTimersByTime(8100);
  expect(states.at(-1)![0]).toBe('lost');
  vi.advanceTimersByTime(600);
  wire().onopen?.();
  wire().hear({ type: 'welcome', n: 1 });
  expect(wire().sent.at(-1)).toMatchObject({ type: 'move', id });
  wire().hear({ type: 'receipt', n: 2, id, number: 9 });
  vi.advanceTimersByTime(3000);
  expect(states.at(-1)).toEqual(['live', null]);
});

it('lets a table on the same device think as long as it likes', () => {
  wire().near = true;
  wire().hear({ type: 'welcome', n: 1 });
  connection.say({ type: 'chat', text: 'hello' });
  vi.advanceTimersByTime(120_000);
  expect(wires).toHaveLength(1);
  expect(wire().sent.some(({ type }) => type === 'ping')).toBe(false);
  expect(states.at(-1)).toEqual(['live', null]);
});
