/** The chances or points of a review as people say them. */

import type { Unit } from '../../generated/reviews';
import { tellChange, tellFigure, tellSigned } from '../../text/figures';
import type { Words } from '../../text/words';

export class Figures {
  constructor(
    private readonly words: Words,
    private readonly unit: Unit,
  ) {}

  /** "62.0%", or "71.4" points without the word. */
  worth(value: number): string {
    return tellFigure(this.words, value, this.unit);
  }

  /** A gain or a loss, with its sign: "+3.0%", "−1.2". */
  change(value: number): string {
    return tellSigned(this.words, value, this.unit);
  }

  /** What an option makes of what there was: "17.2% → 7.4%". */
  drop(option: { worth: number; loss: number }): string {
    return tellChange(this.words, option.worth + option.loss, option.worth, this.unit);
  }
}
