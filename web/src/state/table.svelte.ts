/** A table as this device sees it: one state object. Messages change it, components only show it. */

import type { Status } from '../net/connection';
import type { Chat, Incoming, Outgoing, Table, You } from '../generated/messages';
import type { Fact, Move, Variant, View } from '../generated/types';
import { settings } from './settings.svelte';
import { speech } from '../text/language.svelte';
import { drawingOf, seatNames } from '../text/names';
import { Hands } from './hands.svelte';
import { Heard } from './heard.svelte';
import type { Hooks } from './hooks';
import { hasMarks, nextOf, sameSheets } from './sheets';
import { beatOf } from './rhythm';
import { lastRollOf, openedWith } from './rolls';
import { halfDecided, picksOf, tiedRows, tieLevel, wayOf, waysOf } from './ties';

type Update = Extract<Incoming, { type: 'table' }>;

const NOBODY: You = { player: null, name: null, host: false, seats: [] };
const CHAT_LENGTH = 60;

export class TableState {
  status = $state<Status>('connecting');
  /** Why we may not come back, when the server said so. */
  gone = $state<string | null>(null);
  variant = $state.raw<Variant | null>(null);
  you = $state.raw<You>(NOBODY);
  table = $state.raw<Table | null>(null);
  views = $state.raw<View[]>([]);
  chat = $state.raw<Chat[]>([]);
  readonly heard = new Heard();
  /** The move pencilled in on this device only, until it is done. */
  pencil = $state<string | null>(null);
  /** Several moves that cross the tapped cell: in different ways, or because a tie leaves a choice among rows. */
  options = $state.raw<Move[]>([]);
  /** The ways in which the tapped cell may be crossed, a move for each, where they do not come to the same. */
  ways = $derived(waysOf(this.options));
  /** The rows among which the player chooses; a tap on one of them answers. */
  ties = $derived(this.ways.length ? [] : tiedRows(this.options));
  /** Which of our own seats lies in front of us (several with pass-and-play). */
  seat = $state<number | null>(null);
  /** The code of the last refusal, until the next thing happens. */
  refusal = $state<string | null>(null);
  /** The cell that was tapped though it may not be crossed: the page says why. */
  denied = $state.raw<[string, number] | null>(null);
  /** Sent, but not yet answered. */
  sending = $state<string | null>(null);
  /** News still being shown one after the other. */
  showing = $state(false);

  /** When the table was last told: the time that is left counts from then. */
  since = 0;
  /** Our own dice lie under the cup until we tap. */
  covered = $state(false);
  private queue: Update[] = [];
  private uncover: () => void = () => undefined;

  /** Cards, where the game is played with them. */
  readonly hands: Hands;

  constructor(private readonly hooks: Hooks) {
    this.hands = new Hands(this, (seat) => hooks.look?.(seat));
  }

  /** A score pad: real dice that nobody enters, crosses at any time. */
  free = $derived(this.table?.settings.dice === 'none');
  view = $derived(this.views.find((view) => view.seat === this.seat) ?? this.views[0] ?? null);
  names = $derived(seatNames(this.table?.seats ?? [], speech.words));
  /** While the dice are drawn: the names of those whose part has still to come. */
  drawing = $derived(drawingOf(this.table, this.names));
  mayAct = $derived(
    this.status === 'live' &&
      !this.showing &&
      this.table?.state === 'playing' &&
      this.view?.seat !== null &&
      (this.view?.moves.length ?? 0) > 0,
  );
  /** The move that the sheet shows in pencil: this device's, or the one the server keeps for us. */
  chosen = $derived(this.view?.moves.find((move) => move.move === (this.pencil ?? this.view?.choice)) ?? null);
  /** While a tie is open: the cell that was tapped, without what depends on the choice. */
  pending = $derived(halfDecided(this.options));
  passing = $derived(this.view?.moves.find((move) => move.move === '-') ?? null);
  /** On a score pad with dice a stroke is a tap: it is made at once, and undo takes it back. */
  strokes = $derived(this.free && !this.view?.cards);
  /** On a score pad: our last mark may be taken back, once. */
  erasable = $derived(this.free && hasMarks(this.view) && !this.heard.erased.includes(this.view?.seat ?? -1));
  /** On a score pad that is full: our last cross is made or not, and the sheets can be counted. */
  counting = $derived(this.free && this.table?.waiting.what === 'count');
  /** A correction waits for our word. */
  consents = $derived(this.table?.proposal?.asked.some((seat) => this.you.seats.includes(seat)) ?? false);
  /** Our choice lies with the server and waits for the others. */
  waiting = $derived(this.pencil === null && this.view?.choice != null);
  /** The roll that lies on the table or lay there last, to be corrected where it was entered by hand. */
  lastRoll = $derived(lastRollOf(this.heard.log, this.view));
  asked = $derived(this.mayAct && this.view?.seat != null && this.view.waiting.includes(this.view.seat));

