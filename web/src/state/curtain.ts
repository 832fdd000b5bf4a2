/** Several people with hidden cards around one device: at most one hand lies open on it. */

import type { View } from '../generated/types';

/** A view without its hand, and without the plays that would tell it. */
export function closed(view: View): View {
  if (!view.cards || view.over) return view;
  return { ...view, cards: { ...view.cards, hand: null, text: '' }, moves: view.phase === 'play' ? [] : view.moves };
}

/** Views of which at most one shows its hand; one's own seat alone needs no curtain. */
export function veiled(views: View[], opened: number | null): View[] {
  return isShared(views) ? views.map((view) => (view.seat === opened ? view : closed(view))) : views;
}

/** Whether several hands that others may not see are played on this device. */
export function isShared(views: View[]): boolean {
  return views.length > 1 && views[0]!.cards !== null && !views[0]!.over;
}
