/**
 * The sums of a bot's network, for the Python in the worker. They are nine tenths of what a decision costs
 * there, and nothing but sums: Python keeps the rules, and hands over lists of numbers.
 */
export class Layers {
  private readonly width: number;
  private readonly deep: number;
  private readonly seen: number;

  constructor(
    private readonly own: Float32Array,
    private readonly rival: Float32Array,
    private readonly mix: Float32Array,
    private readonly bias: Float32Array,
    private readonly second: Float32Array,
    private readonly secondBias: Float32Array,
    private readonly last: Float32Array,
    private readonly lastBias: number,
  ) {
    this.width = bias.length;
    this.deep = secondBias.length;
    this.seen = mix.length / bias.length;
  }

  /** What the rivals add for every seat; `places` are table rows, one list of all sheets after the other. */
  contexts(places: Int32Array, tables: number, seats: number): Float64Array {
    const { width, seen } = this;
    const found = new Float64Array(tables * seats * width);
    const sheets = new Float64Array(seats * seen);
    for (let table = 0; table < tables; table++) {
      sheets.fill(0);
      for (let seat = 0; seat < seats; seat++) {
        this.addRows(this.rival, seen, places, tables * seats, table * seats + seat, sheets, seat * seen);
      }
      for (let at = 0; at < sheets.length; at++) if (sheets[at]! < 0) sheets[at] = 0;
      for (let seat = 0; seat < seats; seat++) {
        this.others(sheets, seats, seat, found, (table * seats + seat) * width);
      }
    }
    return found;
  }

  private others(sheets: Float64Array, seats: number, seat: number, found: Float64Array, to: number): void {
    const { width, seen, mix, bias } = this;
    for (let unit = 0; unit < width; unit++) found[to + unit] = bias[unit]!;
    for (let one = 0; one < seen; one++) {
      let sum = 0;
      for (let other = 0; other < seats; other++) if (other !== seat) sum += sheets[other * seen + one]!;
      if (sum === 0) continue;
      for (let unit = 0; unit < width; unit++) found[to + unit]! += sum * mix[one * width + unit]!;
    }
  }

  /** What the network says of sheets, each with the number of its context. */
  said(contexts: Float64Array, seats: Int32Array, places: Int32Array): Float64Array {
    const { width, deep, own, second, secondBias, last } = this;
    const found = new Float64Array(seats.length);
    const hidden = new Float64Array(width);
    const sums = new Float64Array(deep);
    for (let sheet = 0; sheet < seats.length; sheet++) {
      const from = seats[sheet]! * width;
      hidden.set(contexts.subarray(from, from + width));
      this.addRows(own, width, places, seats.length, sheet, hidden, 0);
      sums.set(secondBias);
      for (let unit = 0; unit < width; unit++) {
        const value = hidden[unit]!;
        if (value > 0) for (let one = 0; one < deep; one++) sums[one]! += value * second[unit * deep + one]!;
      }
      let total = this.lastBias;
      for (let one = 0; one < deep; one++) if (sums[one]! > 0) total += sums[one]! * last[one]!;
      found[sheet] = total;
    }
    return found;
  }

  /** Add the rows of a table that are named for one sheet. */
  private addRows(
    table: Float32Array,
    width: number,
    places: Int32Array,
    count: number,
    sheet: number,
    sums: Float64Array,
    to: number,
  ): void {
    for (let at = sheet; at < places.length; at += count) {
      const from = places[at]! * width;
      for (let unit = 0; unit < width; unit++) sums[to + unit]! += table[from + unit]!;
    }
  }
}