  receive(message: Incoming): void {
    switch (message.type) {
      case 'welcome':
        this.queue = [];
        this.uncover();
        this.variant = message.variant;
        this.chat = message.chat;
        this.take(message);
        if (!this.heard.log.length) this.heard.log = openedWith(this.view);
        return;
      case 'table':
        this.queue.push(message);
        if (!this.showing) void this.show();
        return;
      case 'chat':
        this.chat = [...this.chat.slice(1 - CHAT_LENGTH), message];
        this.hooks.onchat?.(message);
        return;
      case 'presence':
        this.present(message);
        return;
      case 'refusal':
        this.refused(message.id, message.code);
        return;
      case 'receipt':
        this.received(message.id);
        return;
      case 'nudge':
        if (this.you.seats.includes(message.seat)) this.hooks.onnudge?.(message.by);
    }
  }

  /** Show the news in order, each with its beat; catch up at once when there is too much of it. */
  private async show(): Promise<void> {
    this.showing = true;
    while (this.queue.length) {
      const next = this.queue.shift()!;
      this.take(next);
      if (this.isOurRoll(next.facts)) await this.underTheCup();
      this.heard.hear(next.facts);
      if (next.facts.some((fact) => fact.kind === 'pad_changed')) this.hooks.onpad?.();
      this.hooks.onfacts?.(next.facts, this);
      const beat = this.queue.length > 6 ? 0 : beatOf(next.facts);
      if (beat) await this.hooks.pause(beat);
    }
    this.showing = false;
  }

  /** Whether these news bring a roll of ours that should wait for a tap. */
  private isOurRoll(facts: Fact[]): boolean {
    const ours = facts.some((fact) => fact.kind === 'rolled' && this.you.seats.includes(fact.seat ?? -1));
    return ours && settings.tapRoll && !this.queue.length && this.table?.settings.dice === 'server';
  }

  private async underTheCup(): Promise<void> {
    this.covered = true;
    await new Promise<void>((lift) => (this.uncover = lift));
    this.covered = false;
  }

  /** Lift the cup. */
  roll(): void {
    this.uncover();
  }

  private take(news: { you: You; table: Table; views: View[] }): void {
    const before = this.view;
    const known = this.table?.game === news.table.game ? this.views[0] : undefined;
    this.since = Date.now();
    this.you = news.you;
    this.table = news.table;
    this.views = sameSheets(known, news.views);
    this.chooseSeat();
    this.hands.follow(this.view);
    const after = this.view;
    const moved = before?.turn !== after?.turn || before?.phase !== after?.phase || before?.seat !== after?.seat;
    if (moved || this.pencil === after?.choice || !after?.moves.some((move) => move.move === this.pencil)) {
      this.pencil = null;
      this.options = [];
    }
    if (moved) this.refuse(null);
  }

  /** Put the sheet in front of us that is asked; stay where we are while it still is. */
  private chooseSeat(): void {
    const own = this.views.flatMap((view) => (view.seat === null ? [] : [view.seat]));
    const rolls = this.table?.waiting.what === 'dice' ? this.views[0]?.active : undefined;
    if (rolls !== undefined && own.includes(rolls)) return void (this.seat = rolls);
    const asked = own.filter((seat) => this.views[0]?.waiting.includes(seat));
    if (this.seat !== null && (asked.includes(this.seat) || (own.includes(this.seat) && !asked.length))) return;
    this.seat = asked[0] ?? own[0] ?? null;
  }

