/** The front page: what can be played, with whom, and how a table is opened. */

import * as api from '../net/api';
import { getEvents } from '../net/events';
import { choose, local, reaches, type Where } from '../net/local';
import type { NewTable, SeatWanted } from '../generated/answers';
import type { EventListed } from '../generated/events';
import type { DiceSource } from '../generated/messages';
import type { Variant } from '../generated/types';
import { readFiles } from './uploads';
import { handed } from './handover';
import { teach } from './lessons';
import { openTable } from './opening';
import { place } from './route.svelte';
import { settings } from './settings.svelte';

const RETRY = 4000;

export interface Own {
  variant: Variant;
  text: string;
  parents: Record<string, string>;
}

export class FrontState {
  variants = $state.raw<Variant[]>([]);
  bots = $state.raw<api.Bot[]>([]);
  history = $state.raw<api.Finished[]>([]);
  /** Tables that their hosts show to everybody. */
  listed = $state.raw<api.Listed[]>([]);
  /** Your events, those that are closed too. */
  events = $state.raw<EventListed[]>([]);
  /** Whether strangers may find each other on this server. */
  isPublic = $state(false);
  /** How the games stand that this device has left unfinished, by table. */
  standings = $state.raw<Record<string, api.Standing>>({});
  /** A variant of the player's own, dropped on the page. */
  own = $state.raw<Own | null>(null);
  mistakes = $state.raw<string[]>([]);
  refusal = $state<string | null>(null);
  creating = $state(false);
  /** The server has answered, or will not: what is below the pads may take its place. */
  settled = $state(false);
  /** Where tables are opened now. */
  where = $state<Where>(local.where);

  chosen = $derived(
    settings.variant === 'own' && this.own
      ? this.own.variant
      : (this.variants.find((variant) => variant.name === settings.variant) ?? this.variants[0] ?? null),
  );
  bot = $derived(
    this.bots.find((bot) => bot.name === settings.bot)?.name ??
      this.bots.find((bot) => bot.name === 'steady')?.name ??
      this.bots[0]?.name ??
      '',
  );

  withCards = $derived(this.chosen?.played_with === 'cards');
  /** The chosen pad by name, with its option: `cards;jokers=on`. */
  padName = $derived(`${this.chosen?.name ?? 'classic'}${settings.jokers && this.withCards ? ';jokers=on' : ''}`);

  private loading: Promise<void> | null = null;

  async load(): Promise<void> {
    this.loading = this.fetchAll();
    await this.loading;
    this.where = local.where;
    this.settled = true;
    void this.lookAtOwn();
    if (this.where === 'server') void this.askWhetherPublic();
    if (this.where === 'server' && api.token())
      void getEvents().then(
        (events) => (this.events = events),
        () => undefined, // a front page without events is still a front page
      );
    void api.getTables().then(
      (tables) => (this.listed = tables),
      () => undefined,
    );
    if (api.token() || this.where !== 'server')
      await api.getHistory().then(
        (games) => (this.history = games.slice(0, 10)),
        () => undefined,
      );
  }

  /** Pads and bots; an unreachable server stops nobody whose device can play by itself. */
  private async fetchAll(): Promise<void> {
    const work = async () => {
      const [variants, bots] = await Promise.all([api.getVariants(), api.getBots()]);
      this.variants = variants;
      this.bots = bots;
    };
    await this.attempt(work);
    if (this.refusal !== 'offline') return;
    choose('lost'); // what is not kept here is fetched, if only the server is away and not the whole network
    await this.attempt(work);
    if (this.refusal) choose('server');
  }

  private async askWhetherPublic(): Promise<void> {
    this.isPublic = (await api.getAbout().catch(() => null))?.public === true;
  }

  /** Who plays at your own tables, and the score; a table that is gone is forgotten. */
  private async lookAtOwn(): Promise<void> {
    for (const { table } of settings.tables) {
      try {
        const standing = await api.getStanding(table);
        this.standings = { ...this.standings, [table]: standing };
      } catch (error) {
        if (error instanceof api.Refused && error.code === 'no_such_table') settings.leave(table);
      }
    }
  }

  /** While the server cannot be reached, look again by ourselves; the answer ends that. */
  keepTrying(): () => void {
    const look = () => {
      if (this.where === 'lost') void this.goBack();
      else if (this.refusal && !this.variants.length) void this.load();
    };
    const timer = setInterval(look, RETRY);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }

