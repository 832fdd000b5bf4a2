/** A visit to a table: the connection, the state, and what is heard of it. */

import { forget, getBots, introduce, openSocket, Refused, token, type Bot } from '../net/api';
import { Connection, type Wire } from '../net/connection';
import { play } from '../parts/sound';
import { speech } from '../text/language.svelte';
import type { Fact } from '../types';
import { settings } from './settings.svelte';
import { TableState } from './table.svelte';

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
const LOUD = new Set(['locked', 'stood_in', 'took_back', 'skipped']);

/** Everything once: that somebody has chosen is seen on the chips, and a pass that the house makes is told with its reason. */
export function worthSaying(facts: Fact[]): Fact[] {
  const explained = new Set(facts.filter((fact) => fact.kind === 'auto_passed' || fact.kind === 'skipped').map((fact) => fact.seat));
  return facts.filter((fact) => fact.kind !== 'chose' && !(fact.kind === 'passed' && explained.has(fact.seat)));
}

export class Session {
  /** One line that everybody should notice, for a while. */
  banner = $state('');
  /** For screen readers: everything that happens, in words. */
  spoken = $state('');
  nudged = $state(0);
  bots = $state.raw<Bot[]>([]);
  readonly table: TableState;

  private readonly connection: Connection;
  private bannerTimer: ReturnType<typeof setTimeout> | undefined;
  private wantsStart = false;

  constructor(readonly id: string) {
    this.table = new TableState({
      say: (message) => this.connection.say(message),
      pause,
      onfacts: (facts) => this.hear(facts),
      onnudge: () => this.nudge(),
    });
    this.connection = new Connection({
      open: () => openSocket(id) as unknown as Wire,
      token,
      onmessage: (message) => {
        this.table.receive(message);
        if (message.type === 'welcome') this.arrived();
      },
      onstatus: (status, code) => {
        this.table.status = status;
        if (code === 'bad_token') void this.anew();
        else if (status === 'gone') this.table.gone = code;
      },
    });
  }

  async open(): Promise<void> {
    try {
      if (!token()) await introduce(settings.name || speech.words.t('page.guest'));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // without a name we can still watch, and the connection will say what is wrong
    }
    this.connection.connect();
    void getBots().then((bots) => (this.bots = bots), () => undefined);
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  close(): void {
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.connection.close();
  }

  /** The bot that stands in for a player: the one this player likes, or the first there is. */
  get standIn(): string {
    return this.bots.find((bot) => bot.name === settings.bot)?.name ?? this.bots[0]?.name ?? 'random';
  }

  /** The same people once more; with nobody to wait for, it starts at once. */
  rematch(): void {
    this.wantsStart = true;
    this.table.say({ type: 'rematch' });
  }

  private readonly hurry = () => {
    if (document.visibilityState === 'visible') this.connection.hurry();
  };

  private async anew(): Promise<void> {
    forget();
    location.reload();
  }

  private arrived(): void {
    const { table } = this.table;
    if (!table) return;
    if (table.state === 'over') settings.leave(table.id);
    else settings.visit(table.id, table.title);
  }

  private hear(facts: Fact[]): void {
    const { variant, names, table } = this.table;
    if (!variant || !table) return;
    const kinds = new Set(facts.map((fact) => fact.kind));
    if (kinds.has('ended')) play('end');
    else if (kinds.has('locked')) play('latch');
    else if (kinds.has('rolled')) play('dice');
    else if (kinds.has('crossed') || kinds.has('penalised')) play('pen');
    const told = worthSaying(facts).map((fact) => speech.words.fact(variant, names, fact)).filter(Boolean);
    if (told.length) this.spoken = told.join(' ');
    const loud = facts.filter((fact) => fact.penalty || LOUD.has(fact.kind)).map((fact) => speech.words.fact(variant, names, fact));
    if (loud.length) this.announce(loud.join(' '));
    if (kinds.has('ended')) settings.leave(table.id);
    if (kinds.has('rematch') && this.wantsStart) this.startAgain();
  }

  private startAgain(): void {
    this.wantsStart = false;
    const full = this.table.table?.seats.every((seat) => seat.kind !== 'open' && seat.online);
    if (this.table.you.host && full) this.table.say({ type: 'start' });
  }

  private announce(text: string): void {
    this.banner = text;
    clearTimeout(this.bannerTimer);
    this.bannerTimer = setTimeout(() => (this.banner = ''), 4000);
  }

  private nudge(): void {
    this.nudged += 1;
    play('nudge');
  }
}