  private present(message: Extract<Incoming, { type: 'presence' }>): void {
    if (!this.table) return;
    const seats = this.table.seats.map((seat, i) => ({ ...seat, online: message.online[i] ?? seat.online }));
    this.table = { ...this.table, seats, watchers: message.watchers, parked: message.parked };
  }

  /** What we said is stored; on a score pad the same may be said again, so the pencil is put down. */
  private received(id: string | null): void {
    if (id !== this.sending) return;
    this.sending = null;
    if (this.free) this.pencil = null;
  }

  private refused(id: string | null, code: string): void {
    if (id === this.sending) this.sending = null;
    this.refuse(code);
  }

  private refuse(code: string | null, cell: [string, number] | null = null): void {
    this.refusal = code;
    this.denied = cell;
  }

  /** Put another of our own sheets in front of us. */
  turnTo(seat: number): void {
    if (!this.views.some((view) => view.seat === seat)) return;
    this.seat = seat;
    this.pencil = null;
    this.options = [];
    this.hands.follow(this.view);
  }

  /** A tap on a cell with its moves: pencil it in, take it back, or ask which. */
  tap(moves: Move[], cell: [string, number] | null = null): void {
    this.refuse(null);
    if (!this.mayAct) return;
    if (cell && this.hands.isPlay) {
      if (!this.hands.cross(cell)) this.refuse('illegal_move', cell);
    } else if (cell && this.ties.includes(cell[0])) {
      this.pickRow(cell[0]);
    } else if (!moves.length) {
      this.refuse('illegal_move', cell);
    } else if (moves.some((move) => move === this.chosen)) {
      this.undo();
    } else {
      this.consider(moves);
    }
  }

  /** One of these: pencil it in if they come to the same, else ask. */
  private consider(moves: Move[]): void {
    const open = waysOf(moves).length > 0 || tiedRows(moves).length > 0;
    this.options = open ? moves : [];
    this.pencil = open ? null : moves[0]!.move;
    if (this.strokes) this.done();
  }

  /** It is decided how the cell is crossed. A tie may follow. */
  pickWay(way: Move): void {
    this.consider(this.options.filter((move) => wayOf(move) === wayOf(way)));
  }

  /** A tie is decided: the row gets the bonus. Another tie may follow. */
  pickRow(row: string): void {
    const level = tieLevel(this.options);
    const left = this.options.filter((move) => picksOf(move)[level] === row);
    if (left.length) this.consider(left);
  }

  undo(): void {
    this.refuse(null);
    if (this.options.length) return void (this.options = []);
    if (this.hands.undo()) return;
    if (this.pencil !== null) this.pencil = null;
    else if (this.view?.choice != null || this.erasable) this.send('<');
  }

  /** Pass at once where it costs nothing; a pass that costs points is pencilled in first. */
  pass(): void {
    if (!this.mayAct || !this.passing || this.sending) return;
    if (this.passing.gain < 0 && !this.strokes && this.pencil !== this.passing.move) this.pencil = this.passing.move;
    else this.send(this.passing.move);
  }

  done(): void {
    if (this.mayAct && this.pencil !== null && !this.sending) this.send(this.pencil);
  }

  /** On a score pad that is full: our last cross is made. */
  count(): void {
    if (this.counting) this.say({ type: 'count' });
  }

  /** Of several people at this device, the one whose choice is awaited while another sheet lies in front. */
  next = $derived(this.free || this.showing || this.asked ? null : nextOf(this.views));

  say(message: Outgoing): string {
    this.refuse(null);
    return this.hooks.say(message);
  }

  /** A new attempt: what was refused before is forgotten. */
  forgive = () => this.refuse(null);

  send(move: string, sure = false): void {
    if (!sure && this.hooks.before?.(move, () => this.send(move, true))) return;
    const view = this.view;
    if (!view || view.phase === 'roll' || view.phase === 'shuffle' || view.phase === 'over') return;
    this.sending = this.say({ type: 'move', turn: view.turn, phase: view.phase, move, seat: view.seat });
  }
}
