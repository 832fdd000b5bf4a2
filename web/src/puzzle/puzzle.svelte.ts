/** One puzzle: what is asked, what is pencilled in, and after the answer what is best. */

import { getPuzzle, getPuzzles, getSolution, Refused, type Puzzle, type Puzzles } from '../net/api';
import type { Hint } from '../reviews';
import { store, stored } from '../state/settings.svelte';
import type { Move } from '../types';
import { another, answered, NOTHING, today, type Streak } from './streak';

export class PuzzleState {
  all = $state.raw<Puzzles | null>(null);
  puzzle = $state.raw<Puzzle | null>(null);
  solution = $state.raw<Hint | null>(null);
  streak = $state.raw<Streak>({ ...NOTHING, ...stored<Partial<Streak>>('puzzles', {}) });
  /** It was answered on this device before, so it no longer counts. */
  again = $state(false);
  refusal = $state<string | null>(null);
  pencil = $state.raw<Move | null>(null);
  /** Several moves that cross the tapped cell. */
  options = $state.raw<Move[]>([]);
  answer = $state.raw<Move | null>(null);
  /** The pad to take puzzles from; empty for all. */
  pad = $state(stored('puzzle_pad', ''));
  private asking = false;

  moves = $derived(this.puzzle?.view.moves ?? []);
  passing = $derived(this.moves.find((move) => move.cell === null) ?? null);
  best = $derived(this.moves.find((move) => move.move === this.solution?.move) ?? null);
  right = $derived(this.answer !== null && this.answer === this.best);
  isToday = $derived(this.all !== null && this.puzzle?.number === this.all.today);

  async load(number: number | null): Promise<void> {
    try {
      this.all = await getPuzzles();
      this.puzzle = await getPuzzle(number ?? this.all.today);
      this.again = this.streak.known.includes(this.puzzle.number);
    } catch (error) {
      this.refusal = error instanceof Refused ? error.code : 'error';
    }
  }

  /** A tap on a cell with its moves: pencil it in, take it back, or ask which. */
  tap(moves: Move[]): void {
    if (this.solution) return;
    const same = moves.some((move) => move === this.pencil);
    this.options = moves.length > 1 && !same ? moves : [];
    this.pencil = moves.length === 1 && !same ? moves[0]! : null;
  }

  choose(move: Move): void {
    if (this.solution) return;
    this.options = [];
    this.pencil = move;
  }

  undo(): void {
    if (this.solution) return;
    this.options = [];
    this.pencil = null;
  }

  /** Answer with what is pencilled in; without anything, only the solution is shown. */
  async solve(answer: Move | null = this.pencil): Promise<void> {
    const { puzzle, all } = this;
    if (!puzzle || !all || this.solution || this.asking) return;
    this.asking = true;
    try {
      this.solution = await getSolution(puzzle.number);
      this.refusal = null;
      this.answer = answer;
      this.pencil = answer;
      this.streak = answered(this.streak, puzzle.number, this.right, this.isToday ? today() : null);
      store('puzzles', this.streak);
    } catch (error) {
      this.refusal = error instanceof Refused ? error.code : 'error';
    }
    this.asking = false;
  }

  setPad(pad: string): void {
    this.pad = pad;
    store('puzzle_pad', pad);
  }

  /** The number of another one, of the pad that is wanted. */
  next(): number {
    const all = this.all!;
    const numbers = all.pads[this.pad] ?? Object.values(all.pads).flat();
    return another(numbers, this.streak, this.puzzle?.number ?? 0);
  }
}
