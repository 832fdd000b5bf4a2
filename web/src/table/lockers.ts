/** Row by row: who has shut it, and who could. */

import type { Variant, View } from '../generated/types';

export function lockersOf(variant: Variant, view: View, names: string[]): string[][] {
  return variant.rows.map((_, r) =>
    view.sheets.flatMap((sheet, seat) => (sheet.rows[r]?.locked ? [names[seat] ?? '?'] : [])),
  );
}

/** Who has as many crosses as a row needs before it may be shut. */
export function readyToLock(variant: Variant, view: View, names: string[]): string[][] {
  return variant.rows.map((row, r) =>
    view.sheets.flatMap((sheet, seat) => {
      const mine = sheet.rows[r];
      return row.lock && mine && !mine.closed && mine.count >= row.needs ? [names[seat] ?? '?'] : [];
    }),
  );
}
