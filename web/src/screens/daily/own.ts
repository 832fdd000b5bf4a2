/**
 * Days without a server: those of a server whose links were fetched ahead, or else a household's own. Tables and
 * finished games of this device say by the label of their dice which day they belong to.
 */

import { device } from '../../device/device.svelte';
import type { Game } from '../../device/store';
import { Refused } from '../../net/api';
import type { Calendar, DailyPad, DayShown, MyTry, Today } from '../../generated/daily';
import { askAhead, getOwnDay, handIn, openDay as openTable } from '../../net/dailies';
import { store, stored } from '../../state/settings.svelte';
import { dayOf } from './tell';
import { byClock, dayAt, DAY, padsOf, type Kept } from './days';

const AHEAD = 'ahead';
const AGAIN = 3600_000;

/** Note today's and tomorrow's link, for when there is no network; not more than once an hour. */
export async function fetchAhead(): Promise<void> {
  const known = stored<Kept | null>(AHEAD, null);
  if (known && Math.abs(Date.now() - known.at) < AGAIN && Date.now() < known.ends) return;
  const { day, link, left, tomorrow, sealed } = await askAhead();
  const now = Date.now();
  store(AHEAD, { at: now, ends: now + left * 1000, day, link, tomorrow, sealed } satisfies Kept);
}

/** Whose day it is here now: a server's with its link, or the household's. */
function now(): { whose: 'daily' | 'household'; day: string; link: string | null; ends: number } {
  const ahead = byClock(stored<Kept | null>(AHEAD, null), Date.now());
  if (ahead) return { whose: 'daily', ...ahead };
  const day = dayAt(Date.now());
  return { whose: 'household', day, link: null, ends: Date.parse(`${day}T00:00:00Z`) + DAY };
}

interface Tried {
  label: string;
  table: string;
  /** Null as long as it goes on. */
  game: Game | null;
  at: number;
}

/** Every try at a day on this device, the earliest first. */
async function tries(): Promise<Tried[]> {
  const [tables, games] = await Promise.all([device.store.tables(), device.store.games()]);
  const over = games.flatMap((game) => {
    const label = /^label: (.+)$/m.exec(game.record ?? '')?.[1] ?? '';
    return dayOf(label) && game.game === 1 ? [{ label, table: game.table, game, at: game.at }] : [];
  });
  const begun = tables.flatMap((line) =>
    line.label && dayOf(line.label) && !over.some((one) => one.table === line.table)
      ? [{ label: line.label, table: line.table, game: null, at: line.at }]
      : [],
  );
  return [...over, ...begun].sort((a, b) => a.at - b.at);
}

/** The try that counts: the first finished one, else the one that was begun. */
function counted(all: Tried[], label: string): Tried | null {
  const own = all.filter((one) => one.label === label);
  return own.find((one) => one.game) ?? own[0] ?? null;
}

function mineOf(tried: Tried | null): MyTry | null {
  if (!tried) return null;
  const found = tried.game?.daily?.found;
  return {
    state: found ? 'done' : tried.game ? 'judging' : 'begun',
    table: tried.table,
    finished: tried.game ? true : null,
    score: tried.game?.scores[0] ?? null,
    loss: found?.loss ?? null,
    place: null,
    of: null,
    better_than: null,
  };
}

/** Days in a row up to today, and the longest row, on the first pad. */
function streaks(all: Tried[], whose: string, today: string): { streak: number; longest: number } {
  const days = new Set(
    all.flatMap(({ label, game }) => {
      const found = dayOf(label);
      return game && found?.whose === whose && found.pad === padsOf(found.day)[0] ? [found.day] : [];
    }),
  );
  const before = (day: string) => dayAt(Date.parse(`${day}T12:00:00Z`) - DAY);
  const length = (last: string) => {
    let count = 0;
    for (let day = last; days.has(day); day = before(day)) count++;
    return count;
  };
  return { streak: length(days.has(today) ? today : before(today)), longest: Math.max(0, ...[...days].map(length)) };
}

