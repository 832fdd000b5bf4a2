/** The graph of a reviewed game: where its lines run. A turn lies between two points, before its roll and after it. */

import type { Grade, Review } from '../../generated/reviews';

/** A seat's worth before every turn, and after the last. */
export function worths({ turns }: Review, seat: number): number[] {
  const last = turns.at(-1);
  const end = last ? (last.after?.[seat] ?? last.rolled[seat]!) : [];
  return [...turns.map((turn) => turn.before[seat]!), ...[end].flat()];
}

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export class Plot {
  private readonly step: number;
  readonly low: number;
  readonly high: number;

  /** `count` is the number of turns; chances run from 0 to 1, points as far as they go. */
  constructor(
    readonly frame: Frame,
    readonly count: number,
    lines: number[][],
    chance: boolean,
  ) {
    const all = lines.flat();
    const [least, most] = chance ? [0, 1] : [Math.min(...all), Math.max(...all)];
    const room = chance ? 0 : Math.max(1, (most - least) * 0.08);
    this.low = chance ? 0 : Math.floor((least - room) / 10) * 10;
    this.high = chance ? 1 : Math.ceil((most + room) / 10) * 10;
    this.step = (frame.width - frame.left - frame.right) / Math.max(1, count);
  }

  x(point: number): number {
    return this.frame.left + point * this.step;
  }

  y(value: number): number {
    const { top, bottom, height } = this.frame;
    return top + ((this.high - value) / (this.high - this.low)) * (height - top - bottom);
  }

  path(line: number[]): string {
    return line.map((value, i) => `${i ? 'L' : 'M'}${this.x(i).toFixed(1)} ${this.y(value).toFixed(1)}`).join('');
  }

  /** The ground between a line and a level: the middle for two who play each other, else the foot. */
  ground(line: number[], level: number): string {
    const y = this.y(level).toFixed(1);
    return `${this.path(line)}L${this.x(line.length - 1).toFixed(1)} ${y}L${this.x(0).toFixed(1)} ${y}Z`;
  }

  /** The turn at a place of the picture, counted from 0. */
  turnAt(x: number): number {
    return Math.max(0, Math.min(this.count - 1, Math.floor((x - this.frame.left) / this.step)));
  }

  /** Turns that are named below: every one, or every fifth, tenth … so that they do not crowd. */
  ticks(): number[] {
    const every = [1, 2, 5, 10, 20, 50].find((one) => one * this.step >= 26) ?? 100;
    return Array.from({ length: this.count }, (_, i) => i + 1).filter((turn) => turn % every === 0);
  }

  /** Levels that are named at the side. */
  levels(): number[] {
    const middle = (this.low + this.high) / 2;
    return [this.low, middle, this.high];
  }
}

/** How bad it got in a turn, for a seat: the worst class of its decisions there. */
export function gradeIn({ turns }: Review, turn: number, seat: number): Grade | null {
  const grades = turns[turn]!.decisions.filter((decision) => decision.seat === seat).map((decision) => decision.grade);
  return (['blunder', 'mistake', 'inaccuracy'] as const).find((grade) => grades.includes(grade)) ?? null;
}

/** As chess players write them: readable without colour. */
export const GRADE_SIGNS: Record<Grade, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Lines that are told apart without colour. */
export const DASHES = ['', '8 4', '2 4', '10 3 2 3', '14 6'];
