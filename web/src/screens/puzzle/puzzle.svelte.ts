/** One puzzle: what is asked, what is pencilled in, and after the answer what is best. */

import { codeOf, getPuzzle, getPuzzles, getSolution, type Puzzles, type PuzzleShown } from '../../net/api';
import type { Hint } from '../../generated/reviews';
import { settings, store, stored } from '../../state/settings.svelte';
import type { Move } from '../../generated/types';
import { another, answered, NOTHING, today, type Streak } from './streak';

export class PuzzleState {
  all = $state.raw<Puzzles | null>(null);
  puzzle = $state.raw<PuzzleShown | null>(null);
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
  /** How hard: the weakest bot that solves it; and what it is about. Empty for any. */
  level = $state(stored('puzzle_level', ''));
  theme = $state(stored('puzzle_theme', ''));
  private asking = false;

  moves = $derived(this.puzzle?.view.moves ?? []);
  passing = $derived(this.moves.find((move) => move.move === '-') ?? null);
  /** Moves that no cell stands for: cards to take. */
  takes = $derived(this.moves.filter((move) => move.move.startsWith('@')));
  best = $derived(this.moves.find((move) => move.move === this.solution?.move) ?? null);
  right = $derived(this.answer !== null && this.answer === this.best);
  isToday = $derived(this.all !== null && this.puzzle?.number === this.ofDay(this.all));

  async load(number: number | null): Promise<void> {
    try {
      this.all = await getPuzzles();
      this.puzzle = await getPuzzle(number ?? this.ofDay(this.all));
      this.again = this.streak.known.includes(this.puzzle.number);
    } catch (error) {
      this.refusal = codeOf(error);
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
    if (!this.puzzle || this.solution || this.asking) return;
    this.asking = true;
    try {
      await this.judge(answer);
      this.refusal = null;
      this.answer = answer;
      this.pencil = answer;
      this.note();
    } catch (error) {
      this.refusal = codeOf(error);
    }
    this.asking = false;
  }

  protected async judge(answer: Move | null): Promise<void> {
    this.solution = await getSolution(this.puzzle!.number, answer?.move);
  }

  /** Remember the answer on this device. */
  protected note(): void {
    this.streak = answered(this.streak, this.puzzle!.number, this.right, this.isToday ? today() : null);
    store('puzzles', this.streak);
  }

  /** The day's puzzle is for two on the pad that was played last, or on classic: whoever is new can read it. */
  private ofDay(all: Puzzles): number {
    return all.days[settings.variant] ?? all.today;
  }

  want(what: 'pad' | 'level' | 'theme', name: string): void {
    this[what] = name;
    store(`puzzle_${what}`, name);
  }

  /** The number of another one, as it is wanted; where nothing is all of that, the pad counts. */
  next(): number {
    const all = this.all!;
    const pad = all.pads[this.pad] ?? Object.values(all.pads).flat();
    const wanted = [all.levels[this.level], all.themes[this.theme]].filter((numbers) => numbers !== undefined);
    const found = pad.filter((number) => wanted.every((numbers) => numbers.includes(number)));
    return another(found.length ? found : pad, this.streak, this.puzzle?.number ?? 0);
  }
}
