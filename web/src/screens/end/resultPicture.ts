/**
 * A finished game as a picture to post: the winner large on paper, the places, everybody's sheet, pad and date, and the
 * way to it. Name and points are large enough for a thumbnail of 200 px.
 */

import { encode } from 'uqr';
import { drawing, element, LETTERS, plain } from '../../parts/drawing';
import { fitted, shortened, type Measure } from '../../parts/fitting';

export interface PostedSeat {
  name: string;
  /** `1.`; empty for somebody who played alone. */
  place: string;
  points: string;
  /** A word behind the name: that somebody gave up. */
  note: string;
  /** The drawn sheet, complete in itself, with the proportions of its box. */
  sheet: string;
  wide: number;
  high: number;
}

export interface Posted {
  /** The winners' names, or of whoever played alone. */
  title: string;
  /** Their points, as a number and in words. */
  points: string;
  inWords: string;
  /** Pad and date. */
  line: string;
  link: string;
  /** The best first. */
  seats: PostedSeat[];
}

export interface Shape {
  w: number;
  h: number;
}
export const TALL: Shape = { w: 1080, h: 1350 };
export const WIDE: Shape = { w: 1200, h: 630 };

interface Box extends Shape {
  x: number;
  y: number;
}
interface Inks {
  ground: string;
  text: string;
  soft: string;
  line: string;
  card: string;
}
const DAY: Inks = { ground: '#fbf7ee', text: '#1d2433', soft: '#5d5a4f', line: '#d9cfb8', card: '#fffdf7' };
const NIGHT: Inks = { ground: '#1d2731', text: '#f4f1e8', soft: '#b3bec8', line: '#43525f', card: '#ece6d8' };

/** The picture as SVG; `letters` is a style that brings the font along. */
export function resultPicture(posted: Posted, shape: Shape, dark: boolean, measure: Measure, letters = ''): string {
  const easel = new Easel(posted, dark ? NIGHT : DAY, measure);
  const drawn = shape.h > shape.w ? tall(easel, shape) : wide(easel, shape);
  const ground = element('rect', { width: shape.w, height: shape.h, fill: easel.inks.ground });
  return drawing(shape.w, shape.h, { 'font-family': LETTERS }, `<style>${letters}</style>${ground}${drawn}`);
}

function tall(easel: Easel, { w, h }: Shape): string {
  const { posted } = easel;
  const [edge, inner] = [64, w - 128];
  const list = posted.seats.length > 1 ? posted.seats.length * 50 + 10 : 0;
  const foot = 150;
  const [top, room] = [128, 230];
  const name = easel.title({ x: edge, y: top, w: inner, h: room }, 190);
  const points = { x: edge, y: top + name.high + 8, w: inner, h: 130 };
  const below = points.y + points.h + 22;
  const sheets = { x: edge, y: below + list + 20, w: inner, h: h - edge - foot - 30 - below - list - 20 };
  return [
    easel.text(edge, 96, posted.line, 38, inner, 600, easel.inks.soft),
    name.drawn,
    easel.text(edge, points.y + 108, posted.inWords, 130, inner),
    list ? easel.places({ x: edge, y: below, w: inner, h: list }, 38) : '',
    easel.sheets(sheets, 27),
    easel.foot({ x: edge, y: h - edge - foot, w: inner, h: foot }, true),
  ].join('');
}

function wide(easel: Easel, { w, h }: Shape): string {
  const { posted } = easel;
  const edge = 44;
  const score = Math.min(300, easel.measure(posted.points) * 150);
  const head = { x: edge, y: 84, w: w - 2 * edge - score - 40, h: 128 };
  const left = 400;
  const sheets = { x: edge + left + 36, y: 240, w: w - 2 * edge - left - 36, h: h - edge - 240 };
  const list = posted.seats.length > 1;
  return [
    easel.text(edge, 68, posted.line, 28, w - 2 * edge, 600, easel.inks.soft),
    easel.title(head, 140).drawn,
    easel.text(w - edge, 198, posted.points, 150, 300, 800, easel.inks.text, 'end'),
    list ? easel.places({ x: edge, y: 240, w: left, h: 210 }, 29) : '',
    easel.sheets(sheets, 21),
    easel.foot({ x: edge, y: h - edge - 112, w: left, h: 112 }, false),
  ].join('');
}

/** What a picture is drawn with. */
class Easel {
  constructor(
    readonly posted: Posted,
    readonly inks: Inks,
    readonly measure: Measure,
  ) {}

  /** One line of text, made smaller where it does not fit, down to two thirds; then it is cut. */
  text(
    x: number,
    y: number,
    text: string,
    size: number,
    room: number,
    weight = 800,
    fill = '',
    anchor = 'start',
  ): string {
    const small = Math.max(size * 0.66, Math.min(size, room / Math.max(this.measure(text), 0.01)));
    const cut = shortened(text, room, small, this.measure);
    const letters = { 'font-size': small, 'font-weight': weight, fill: fill || this.inks.text };
    return element('text', { x, y, ...letters, 'text-anchor': anchor }, plain(cut));
  }

  /** The winner's name, as large as its box allows. */
  title({ x, y, w, h }: Box, largest: number): { drawn: string; high: number } {
    const { lines, size } = fitted(this.posted.title, w, h, largest, this.measure);
    const high = lines.length * size * 1.05;
    // on the wide picture it stands on the line of the points
    const down = largest < 150 ? Math.max(0, h - high) : 0;
    const drawn = lines.map((line, i) => {
      const base = y + down + size * (0.86 + 1.05 * i);
      return element('text', { x, y: base, 'font-size': size, 'font-weight': 800, fill: this.inks.text }, plain(line));
    });
    return { drawn: drawn.join(''), high };
  }

