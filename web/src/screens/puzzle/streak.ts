/** How puzzles go on this device: right ones in a row, days in a row. Every puzzle counts once. */

export interface Streak {
  /** Right ones in a row, and the record. */
  run: number;
  best: number;
  /** Days in a row on which the day's puzzle was solved, and the last of them. */
  days: number;
  last: string;
  /** The numbers of those that were answered. */
  known: number[];
  /** The numbers of those whose best move was found. */
  found: number[];
}

export const NOTHING: Streak = { run: 0, best: 0, days: 0, last: '', known: [], found: [] };

/** What an answer makes of it; `day` for the puzzle of that day. */
export function answered(before: Streak, number: number, right: boolean, day: string | null): Streak {
  if (before.known.includes(number)) return before;
  const run = right ? before.run + 1 : 0;
  const next = {
    ...before,
    run,
    best: Math.max(run, before.best),
    known: [...before.known, number],
    found: right ? [...before.found, number] : before.found,
  };
  if (day === null) return next;
  const follows = before.last === dayBefore(day);
  return { ...next, days: right ? (follows ? before.days : 0) + 1 : 0, last: right ? day : before.last };
}

/** The days in a row as of a day: a day left out breaks them. */
export function daysOn(streak: Streak, day: string): number {
  return streak.last === day || streak.last === dayBefore(day) ? streak.days : 0;
}

/** A day as the server counts it: in universal time. */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

function dayBefore(day: string): string {
  return today(new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000));
}

/** A random one of these that was not answered yet; any of them when all were. */
export function another(numbers: number[], streak: Streak, now: number, lot = Math.random()): number {
  const others = numbers.filter((number) => number !== now);
  const fresh = others.filter((number) => !streak.known.includes(number));
  const from = fresh.length ? fresh : others.length ? others : numbers;
  return from[Math.floor(lot * from.length)] ?? now;
}
