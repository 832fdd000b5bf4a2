/** The geometry of the small charts of a profile: values in, places in a drawing out. */

export interface Point {
  label: string;
  value: number;
  /** The interval around the value, where there is one. */
  low?: number;
  high?: number;
}

export interface Size {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A course of values from left to right; zero belongs to it if `zero` says so. */
export class Course {
  readonly low: number;
  readonly high: number;

  constructor(
    readonly points: Point[],
    readonly size: Size,
    zero: boolean,
  ) {
    const values = points.flatMap(({ value, low = value, high = value }) => [value, low, high]);
    if (zero) values.push(0);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const room = most > least ? 0 : 1; // a single value lies in the middle
    this.low = least - room;
    this.high = most + room;
  }

  x(place: number): number {
    const { left, right, width } = this.size;
    const room = width - left - right;
    return round(left + (this.points.length > 1 ? (room * place) / (this.points.length - 1) : room / 2));
  }

  y(value: number): number {
    const { top, bottom, height } = this.size;
    return round(top + ((height - top - bottom) * (this.high - value)) / (this.high - this.low));
  }

  line(): string {
    return this.points.map(({ value }, place) => `${place ? 'L' : 'M'}${this.x(place)} ${this.y(value)}`).join('');
  }

  /** The intervals as one closed band: there along the highs, back along the lows. */
  band(): string {
    if (this.points.some(({ low, high }) => low === undefined || high === undefined)) return '';
    const there = this.points.map(({ high }, place) => `${this.x(place)} ${this.y(high!)}`);
    const back = this.points.map(({ low }, place) => `${this.x(place)} ${this.y(low!)}`).reverse();
    return `M${[...there, ...back].join('L')}Z`;
  }

  /** The places whose labels stand below: the first, the last, and one between them where there is room. */
  marked(): number[] {
    const last = this.points.length - 1;
    const wanted = this.size.width >= 420 && last >= 4 ? [0, Math.round(last / 2), last] : [0, last];
    return [...new Set(wanted)].filter((place) => place >= 0);
  }
}

/** How long bars are, as parts of a hundred: the longest has all; nothing lost is no bar. */
export function lengths(values: number[]): number[] {
  const most = Math.max(0, ...values);
  return values.map((value) => (most > 0 ? round((100 * Math.max(0, value)) / most) : 0));
}

const round = (value: number) => Math.round(value * 10) / 10;