  places({ x, y, w, h }: Box, size: number): string {
    const each = Math.min(h / this.posted.seats.length, size * 1.45);
    const lines = this.posted.seats.map((seat, i) => {
      const base = y + each * i + each * 0.7;
      const points = this.measure(seat.points) * size;
      const name = seat.note ? `${seat.name} (${seat.note})` : seat.name;
      const weight = seat.place === '1.' ? 800 : 600;
      return (
        this.text(x, base, seat.place, size, size * 1.4, 600, this.inks.soft) +
        this.text(x + size * 1.4, base, name, size, w - size * 1.9 - points, weight) +
        this.text(x + w, base, seat.points, size, w / 3, 800, this.inks.text, 'end') +
        element('rect', { x, y: y + each * (i + 1) - 4, width: w, height: 2, fill: this.inks.line })
      );
    });
    return lines.join('');
  }

  /** Everybody's sheet under its name, in as many columns as make them largest. */
  sheets({ x, y, w, h }: Box, size: number): string {
    const { seats } = this.posted;
    const [gap, pad] = [20, 10];
    const caption = seats.length > 1 ? size * 1.35 : 0;
    const ratio = Math.max(...seats.map((seat) => seat.high / seat.wide));
    const ways = [1, 2, 3].map((columns) => {
      const rows = Math.ceil(seats.length / columns);
      const high = (h - (rows - 1) * gap) / rows - caption - 2 * pad;
      return { columns, rows, wide: Math.min((w - (columns - 1) * gap) / columns - 2 * pad, high / ratio) };
    });
    const { columns, rows, wide } = ways.reduce((best, way) => (way.wide > best.wide ? way : best));
    const [stepX, stepY] = [wide + 2 * pad + gap, wide * ratio + 2 * pad + caption + gap];
    const top = y + (h - rows * stepY + gap) / 2;
    return seats
      .map((seat, i) => {
        const row = Math.floor(i / columns);
        const inRow = Math.min(columns, seats.length - row * columns);
        const left = x + (w - inRow * stepX + gap) / 2 + (i % columns) * stepX;
        return this.sheet(seat, { x: left, y: top + row * stepY, w: wide, h: wide * ratio }, caption, size, pad);
      })
      .join('');
  }

  private sheet(seat: PostedSeat, { x, y, w, h }: Box, caption: number, size: number, pad: number): string {
    const name = caption ? this.text(x + 2, y + size * 0.95, seat.name, size, w + 2 * pad, 600, this.inks.soft) : '';
    const top = y + caption;
    const edge = { rx: 12, fill: this.inks.card, stroke: this.inks.line, 'stroke-width': 2 };
    const card = element('rect', { x, y: top, width: w + 2 * pad, height: h + 2 * pad, ...edge });
    const place = { x: x + pad, y: top + pad, width: w, height: h, viewBox: `0 0 ${seat.wide} ${seat.high}` };
    return name + card + element('svg', { ...place, 'font-weight': 700 }, seat.sheet);
  }

  /** The way to the game: a code to scan, our mark, and the address. */
  foot({ x, y, w, h }: Box, right: boolean): string {
    const code = encode(this.posted.link, { border: 2 });
    const dark = code.data.flatMap((row, r) => row.flatMap((on, c) => (on ? [`M${c} ${r}h1v1h-1z`] : []))).join('');
    const [at, text] = right ? [x + w - h, x] : [x, x + h + 20];
    const room = w - h - 20;
    const address = this.posted.link.replace(/^https?:\/\//, '').replace(/\/$/, '');
    const mark = h * 0.36;
    const squares =
      element('rect', { width: code.size, height: code.size, fill: '#fff' }) +
      element('path', { d: dark, fill: '#111' });
    const scanned = { x: at, y, width: h, height: h, viewBox: `0 0 ${code.size} ${code.size}` };
    return (
      element('svg', { ...scanned, 'shape-rendering': 'crispEdges' }, squares) +
      element('svg', { x: text, y: y + h * 0.14, width: mark, height: mark, viewBox: '0 0 64 64' }, MARK) +
      this.text(text + mark + 12, y + h * 0.14 + mark * 0.76, 'Rowlock', mark * 0.74, room - mark) +
      this.text(text, y + h * 0.86, address, h * 0.2, room, 600, this.inks.soft)
    );
  }
}

/** The mark of the page's icon. */
const MARK =
  '<rect x="3" y="3" width="27" height="27" rx="5" fill="#d6453d"/>' +
  '<rect x="34" y="3" width="27" height="27" rx="5" fill="#e9b213"/>' +
  '<rect x="3" y="34" width="27" height="27" rx="5" fill="#3a9a5b"/>' +
  '<rect x="34" y="34" width="27" height="27" rx="5" fill="#3b74d1"/>' +
  '<path d="M16.5 10a6.500 6.500 0 1 1 0 13a6.500 6.500 0 1 1 0-13z" fill="#fbe4e1"/>' +
  '<path d="M47.5 9L56 24H39z" fill="#fff1c4"/><path d="M10 41H23V54H10z" fill="#ddf1e2"/>' +
  '<path d="M39 39Q46 46 56 56M56 39Q47 48 39 56" fill="none" stroke="#1d2433" stroke-width="5" stroke-linecap="round"/>';
