/** What the judge says at the table: a hint on request, a tutor's warning before a costly choice. */

import type { Better, Grade, Hint } from '../../generated/reviews';
import type { TableState } from '../../state/table.svelte';

export interface Judge {
  hint: (seat: number) => Promise<Hint>;
  /** Null for a move that loses less than such a mistake. */
  tutor: (seat: number, move: string, grade: Grade) => Promise<Better | null>;
}

/** How long a move may wait for the tutor: then it is sent. */
export const PATIENCE = 1500;
/** Seconds before the table's time limit at which a move is sent, whatever the tutor asks. */
const HURRY = 4;

/** A tutor's question: the move that is about to be made, and what is better. */
export interface Question {
  move: string;
  better: Better;
  /** Send the move as it is. */
  keep: () => void;
}

export class Advice {
  asking = $state(false);
  refusal = $state<string | null>(null);
  /** The move that the tutor is looking at. */
  weighing = $state<string | null>(null);
  private given = $state.raw<{ at: string; hint: Hint } | null>(null);
  private asked = $state.raw<{ at: string; question: Question } | null>(null);
  private hurry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly room: TableState,
    private readonly judge: Judge,
    private readonly level: () => Grade | 'off',
    private readonly refused: (error: unknown) => string,
  ) {}

  /** The moment that an answer belongs to; a later one makes it stale. */
  private at = $derived.by(() => {
    const { table, view } = this.room;
    return `${table?.game} ${view?.turn} ${view?.phase} ${view?.seat} ${view?.cards?.hand?.length ?? ''}`;
  });
  /** Whether the table allows hints, and knows the dice or cards. */
  allowed = $derived.by(
    () => this.room.table?.settings.hints === true && !this.room.free && this.room.view?.seat != null,
  );
  hint = $derived(this.given?.at === this.at ? this.given.hint : null);
  question = $derived.by(() => (this.asked?.at === this.at && this.room.asked ? this.asked.question : null));
  /** The move that the sheet points at. */
  move = $derived.by(() => {
    const best = this.question?.better.move ?? this.hint?.move;
    return this.room.view?.moves.find((move) => move.move === best) ?? null;
  });

  /** Ask for a hint; what was already given for this question is shown again without asking. */
  async ask(): Promise<void> {
    const seat = this.room.view?.seat;
    if (!this.allowed || !this.room.asked || this.asking || seat == null || this.hint) return;
    const at = this.at;
    this.asking = true;
    this.refusal = null;
    try {
      const hint = await this.judge.hint(seat);
      this.given = { at, hint };
    } catch (error) {
      this.refusal = this.refused(error);
    }
    this.asking = false;
  }

  close(): void {
    this.given = null;
    this.refusal = null;
    this.asked = null;
  }

  /**
   * A move is about to be made: whether the tutor takes it in hand. It is then sent as soon as the tutor has nothing
   * to say, says nothing in time, or has had its say and the player stays with it.
   */
  before(move: string, send: () => void): boolean {
    const grade = this.level();
    const seat = this.room.view?.seat;
    if (
      grade === 'off' ||
      move === '<' ||
      !this.allowed ||
      seat == null ||
      this.question?.move === move ||
      this.left() < HURRY
    ) {
      this.close();
      return false;
    }
    if (this.weighing === null) void this.weigh(seat, move, grade, send);
    return true;
  }

  private async weigh(seat: number, move: string, grade: Grade, send: () => void): Promise<void> {
    const at = this.at;
    this.weighing = move;
    const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
    const better = await Promise.race([this.judge.tutor(seat, move, grade), late]).catch(() => null);
    this.weighing = null;
    if (at !== this.at) return; // the table has gone on
    if (better) this.put(at, move, better, send);
    else if (this.room.mayAct && !this.room.sending) send();
  }

  private put(at: string, move: string, better: Better, send: () => void): void {
    const keep = () => {
      clearTimeout(this.hurry);
      const open = this.question !== null;
      this.close();
      if (open && this.room.mayAct && !this.room.sending) send();
    };
    this.asked = { at, question: { move, better, keep } };
    clearTimeout(this.hurry);
    if (this.left() < Infinity) this.hurry = setTimeout(keep, Math.max(0, this.left() - HURRY) * 1000);
  }

  /** Seconds until the table's time limit. */
  private left(): number {
    const { timer } = this.room.table ?? {};
    return timer ? timer.skip - (Date.now() - this.room.since) / 1000 : Infinity;
  }
}
