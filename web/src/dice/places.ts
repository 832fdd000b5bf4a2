/** The coloured dice of a pad, in the order of its rows: each has its place in the tray. */

import type { Variant } from '../types';

export function dicePlaces(variant: Variant): string {
  return [...new Set(variant.rows.map((row) => row.row))].join('');
}
