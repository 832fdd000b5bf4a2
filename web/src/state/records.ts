/** What this device has noted about its player: part of an export of one's data, and of its deletion. */

import { stored } from './settings.svelte';

const KEYS = ['best', 'milestones', 'puzzles'] as const;

export function ownRecords(): Record<string, unknown> {
  return Object.fromEntries(KEYS.map((key) => [key, stored<unknown>(key, null)]).filter(([, value]) => value !== null));
}

export function forgetRecords(): void {
  for (const key of KEYS) {
    try {
      localStorage.removeItem(`rowlock.${key}`);
    } catch {
      // a window that keeps nothing has nothing to forget
    }
  }
}
