/** A position on the analysis board: set up tap by tap, kept in the address, weighed when the tapping stops. */

import type { PositionShown } from '../../generated/reviews';
import { codeOf, getVariants, Refused } from '../../net/api';
import type { Change, ShowPosition } from '../../generated/answers';
import { analyse, getPosition } from '../../net/study';
import { readFiles } from '../../state/uploads';
import { place } from '../../state/route.svelte';
import { speech } from '../../text/language.svelte';
import type { Analysis } from '../../generated/reviews';
import type { Variant } from '../../generated/types';
import { analysisPath, unpack } from '../review/address';

const QUIET = 500;
/** As many joint positions as may be solved for whoever asks for an exact answer. */
const AS_ASKED = 2_000_000;

export class AnalysisState {
  variants = $state.raw<Variant[]>([]);
  shown = $state.raw<PositionShown | null>(null);
  /** What the position is worth; none while it is being worked out. */
  found = $state.raw<Analysis | null>(null);
  ready = $state(false);
  /** Whether an exact answer is being worked out, and whether one was tried. */
  solving = $state(false);
  private tried = $state(false);
  /** How many joint positions an exact answer takes, where it can be asked for. */
  size = $derived.by(() => {
    const { judge, joint } = this.found ?? {};
    return joint && !judge?.exact && !this.tried && joint <= AS_ASKED ? joint : null;
  });
  /** Why the last change was refused, and why the position could not be weighed. */
  refusal = $state<string | null>(null);
  mistakes = $state.raw<string[]>([]);
  trouble = $state<string | null>(null);
  /** Whose sheet is shown. */
  seat = $state(0);
  /** The option that is pencilled in; none is the best. */
  chosen = $state<string | null>(null);
  private earlier = $state.raw<PositionShown[]>([]);
  canUndo = $derived(this.earlier.length > 0);

  private asked = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(position: string, packed: string, seat: number) {
    this.seat = seat;
    void this.begin(position, packed);
  }

  private async begin(position: string, packed: string): Promise<void> {
    await speech.need('study');
    this.ready = true;
    const pad = packed ? await unpack(packed) : null;
    if (packed && pad === null) this.refusal = 'bad_variant';
    await this.show({ position: packed && pad === null ? 'classic' : position || 'classic', variant_text: pad });
    if (!this.shown) {
      const { refusal } = this;
      await this.show({ position: 'classic' });
      this.refusal = refusal; // the address was damaged: say so, and offer the board all the same
    }
    this.variants = await getVariants().catch(() => []);
  }

  /** Changes are made one after the other: each builds on the one before. */
  private then(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work, work);
    return this.turn;
  }

  private async show(wish: ShowPosition): Promise<void> {
    this.refusal = null;
    this.mistakes = [];
    try {
      const before = this.shown;
      const shown = await getPosition(wish);
      if (before && before.position !== shown.position) this.earlier = [...this.earlier, before].slice(-200);
      this.look(shown);
    } catch (error) {
      this.refusal = codeOf(error);
      this.mistakes =
        error instanceof Refused ? [...error.mistakes, ...(error.mistakes.length ? [] : [error.message])] : [];
    }
  }

  private look(shown: PositionShown): void {
    this.shown = shown;
    this.seat = Math.min(this.seat, shown.views.length - 1);
    this.chosen = null;
    this.note();
    this.weigh();
  }

  change(change: Change): Promise<void> {
    return this.then(() =>
      this.show({ position: this.shown!.position, variant_text: this.shown!.variant_text, change }),
    );
  }

  /** Another pad, from its start, with as many seats as before if it can. */
  choosePad(name: string): Promise<void> {
    return this.then(() => this.show({ position: name }));
  }

  async bringPad(files: FileList | null): Promise<void> {
    const brought = await readFiles(files ?? []);
    if (brought)
      await this.then(() =>
        this.show({ position: 'own', variant_text: brought.text, variant_parents: brought.parents }),
      );
  }

  /** A position that was written or pasted. */
  write(position: string): Promise<void> {
    return this.then(() => this.show({ position, variant_text: this.shown?.variant_text ?? null }));
  }

  undo(): void {
    const before = this.earlier.at(-1);
    this.earlier = this.earlier.slice(0, -1);
    if (before) this.look(before);
  }

  sit(seat: number): void {
    this.seat = seat;
    this.chosen = null;
    this.note();
  }

  private note(): void {
    const { position, variant_text } = this.shown!;
    void analysisPath(position, variant_text, this.seat).then((path) => {
      if (this.shown?.position === position && !this.asked.signal.aborted) place.note(path);
    });
  }

  /** Weigh the position, as soon as it has been left alone for a moment. */
  weigh(wait = QUIET): void {
    this.asked.abort();
    clearTimeout(this.timer);
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.found = null;
    this.solving = this.tried = false;
    this.timer = setTimeout(() => void this.ask(undefined, signal), wait);
  }

  /** Work the position out exactly; until that is done, what was found before stays. */
  async solve(): Promise<void> {
    this.solving = this.tried = true;
    const { signal } = this.asked;
    await this.ask(AS_ASKED, signal);
    if (!signal.aborted) this.solving = false;
  }

  private async ask(most: number | undefined, signal: AbortSignal): Promise<void> {
    const { position, variant_text } = this.shown!;
    this.trouble = null;
    try {
      const found = await analyse(position, variant_text, most, () => undefined, signal);
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!signal.aborted) this.trouble = codeOf(error);
    }
  }

  leave(): void {
    this.asked.abort();
    clearTimeout(this.timer);
  }
}
