/** Daily games, at the server or on this device. */

import { ask } from './api';
import type { Calendar, DayShown, Found, HandedIn, Today } from './daily';

export const getToday = () => ask<Today>('GET', '/daily');
export const getDay = (day: string, pad: string) => ask<DayShown>('GET', `/daily/${day}/${pad}`);
export const getCalendar = (month: string) => ask<Calendar>('GET', `/daily/calendar/${month}`);
/** A table for a day's game; a device is told the link of a server's day. */
export const openDay = (day: string, pad: string, link: string | null = null) =>
  ask<{ table: string; link: string }>('POST', `/daily/${day}/${pad}/table`, link ? { link } : undefined);
export const handIn = (day: string, pad: string, moves: string[]) =>
  ask<HandedIn>('POST', `/daily/${day}/${pad}`, { moves });
/** A daily game that was played on this device: its moves, and what they come to by the network's word. */
export const getOwnDay = (table: string) =>
  ask<{ label: string; moves: string[]; found: Found }>('GET', `/tables/${table}/games/1/daily`);
