/** Sheets from one view to the next. */

import type { View } from '../generated/types';

/** Sheets on which nothing has changed stay the same objects, so they are not drawn again. */
export function sameSheets(before: View | undefined, views: View[]): View[] {
  const known = before?.sheets ?? [];
  return views.map((view) => ({
    ...view,
    sheets: view.sheets.map((sheet, seat) => (known[seat]?.text === sheet.text ? known[seat]! : sheet)),
  }));
}

/** Whether anything is marked on the sheet that lies in front of us. */
export function hasMarks(view: View | null): boolean {
  const sheet = view?.sheets[view.seat ?? -1];
  return !!sheet && (sheet.penalties > 0 || sheet.rows.some((row) => row.crossed.length > 0));
}

/** Of several people at one device, the first whose choice is awaited. */
export function nextOf(views: View[]): number | null {
  if (views.length < 2) return null;
  return views.find((view) => view.seat !== null && view.waiting.includes(view.seat))?.seat ?? null;
}
