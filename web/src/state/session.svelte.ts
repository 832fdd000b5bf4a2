/** A visit to a table: the connection, the state, and what is heard from it. */

import {
  codeOf,
  askHint,
  askTutor,
  forget,
  getTableBots,
  introduce,
  openLine,
  openSocket,
  Refused,
  token,
  type Bot,
} from '../net/api';
import { Advice } from '../table/advice/advice.svelte';
import { Connection, type Wire } from '../net/connection';
import { isOwn } from '../net/local';
import { Luck } from '../dice/luck';
import { mindTaps, whenPainted } from '../parts/painted';
import { play } from '../parts/sound';
import { speech } from '../text/language.svelte';
import { tellFacts } from '../text/together';
import type { Chat, Incoming, Table } from '../generated/messages';
import type { Grade } from '../generated/reviews';
import type { Fact } from '../generated/types';
import { avoided } from './avoided.svelte';
import { settings } from './settings.svelte';
import { TableState } from './table.svelte';

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
const LOUD = new Set([
  'left_out',
  'locked',
  'stood_in',
  'took_back',
  'skipped',
  'resigned',
  'abort_dropped',
  'host_changed',
]);

const STAND_IN = 'steady';

/** How long somebody's words are shown beside their chip. */
const SLIP = 6000;

export interface Slip {
  id: number;
  seat: number | null;
  name: string;
  text: string;
}

/**
 * What is said aloud: that somebody has chosen is seen on the chips, and what the house has announced is told already.
 */
export function worthSaying(facts: Fact[]): Fact[] {
  return facts.filter((fact) => fact.kind !== 'chose' && !('by_house' in fact && fact.by_house));
}

export class Session {
  /** One line that everybody should notice, for a while. */
  banner = $state('');
  /** For screen readers: everything that happens, in words. */
  spoken = $state('');
  nudged = $state(0);
  /** The name under which we have asked for a seat. */
  wantsSeat = '';
  /** What people say just now, each beside their chip. */
  slips = $state.raw<Slip[]>([]);
  /** Lines that came since the talk was last open. */
  unread = $state(0);
  bots = $state.raw<Bot[]>([]);
  readonly table: TableState;
  readonly luck = new Luck();
  readonly advice: Advice;

  private readonly connection: Connection;
  private bannerTimer: ReturnType<typeof setTimeout> | undefined;
  private slipped = 0;
  private learnt = false;
  private ignoreTaps: () => void = () => undefined;
  /** What was said about the dice and not yet answered: nobody at this device asked for it. */
  private readonly parts = new Map<string, string>();

  constructor(readonly id: string) {
    this.table = new TableState({
      say: (message) => this.connection.say(message),
      pause,
      onfacts: (facts) => this.hear(facts),
      onpad: () => this.connection.sync(),
      onchat: (line) => this.listen(line),
      onnudge: (by) => this.nudge(by),
      look: (seat) => this.connection.look(seat),
      before: (move, send) => this.advice.before(move, send),
    });
    const judge = {
      hint: (seat: number) => askHint(id, seat),
      tutor: (seat: number, move: string, grade: Grade) => askTutor(id, seat, move, grade),
    };
    this.advice = new Advice(
      this.table,
      judge,
      () => settings.tutor,
      (error) => codeOf(error),
    );
    this.connection = new Connection({
      open: () => (isOwn(id) ? openLine(id) : (openSocket(id) as unknown as Wire)),
      token,
      onmessage: (message) => {
        if ((message.type === 'receipt' || message.type === 'refusal') && this.parts.delete(message.id ?? '')) return;
        if (message.type === 'welcome' || message.type === 'table') this.addToDice(message.table, message.you.seats);
        whenPainted(() => this.receive(message));
      },
      onstatus: (status, code) => {
        this.table.status = status;
        if (status === 'lost') this.table.hands.close(true);
        if (code === 'bad_token') void this.anew();
        else if (status === 'gone') this.table.gone = code;
      },
    });
  }

  private receive(message: Incoming): void {
    this.table.receive(message);
    this.sitIfWanted();
    if (message.type === 'welcome') this.arrived();
    if (message.type === 'welcome' || message.type === 'presence') this.meet();
    if (!this.learnt && this.table.table && !this.table.drawing) this.learnBots(); // not in the way of the first dice
  }