export async function ownToday(): Promise<Today> {
  const { whose, day, link, ends } = now();
  const all = await tries();
  const pads = padsOf(day).map((pad): DailyPad => {
    const mine = mineOf(counted(all, `${whose} ${day} ${pad}`));
    return { pad, title: pad, played: mine?.finished ? 1 : 0, mine };
  });
  const left = Math.max(1, Math.round((ends - Date.now()) / 1000));
  return { day, left, anchor: '', first: '', link: link ?? '', pads, ...streaks(all, whose, day) };
}

/** The dice of a day that can be played here: with the link of a server's day, or none for the household's. */
function linkOf(day: string): string | null {
  const today = now();
  return today.whose === 'daily' && today.day === day ? today.link : null;
}

const labelOf = (day: string, pad: string) => `${linkOf(day) ? 'daily' : 'household'} ${day} ${pad}`;

/** A table for a day's game: the one that was begun, or a new one. */
export async function openOwn(day: string, pad: string): Promise<{ link: string }> {
  const tried = counted(await tries(), labelOf(day, pad));
  if (tried && !tried.game) return { link: `/t/${tried.table}` };
  return openTable(day, pad, linkOf(day));
}

/** A day with one's own try; it is judged here, by the network's word, the first time it is looked at. */
export async function ownDay(day: string, pad: string): Promise<DayShown> {
  const all = await tries();
  const tried = ['daily', 'household'].map((whose) => counted(all, `${whose} ${day} ${pad}`)).find((one) => one?.game);
  const mine = tried ?? counted(all, labelOf(day, pad));
  const daily = mine?.game ? await judged(mine.game) : null;
  const today = now();
  return {
    day,
    pad,
    title: pad,
    open: day === today.day,
    link: linkOf(day) ?? '',
    played: mine?.game ? 1 : 0,
    mine: mineOf(mine),
    found: daily?.found ?? null,
    hill: null,
    streak: streaks(all, today.whose, today.day).streak,
  };
}

async function judged(game: Game): Promise<NonNullable<Game['daily']>> {
  if (!game.daily) {
    const { moves, found } = await getOwnDay(game.table);
    game.daily = { moves, found };
    await device.store.keep(game);
  }
  return game.daily;
}

export async function ownCalendar(month: string): Promise<Calendar> {
  const all = await tries();
  const labels = [...new Set(all.map((one) => one.label))];
  const days = labels.flatMap((label) => {
    const { day, pad } = dayOf(label)!;
    const mine = mineOf(counted(all, label));
    return day.startsWith(month)
      ? [{ day, pad, finished: mine?.finished ?? false, score: mine?.score ?? null, loss: mine?.loss ?? null }]
      : [];
  });
  return { month, days };
}

/** Refusals after which a game is not offered again: it stays as practice. */
const SETTLED = /^(day_closed|bad_try|not_finished|bad_chain)$/;

/** Whether a game of a server's day waits on this device to be handed in. */
export const isWaiting = (game: Game) => !game.offered && game.game === 1 && /^label: daily /m.test(game.record ?? '');

/** Hand in what was played without a network; which days were taken, and which came too late. */
export async function handInLate(): Promise<{ day: string; counts: boolean }[]> {
  const told = [];
  for (const game of (await device.store.games()).filter(isWaiting).reverse()) {
    const { day, pad } = dayOf(/^label: (.+)$/m.exec(game.record!)![1]!)!;
    try {
      const { moves } = await judged(game);
      const { counts } = await handIn(day, pad, moves);
      told.push({ day, counts });
    } catch (error) {
      // a day that has not begun yet for the server is offered again; so is all that it did not answer
      if (!(error instanceof Refused) || !SETTLED.test(error.code)) continue;
      told.push({ day, counts: false });
    }
    await device.store.offered(game);
  }
  return told;
}
