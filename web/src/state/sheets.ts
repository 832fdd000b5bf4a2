/** Sheets from one view to the next. */

import type { View } from '../types';

/** Sheets on which nothing has changed stay the same objects, so they are not drawn again. */
export function sameSheets(before: View | undefined, views: View[]): View[] {
  const known = before?.sheets ?? [];
  return views.map((view) => ({
    ...view,
    sheets: view.sheets.map((sheet, seat) => (known[seat]?.text === sheet.text ? known[seat]! : sheet)),
  }));
}
