/** Daily games, at the server or on this device. */

import { ask } from './api';
import type { Ahead, Calendar, DayShown, HandedIn, OwnDay, Today } from '../generated/daily';
import { local } from './local';

const own = () => import('../screens/daily/own');
const isHere = () => local.where !== 'server';

export const getToday = async () => (isHere() ? (await own()).ownToday() : ask<Today>('GET', '/daily'));
export const getDay = async (day: string, pad: string) =>
  isHere() ? (await own()).ownDay(day, pad) : ask<DayShown>('GET', `/daily/${day}/${pad}`);
export const getCalendar = async (month: string) =>
  isHere() ? (await own()).ownCalendar(month) : ask<Calendar>('GET', `/daily/calendar/${month}`);
export const askAhead = () => ask<Ahead>('GET', '/daily/ahead');
/** A table for a day's game; a device is told the link of a server's day. */
export const openDay = (day: string, pad: string, link: string | null = null) =>
  ask<{ table: string; link: string }>('POST', `/daily/${day}/${pad}/table`, { link });
export const handIn = (day: string, pad: string, moves: string[]) =>
  ask<HandedIn>('POST', `/daily/${day}/${pad}`, { moves });
/** A daily game that was played on this device: its moves, and what they come to by the network's word. */
export const getOwnDay = (table: string) => ask<OwnDay>('GET', `/tables/${table}/games/1/daily`);
