/** The sums are added up in front of everybody, row by row; a tap finishes it at once. */

import { isStill } from '../../parts/motion';

const STEP = 430;

export class Adding {
  /** How many lines of the score are shown. */
  lines = $state(0);
  done = $derived.by(() => this.lines >= this.all);
  private timer: ReturnType<typeof setInterval> | undefined;

  /** `fresh`: the game ended just now; a result that is looked at again is shown complete. */
  constructor(
    private readonly all: number,
    fresh: boolean,
  ) {
    if (!fresh || isStill()) this.lines = all;
    else this.timer = setInterval(() => this.next(), STEP);
  }

  private next(): void {
    this.lines += 1;
    if (this.done) clearInterval(this.timer);
  }

  finish(): void {
    clearInterval(this.timer);
    this.lines = this.all;
  }
}
