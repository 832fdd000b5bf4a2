/** Cards in the hands of those at this device: what is taken and played, and whose hand may be seen. */

import type { View } from '../generated/types';
import { isShared, veiled } from './curtain';
import { Gathering } from './gathering.svelte';
import type { TableState } from './table.svelte';

export class Hands {
  /** The cards that are about to be played. */
  readonly gathering = new Gathering();
  /** Where several people share the device: the seat whose hand lies open. */
  opened = $state<number | null>(null);

  constructor(
    private readonly room: TableState,
    private readonly look: (seat: number | null) => void,
  ) {}

  /** The curtain is down: who is asked has not looked at their cards yet. */
  veil = $derived.by(() => {
    const { view, seat } = this.room;
    return (
      this.isShared && seat !== this.opened && view?.phase !== 'call' && view?.waiting.includes(seat ?? -1) === true
    );
  });
  /** What the sheet offers: the legal moves, or cell by cell what could be crossed with cards. */
  offers = $derived.by(() => (this.isPlay ? this.gathering.offers(this.room.variant) : (this.room.view?.moves ?? [])));

  /** Several hidden hands are played here; with real cards the device knows none. */
  private get isShared(): boolean {
    return !this.room.free && isShared(this.room.views);
  }

  get isPlay(): boolean {
    return this.room.view?.phase === 'play';
  }

  /** With real cards: whose turn it was, to hand the device on. */
  private turnOf = -1;

  /** Something has happened at the table, or another of our sheets lies in front of us. */
  follow(view: View | null): void {
    this.handOn(view);
    this.close();
    this.gathering.follow(view?.phase === 'play' ? view.moves : []);
  }

  private handOn(view: View | null): void {
    if (!view?.cards || !this.room.free || view.active === this.turnOf) return;
    this.turnOf = view.active;
    if (this.room.views.some((own) => own.seat === view.active)) this.room.seat = view.active;
  }

  /** Nothing of a hand stays here that another player could see. */
  close(lost = false): void {
    const { views, seat } = this.room;
    if (!this.isShared) return;
    const before = this.opened;
    if (lost || seat !== before) this.opened = null;
    this.room.views = veiled(views, this.opened);
    if (before !== null && this.opened === null && !lost) this.look(null);
  }

  /** The player in front of the device looks at their cards. */
  open(): void {
    this.opened = this.room.seat;
    this.look(this.opened);
  }

  /** A card of the display is taken; it cannot be put back, since its colour is seen. */
  take(slot: number): void {
    const { view, asked, sending } = this.room;
    if (asked && view?.phase === 'take' && view.moves.some(({ move }) => move === `@${slot}`) && !sending)
      this.room.send(`@${slot}`);
  }

  /** A card joins the play, or leaves it. */
  tap(card: string): void {
    this.gather(() => this.gathering.card(card));
  }

  name(colour: string): void {
    this.gather(() => this.gathering.colour(colour));
  }

  /** A cell is crossed with a card, or not after all; false where no card could cross it. */
  cross(cell: [string, number]): boolean {
    if (!this.gathering.reaches(this.room.variant!, cell)) return false;
    this.gather(() => this.gathering.cell(this.room.variant!, cell));
    return true;
  }

  /** Take the last card or cross of the play back; false where nothing is gathered. */
  undo(): boolean {
    if (!this.gathering.mayUndo) return false;
    this.gather(() => this.gathering.undo());
    return true;
  }

  private gather(change: () => void): void {
    this.room.forgive();
    if (!this.room.asked || !this.isPlay || this.room.sending) return;
    change();
    this.room.pencil = this.gathering.play?.move.move ?? null;
  }
}
