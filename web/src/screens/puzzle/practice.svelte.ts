/** One's own mistakes as puzzles: what a review said is better is to be found. */

import type { Mistake } from '../../generated/ratings';
import { codeOf, Refused } from '../../net/api';
import { local } from '../../net/local';
import { getMyProfile, getPractice } from '../../net/people';
import type { Move } from '../../generated/types';
import { keepMistakes, keptMistakes, nextMistake, noteFound } from './mistakes';
import { PuzzleState } from './puzzle.svelte';

export class PracticeState extends PuzzleState {
  mistakes = $state.raw<Mistake[] | null>(null);
  mistake = $derived(this.mistakes?.[(this.puzzle?.number ?? 0) - 1] ?? null);

  override async load(number: number | null): Promise<void> {
    try {
      const mistakes = await this.fetch();
      const chosen = number && number <= mistakes.length ? number : nextMistake(mistakes, 0);
      const mistake = mistakes[chosen - 1];
      if (mistake) this.puzzle = { ...(await getPractice(mistake)), number: chosen, grade: '' };
      this.mistakes = mistakes;
    } catch (error) {
      this.refusal = codeOf(error);
    }
  }

  /** From the server; without it those that were kept here. */
  private async fetch(): Promise<Mistake[]> {
    if (local.where !== 'server') return keptMistakes();
    try {
      const { mistakes } = (await getMyProfile()).progress;
      keepMistakes(mistakes);
      return mistakes;
    } catch (error) {
      if (error instanceof Refused && error.code === 'offline') return keptMistakes();
      throw error;
    }
  }

  protected override async judge(answer: Move | null): Promise<void> {
    const { solution } = await getPractice(this.mistake!, answer?.move ?? '');
    this.solution = solution;
  }

  protected override note(): void {
    noteFound(this.mistake!.position, this.right);
  }

  override next(): number {
    return nextMistake(this.mistakes ?? [], this.puzzle?.number ?? 0);
  }
}