  async open(): Promise<void> {
    try {
      if (!isOwn(this.id) && !token()) await introduce(settings.name || speech.words.t('page.guest'));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // without a name we can still watch, and the connection will say what is wrong
    }
    this.connection.connect();
    this.ignoreTaps = mindTaps();
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  /** Who could play here, and by what; that may change with the number of seats. */
  learnBots(): void {
    this.learnt = true;
    void getTableBots(this.id).then(
      (bots) => (this.bots = bots),
      () => undefined,
    );
  }

  close(): void {
    this.ignoreTaps();
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.connection.close();
  }

  /** The bot that stands in for a player, unless the host chooses another: the server's, a fair substitute. */
  get standIn(): string {
    return this.bots.find((bot) => bot.name === STAND_IN)?.name ?? this.bots.at(-1)?.name ?? STAND_IN;
  }

  /** We have asked for a seat: as soon as one is open, it is ours. */
  private sitIfWanted(): void {
    const { table, you } = this.table;
    const free = table?.state === 'open' ? table.seats.find((seat) => seat.kind === 'open') : undefined;
    if (!this.wantsSeat || !free || you.seats.length) return;
    this.table.say({ type: 'sit', seat: free.seat, name: this.wantsSeat });
    this.wantsSeat = '';
  }

  private readonly hurry = () => {
    if (document.visibilityState === 'visible') this.connection.hurry();
  };

  /** Our part of the dice is given at once, whatever is being shown. */
  private addToDice(table: Table, seats: number[]): void {
    for (const part of this.luck.parts(table, seats)) {
      const text = JSON.stringify(part);
      if (![...this.parts.values()].includes(text)) this.parts.set(this.connection.say(part), text);
    }
  }

  /** The player's own words become part of the seed, which is sealed again. */
  addWords(seat: number, words: string): void {
    const dice = this.table.table?.dice;
    if (dice) this.table.say(this.luck.seal(dice, seat, words));
  }

  private async anew(): Promise<void> {
    forget();
    location.reload();
  }

  /** Whom we do not want to hear, as soon as somebody else is there. */
  private meet(): void {
    const { table, you } = this.table;
    const others = table?.seats.some((seat) => seat.player && seat.player !== you.player);
    if (others && !isOwn(this.id)) void avoided.load();
  }

  private arrived(): void {
    const { table } = this.table;
    if (!table) return;
    if (table.state === 'over') settings.leave(table.id);
    else settings.visit(table.id, table.title, this.table.you.seats);
  }

  private hear(facts: Fact[]): void {
    const { variant, names, table } = this.table;
    if (!variant || !table) return;
    const kinds = new Set(facts.map((fact) => fact.kind));
    if (kinds.has('ended')) play('end');
    else if (kinds.has('locked')) play('latch');
    else if (kinds.has('rolled')) play('dice');
    else if (kinds.has('took') || kinds.has('played') || kinds.has('shuffled')) play('card');
    else if (kinds.has('crossed') || kinds.has('penalised')) play('pen');
    const told = tellFacts(speech.words, variant, names, worthSaying(facts), true);
    if (told.length) this.spoken = told.join(' ');
    const loud = tellFacts(
      speech.words,
      variant,
      names,
      facts.filter((fact) => ('penalty' in fact && fact.penalty) || LOUD.has(fact.kind)),
    );
    if (loud.length) this.announce(loud.join(' '));
    if (kinds.has('ended') && !settings.taught && !settings.lesson && this.table.you.seats.length) settings.endLesson();
    if (kinds.has('ended')) settings.leave(table.id);
    else if ((kinds.has('started') || kinds.has('amended')) && table.state === 'playing')
      settings.visit(table.id, table.title, this.table.you.seats);
  }

  private announce(text: string): void {
    this.banner = text;
    clearTimeout(this.bannerTimer);
    this.bannerTimer = setTimeout(() => (this.banner = ''), 4000);
  }

  private nudge(by: string | null): void {
    const seat = by && this.table.table?.seats.find((one) => one.name === by);
    if (seat && avoided.isSilent(seat.player)) return;
    this.nudged += 1;
    play('nudge');
    const words = speech.words;
    this.spoken = by ? words.t('page.table.nudged', { name: by }) : words.t('page.table.nudged_all');
    this.announce(this.spoken);
  }

  /** Words rise from the chip of who says them, and stay readable behind the icon. */
  private listen(line: Chat): void {
    if (avoided.isSilent(line.player)) return;
    const slip = { id: ++this.slipped, seat: line.seat, name: line.name, text: speech.words.said(line) };
    this.slips = [...this.slips.filter((old) => old.seat !== line.seat), slip];
    this.spoken = speech.words.labelled(line.name, slip.text);
    if (line.player !== this.table.you.player) this.unread += 1;
    setTimeout(() => (this.slips = this.slips.filter((old) => old.id !== slip.id)), SLIP);
  }
}
