/** Which day it is, also by a clock that is wrong, and the envelope of tomorrow. See docs/daily.md. */

import { fromHex, sha256, toHex } from '../../dice/sha256';
import { BY_WEEKDAY, FIRST_PAD } from '../../generated/daily';

export const DAY = 86_400_000;

/** What a server told ahead; times are by this device's clock, whether it is right or not. */
export interface Kept {
  at: number;
  /** When the server's day ends. */
  ends: number;
  day: string;
  link: string;
  tomorrow: string | null;
  sealed: string | null;
}

export const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The pads of a day, the first one every day; weeks begin on Monday. */
export const padsOf = (day: string) => [FIRST_PAD, BY_WEEKDAY[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7]!];

/** The link in an envelope, if it leads to the link of the day before. */
export function open(sealed: string, day: string, before: string): string | null {
  const cover = sha256(new TextEncoder().encode(`rowlock ahead ${day} ${before}`));
  const link = fromHex(sealed).map((byte, place) => byte ^ cover[place]!);
  return toHex(sha256(link)) === before ? toHex(link) : null;
}

/**
 * The server's day by what was kept ahead: today until it ends, then tomorrow for a day, then none. What counts is
 * the time since the server was asked, so a clock that is set wrong changes nothing; one that was turned back
 * since then leaves it at today.
 */
export function byClock(kept: Kept | null, now: number): { day: string; link: string; ends: number } | null {
  if (!kept) return null;
  if (now < kept.ends) return { day: kept.day, link: kept.link, ends: kept.ends };
  if (now >= kept.ends + DAY || !kept.tomorrow || !kept.sealed) return null;
  const link = open(kept.sealed, kept.tomorrow, kept.link);
  return link ? { day: kept.tomorrow, link, ends: kept.ends + DAY } : null;
}
