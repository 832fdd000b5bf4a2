/** The coloured dice of a pad, in the order of its rows: each has its place in the tray. */

import type { Variant } from '../generated/types';

export function dicePlaces(variant: Variant): string {
  return variant.rows.flatMap((row) => row.lock ?? []).join('');
}
