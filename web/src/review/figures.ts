/** Chances and points as people say them: rounded, and exactly where that is asked for. */

import type { Unit } from '../reviews';
import type { Language } from '../text/text';

export class Figures {
  constructor(
    private readonly language: Language,
    private readonly unit: Unit,
    private readonly precise = false,
  ) {}

  /** "62%", or "71 points" without the word. */
  worth(value: number): string {
    return this.write(value, 'auto');
  }

  /** A gain or a loss, with its sign: "+3%", "−1.2". */
  change(value: number): string {
    return this.write(value, 'exceptZero');
  }

  private write(value: number, signDisplay: 'auto' | 'exceptZero'): string {
    const chance = this.unit === 'chance';
    const digits = this.precise ? (chance ? 1 : 2) : chance ? 0 : 1;
    const style = chance ? 'percent' : 'decimal';
    const number = new Intl.NumberFormat(this.language, { style, signDisplay, minimumFractionDigits: digits, maximumFractionDigits: digits });
    const written = number.format(value);
    return (/[1-9]/.test(written) ? written : number.format(0)).replace('-', '−'); // no minus before a zero
  }
}