  /** The server answers again: play there. */
  private async goBack(): Promise<void> {
    if (this.creating || !(await reaches())) return;
    choose('server');
    await this.load();
  }

  /** All that a table needs is here; until then the buttons show that one of them has been pressed. */
  private async loaded(): Promise<void> {
    this.creating = true;
    await this.loading;
    this.creating = false;
  }

  /** Play now: one bot, one click. */
  async playNow(): Promise<void> {
    await this.loaded(); // the button answers before the bots are known
    if (this.bots.length) await this.create({ seats: [{ kind: 'me' }, { kind: 'bot', bot: this.bot }], start: true });
  }

  /** A first game that teaches: the plain pad against the gentlest bot. */
  async learn(): Promise<void> {
    await this.loaded();
    const gentle = this.bots[0]?.name;
    if (!gentle) return;
    const table = await this.create({
      variant: 'classic',
      seats: [{ kind: 'me' }, { kind: 'bot', bot: gentle }],
      start: true,
    });
    if (table) settings.beginLesson(table);
  }

  /** A short lesson on a pad. */
  teach(pad: string): Promise<void> {
    return this.attempt(() => teach(pad));
  }

  solo(): Promise<unknown> {
    return this.create({ seats: [{ kind: 'me' }], start: true });
  }

  /** Friends on their own phones; without a server that is said, with what is possible instead. */
  async friends(): Promise<unknown> {
    if (this.where !== 'server') return (this.refusal = 'friends_away');
    return this.create({ seats: [{ kind: 'me' }, { kind: 'open' }], grows: true, start: false });
  }

  /** Several people and one device; with real dice the sheets are all we keep. */
  together(names: string[], dice: DiceSource, first: number | null = null): Promise<unknown> {
    const seats: SeatWanted[] = names.map((name) => ({ kind: 'me', name }));
    return this.create({
      seats,
      dice,
      start: true,
      ...(dice !== 'server' && first !== null && first < names.length ? { first } : {}),
    });
  }

  /** Real dice on the table, a sheet on everybody's phone. */
  realDice(count: number, dice: DiceSource): Promise<unknown> {
    const seats: SeatWanted[] = Array.from({ length: count }, (_, i) => ({ kind: i ? 'open' : 'me' }));
    return this.create({ seats, dice, start: false });
  }

  /** Open a table and go there; returns its name, if that worked. */
  private async create(wish: NewTable): Promise<string | null> {
    this.creating = true;
    // where we are going; the screen says what is wrong
    void import('../table/TableScreen.svelte').catch(() => undefined);
    let table: string | null = null;
    const work = async () => (table = await this.open(wish));
    await this.attempt(work);
    // the server is gone since the page was opened: this device can do without, unless others were to join
    if (this.refusal === 'offline' && wish.seats.every(({ kind }) => kind !== 'open')) {
      this.move('lost');
      await this.attempt(work);
      if (this.refusal) this.move('server');
    }
    this.creating = false;
    return table;
  }

  private open(wish: NewTable): Promise<string> {
    const pad = wish.variant
      ? {}
      : settings.variant === 'own' && this.own
        ? { variant_text: this.own.text, variant_parents: this.own.parents }
        : { variant: this.padName };
    return openTable({ ...pad, ...wish });
  }

  private move(where: Where): void {
    choose(where);
    this.where = local.where;
  }

  /** Files were chosen or dropped: one, or a variant with the files beside it that it names as parents. */
  async dropFiles(files: FileList | null | undefined): Promise<void> {
    const brought = await readFiles(files ?? []);
    if (brought) await this.drop(brought.text, brought.parents);
  }

  /** A file was dropped: a record to replay, or a variant to play. */
  async drop(text: string, parents: Record<string, string> = {}): Promise<void> {
    this.mistakes = [];
    if (/^\s*rowlock game/.test(text)) {
      handed.record = text;
      place.go('/g/file/1');
      return;
    }
    await this.attempt(async () => {
      const variant = await api.checkVariant(text, parents);
      this.own = { variant, text, parents };
      settings.variant = 'own';
    });
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    this.refusal = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof api.Refused)) throw error;
      this.refusal = error.code;
      this.mistakes = error.mistakes;
    }
  }
}
