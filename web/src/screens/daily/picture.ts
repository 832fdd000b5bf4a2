/**
 * A day's result as a picture to send around: date, pad, points, loss and a square a turn. It tells nothing about the
 * dice.
 */

import { addressOf, drawing, element, plain } from '../../parts/drawing';

const SIZE = 44;
const ROW = 5;
/** Kept, a little lost, much lost: told apart by size as well as by colour. */
const MARKS = [
  { side: 36, fill: '#1f7a43' },
  { side: 22, fill: '#c98a12' },
  { side: 36, fill: 'none' },
];

export function picture(lines: [string, string, string], squares: number[]): string {
  const rows = Math.ceil(squares.length / ROW);
  const height = 150 + rows * SIZE;
  const marks = squares.map((mark, n) => {
    const { side, fill } = MARKS[mark] ?? MARKS[2]!;
    const [x, y] = [90 + (n % ROW) * SIZE + (SIZE - side) / 2, 125 + Math.floor(n / ROW) * SIZE + (SIZE - side) / 2];
    const edge = { stroke: '#555', 'stroke-width': fill === 'none' ? 3 : 0 };
    return element('rect', { x, y, width: side, height: side, rx: 5, fill, ...edge });
  });
  const text = lines.map((line, n) => {
    const letters = { 'font-size': [17, 34, 17][n]!, 'font-weight': n === 1 ? 700 : 400 };
    return element('text', { x: 200, y: [36, 78, 108][n]!, ...letters, 'text-anchor': 'middle' }, plain(line));
  });
  const paper = element('rect', { width: 400, height, fill: '#fffdf6' });
  const inks = { 'font-family': 'sans-serif', fill: '#222' };
  return addressOf(drawing(400, height, inks, paper + text.join('') + marks.join('')));
}
