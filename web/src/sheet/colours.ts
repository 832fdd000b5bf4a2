/** Which colours rows and cells have: most have one, some several. */

import type { Row } from '../generated/types';
import { SIGNS } from './signs';

/** The letters of a row's colours: its lock's, or those of its cells if it has no lock. */
export function rowColours(row: Row): string {
  return row.lock ?? [...new Set(row.cells.flatMap((cell) => [...cell.colours]))].join('');
}

/** Whether cells of a row have other colours than the row. */
export function isMixed(row: Row): boolean {
  const whole = [...rowColours(row)].sort().join('');
  return row.cells.some((cell) => [...cell.colours].sort().join('') !== whole);
}

/** Where the i-th of several colours begins: a slanting cut through a cell; the next ones lie over it. */
export function slice(i: number, count: number): string {
  const [top, bottom] = [((i + 0.45) / count) * 100, ((i - 0.45) / count) * 100];
  return `polygon(${top}% 0, 100% 0, 100% 100%, ${bottom}% 100%)`;
}

/** The class that gives the tone of these colours: the first one's, a neutral one for many. */
export function tone(colours: string): string {
  return colours.length < 3 && colours[0] && colours[0] in SIGNS ? `c-${colours[0]}` : 'c-many';
}
