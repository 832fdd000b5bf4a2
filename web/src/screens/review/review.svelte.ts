/** A game under review: its replay and what the analysis says, whose eyes we look through, and where we are. */

import { codeOf, getReplay, readReplay, recordPath, request, type Replay } from '../../net/api';
import { getReview, reviewRecord } from '../../net/study';
import type { Review } from '../../generated/reviews';
import { handed } from '../../state/handover';
import { place } from '../../state/route.svelte';
import { speech } from '../../text/language.svelte';
import { padIn } from './moments';

export class ReviewState {
  replay = $state.raw<Replay | null>(null);
  review = $state.raw<Review | null>(null);
  /** The words of this screen are here. */
  ready = $state(false);
  refusal = $state<string | null>(null);
  /** How many pieces of work are under way at the server, ours among them. */
  ahead = $state(0);
  seat = $state(0);
  /** The turn that is looked at, counted from 0. */
  at = $state(0);
  /** The file of the game's own pad, where it has one. */
  pad = $state.raw<string | null>(null);
  last = $derived((this.review?.turns.length ?? 1) - 1);

  private readonly left = new AbortController();

  constructor(
    private readonly table: string,
    private readonly game: number,
    seat: number,
    /** The turn that the address names; without one a review opens on the costliest decision. */
    private readonly asked: number | null,
  ) {
    this.seat = seat;
    void speech.need('study').then(() => (this.ready = true));
    void this.load();
  }

  get isFile(): boolean {
    return this.table === 'file';
  }

  async load(): Promise<void> {
    this.refusal = null;
    this.ahead = 0;
    try {
      const waiting = (ahead: number) => (this.ahead = ahead);
      const replay =
        this.replay ?? (await (this.isFile ? readReplay(handed.record) : getReplay(this.table, this.game)));
      this.replay = replay;
      this.pad = padIn(this.isFile ? handed.record : await this.record());
      const review = this.isFile
        ? await reviewRecord(handed.record, waiting, this.left.signal)
        : await getReview(this.table, this.game, waiting, this.left.signal);
      this.seat = Math.min(this.seat, review.seats.length - 1);
      const costliest = review.costliest[this.seat]?.[0]?.[0] ?? 0;
      this.at = Math.max(0, Math.min(this.asked ?? costliest, review.turns.length - 1));
      this.review = review;
    } catch (error) {
      if (!this.left.signal.aborted) this.refusal = codeOf(error);
    }
  }

  private record(): Promise<string> {
    return request('GET', recordPath(this.table, this.game).replace('/api', '')).then((answer) => answer.text());
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    this.note();
  }

  look(seat: number): void {
    this.seat = seat;
    this.note();
  }

  private note(): void {
    if (!this.isFile) place.note(`/g/${this.table}/${this.game}/review?seat=${this.seat}&turn=${this.at + 1}`);
  }

  leave(): void {
    this.left.abort();
  }
}
