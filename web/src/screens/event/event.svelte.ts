/** An event as the server tells it, asked again from time to time. */

import { FORMATS, type EventNews, type EventRound, type EventShown } from '../../generated/events';
import { codeOf } from '../../net/api';
import { getEvent } from '../../net/events';
import { speech } from '../../text/language.svelte';

const SOON = 4000;
const MANY = 60;
/** A hall full of phones often has one address: they ask less often. */
const LATER = 12000;

export class EventState {
  shown = $state.raw<EventShown | null>(null);
  wrong = $state('');
  /** Seconds since 1970, by the server's clock. */
  now = $state(0);
  private seen = '';
  private ahead = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ticking: ReturnType<typeof setInterval> | undefined;

  constructor(readonly id: string) {}

  /** Ask from now on; the answer ends it. */
  watch(): () => void {
    void this.look();
    this.ticking = setInterval(() => (this.now = Date.now() / 1000 + this.ahead), 1000);
    return () => {
      clearTimeout(this.timer);
      clearInterval(this.ticking);
    };
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    if (!document.hidden) await this.attempt(() => getEvent(this.id, this.seen));
    const wait = (this.shown?.people.length ?? 0) > MANY ? LATER : SOON;
    this.timer = setTimeout(() => void this.look(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Say or ask something, show what the event is afterwards, and tell what speaks against it. */
  async attempt(work: () => Promise<EventNews>): Promise<boolean> {
    try {
      this.hear(await work());
      this.wrong = '';
      return true;
    } catch (error) {
      this.wrong = codeOf(error);
      return false;
    }
  }

  private hear(news: EventNews): void {
    this.seen = news.seen;
    if (!news.shown) return;
    this.shown = news.shown;
    this.ahead = news.shown.now - Date.now() / 1000;
    this.now = news.shown.now;
  }

  name(person: number): string {
    return this.shown?.people[person - 1]?.name ?? '';
  }

  get last(): EventRound | null {
    return this.shown?.rounds.at(-1) ?? null;
  }

  /** Whether there are no draws: whoever wants a game says so. */
  get isOpen(): boolean {
    return FORMATS[this.shown?.plan.format ?? '']?.includes('best') ?? false;
  }

  /** "Round 2", "Final"; open play is one round from its beginning to its end. */
  stage(round: EventRound): string {
    const { words } = speech;
    return this.isOpen
      ? words.t(`people.events.formats.${this.shown!.plan.format}`)
      : words.t(`people.events.${round.stage}`, { n: round.number });
  }

  /** Whole minutes until the running round ends; null without a clock. */
  get left(): number | null {
    const round = this.last;
    if (!round?.minutes || this.shown!.closed || !(this.shown!.running || this.isOpen)) return null;
    return Math.max(0, Math.ceil((round.started + 60 * round.minutes - this.now) / 60));
  }
}
