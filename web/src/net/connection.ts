/** One self-recovering socket to a table: hello, numbered messages, sync on a gap, resend until answered. */

import type { Incoming, Outgoing } from '../generated/messages';

export type Status = 'connecting' | 'live' | 'slow' | 'lost' | 'gone';

export interface Wire {
  /** Within this device: nothing gets lost there, and whoever takes long is thinking. */
  near?: boolean;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

interface Options {
  open: () => Wire;
  token: () => string | null;
  onmessage: (message: Incoming) => void;
  onstatus: (status: Status, code: string | null) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const SILENCE = 45_000;
/** What is said is answered within this time, or the player hears that it is not sent yet. */
const ANSWER = 2500;
const DEAD = 8000;

let counter = 0;
const run = Math.random().toString(36).slice(2, 10);

export class Connection {
  private wire: Wire | null = null;
  private seen = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private late: ReturnType<typeof setTimeout> | undefined;
  private comeBack: number | null = null;
  private finished = false;
  /** Sent, but neither receipt nor refusal seen: sent again after a reconnect, harmless by its id. */
  private unanswered = new Map<string, string>();

  constructor(private readonly options: Options) {}

  connect(): void {
    if (this.finished) return;
    this.options.onstatus(this.tries ? 'lost' : 'connecting', null);
    const wire = this.options.open();
    this.wire = wire;
    this.seen = 0;
    wire.onopen = () =>
      wire.send(
        JSON.stringify({ type: 'hello', protocol: 1, token: this.options.token() ?? undefined, one_hand: true }),
      );
    wire.onmessage = (event) => this.receive(JSON.parse(event.data) as Incoming);
    wire.onclose = () => {
      if (this.wire === wire) this.again();
    };
    this.listen();
  }

  /** Say something; it is answered by a receipt or a refusal with the id returned here. */
  say(message: Outgoing): string {
    const id = `${run}-${++counter}`;
    const text = JSON.stringify({ ...message, id });
    this.unanswered.set(id, text);
    if (this.seen) this.wire?.send(text);
    this.late ??= setTimeout(() => this.doubt(), ANSWER);
    return id;
  }

  /** Ask for everything again. */
  sync(): void {
    if (this.seen) this.wire?.send(JSON.stringify({ type: 'sync' }));
  }

  /** Which of several seats on this device may see its hand of cards; everything comes again. */
  look(seat: number | null): void {
    if (this.seen) this.wire?.send(JSON.stringify({ type: 'look', seat }));
  }

  /** Try at once: the tab came back, or the network did. */
  hurry(): void {
    if (this.finished || !this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.connect();
  }

  close(): void {
    this.finished = true;
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    clearTimeout(this.late);
    this.wire?.close();
  }

  private receive(message: Incoming): void {
    this.listen();
    if (message.type === 'welcome') this.seen = message.n;
    else if (message.n <= this.seen) return;
    else if (message.n > this.seen + 1) return this.wire?.send(JSON.stringify({ type: 'sync' }));
    else this.seen = message.n;
    if (message.type === 'receipt' || message.type === 'refusal') this.answered(message.id ?? '');
    if (message.type === 'bye')
      this.leave(message.cause ? `${message.code}_${message.cause}` : message.code, message.come_back);
    this.options.onmessage(message);
    if (message.type === 'welcome') this.arrive();
  }

  private answered(id: string): void {
    this.unanswered.delete(id);
    if (this.unanswered.size) return;
    clearTimeout(this.late);
    this.late = undefined;
    this.options.onstatus('live', null);
  }

  /** No answer yet: say so, and ask whether anybody is there. */
  private doubt(): void {
    this.late = undefined;
    if (!this.unanswered.size || !this.wire || this.wire.near || !this.seen) return;
    this.options.onstatus('slow', null);
    this.ping();
  }

  private arrive(): void {
    this.tries = 0;
    this.options.onstatus('live', null);
    if (this.unanswered.size) this.late ??= setTimeout(() => this.doubt(), ANSWER);
    for (const text of this.unanswered.values()) this.wire?.send(text);
  }

  private leave(code: string, comeBack: number | null): void {
    if (comeBack === null) {
      this.finished = true;
      this.options.onstatus('gone', code);
    } else {
      this.comeBack = comeBack * 1000;
    }
  }

  private again(): void {
    if (this.finished) return;
    this.wire = null;
    this.tries += 1;
    this.options.onstatus('lost', null);
    const wait = this.comeBack ?? Math.min(FIRST_WAIT * 2 ** (this.tries - 1), LONGEST_WAIT);
    this.comeBack = null;
    this.timer = setTimeout(() => this.hurry(), wait * (0.8 + Math.random() * 0.4));
  }

  /** A connection that is silent for long is dead, even if nobody closed it: ask, and then give it up. */
  private listen(): void {
    clearTimeout(this.quiet);
    if (this.wire?.near) return;
    this.quiet = setTimeout(() => this.ping(), SILENCE);
  }

  private ping(): void {
    clearTimeout(this.quiet);
    this.wire?.send(JSON.stringify({ type: 'ping' }));
    this.quiet = setTimeout(() => {
      const dead = this.wire;
      this.wire = null;
      dead?.close();
      this.again();
    }, DEAD);
  }
}
