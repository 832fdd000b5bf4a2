/** Strangers on a public server: the open tables as they change, and a quick game that is looked for. */

import { introduce, openLists, Refused, token } from '../net/api';
import type { GameFound, OpenTable, Sought, TablesChanged, TablesTold } from '../generated/strangers';

type Told =
  | TablesTold
  | TablesChanged
  | Sought
  | GameFound
  | { type: 'pong' }
  | { type: 'refusal'; code: string }
  | { type: 'bye'; code: string; come_back: number | null };

export interface Wish {
  pad: string;
  bot: boolean;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** A socket that has said nothing for so long, although it was asked, is dead. */
const SILENCE = 30_000;

export class StrangersState {
  tables = $state.raw<OpenTable[]>([]);
  /** The quick game that is looked for. */
  wish = $state.raw<Wish | null>(null);
  refusal = $state<string | null>(null);

  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private comeBack: number | null = null;
  private finished = false;
  private heard = true;

  constructor(private readonly onfound: (table: string) => void) {}

  /** Keep the list live until what is returned is called: that ends the waiting for a game, too. */
  watch(): () => void {
    this.connect();
    const pulse = setInterval(() => this.check(), SILENCE);
    return () => {
      this.finished = true;
      clearInterval(pulse);
      this.hangUp();
    };
  }

  /** Look for a game, under the name that is on the page now: the socket belongs to whoever says hello. */
  async seek(name: string, wish: Wish): Promise<void> {
    this.hangUp();
    this.refusal = null;
    this.wish = wish;
    try {
      await introduce(name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.stop(error.code);
    }
    this.connect();
  }

  cancel(): void {
    this.stop();
    this.say({ type: 'quick_off' });
  }

  private stop(refusal: string | null = null): void {
    this.wish = null;
    this.refusal = refusal;
  }

  private connect(): void {
    if (this.finished) return;
    this.hangUp();
    this.heard = true;
    const socket = (this.socket = openLists());
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token: token() }));
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.receive(JSON.parse(data as string) as Told);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.again();
    };
  }

  private hangUp(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null; // whatever it still says is about an earlier wish
    socket?.close();
  }

  private again(): void {
    const wait = this.comeBack ?? Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT);
    this.tries += 1;
    this.comeBack = null;
    this.timer = setTimeout(() => this.connect(), wait * (0.8 + Math.random() * 0.4));
  }

  private check(): void {
    if (!this.heard) return this.connect();
    this.heard = false;
    this.say({ type: 'ping' });
  }

  private say(message: { type: string }): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(told: Told): void {
    this.heard = true;
    if (told.type === 'tables') this.begin(told);
    else if (told.type === 'changed') this.change(told);
    else if (told.type === 'quick' && told.pad === null) this.wish = null;
    else if (told.type === 'refusal') this.stop(told.code);
    else if (told.type === 'game') {
      this.wish = null;
      this.onfound(told.table);
    } else if (told.type === 'bye') this.leave(told.come_back);
  }

  /** The whole list has come, so the socket is ready: what we wished for is said again after every break. */
  private begin(told: TablesTold): void {
    this.tries = 0;
    this.tables = told.tables;
    if (this.wish) this.say({ type: 'quick', ...this.wish });
  }

  private change({ tables, gone }: TablesChanged): void {
    const known = new Set(this.tables.map(({ table }) => table));
    const now = new Map(tables.map((one) => [one.table, one]));
    const fresh = tables.filter(({ table }) => !known.has(table));
    const kept = this.tables.filter(({ table }) => !gone.includes(table));
    this.tables = [...fresh, ...kept.map((one) => now.get(one.table) ?? one)];
  }

  private leave(comeBack: number | null): void {
    if (comeBack !== null) return void (this.comeBack = comeBack * 1000);
    this.finished = true;
    this.tables = [];
    this.stop();
  }
}
