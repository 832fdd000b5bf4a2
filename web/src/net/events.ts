/** Events, at a server; a device has none. */

import type { EventMade, EventNews, EventRunning, EventsShown } from '../generated/events';
import { ask } from './api';

export interface Wanted {
  title: string;
  format: string;
  pad: string;
  rounds: number;
  size: number;
  best: number;
  minutes: number;
  delay: number;
  check_in: boolean;
  duplicate?: boolean;
  semifinal?: number;
  final?: number;
  final_pad?: string;
}

const news = (method: string, path: string, body: unknown = {}) => ask<EventNews>(method, `/events/${path}`, body);

export const getEvents = () => ask<EventsShown>('GET', '/events').then((all) => all.events);
export const announce = (wanted: Wanted) => ask<EventMade>('POST', '/events', wanted);
export const getEvent = (event: string, seen: string) =>
  ask<EventNews>('GET', `/events/${event}?seen=${encodeURIComponent(seen)}`);
export const joinEvent = (event: string, name: string) => news('POST', `${event}/join`, { name });
export const addPeople = (event: string, names: string[]) => news('POST', `${event}/people`, { names });
export const changePerson = (event: string, person: number, change: { here?: boolean; referee?: boolean }) =>
  news('PATCH', `${event}/people/${person}`, change);
export const startRound = (event: string, round: number) => news('POST', `${event}/rounds`, { round });
export const enterResult = (event: string, round: number, table: number, points: (number | null)[]) =>
  news('POST', `${event}/results`, { round, table, points });
export const setClock = (event: string, minutes: number) => news('PATCH', `${event}/clock`, { minutes });
export const undoSaid = (event: string, said: number) => news('POST', `${event}/undo`, { said });
export const closeEvent = (event: string) => news('POST', `${event}/close`);
export const getFile = (event: string) => ask<unknown>('GET', `/events/${event}/file`);
export const lookForGame = (event: string, looking: boolean) => news('POST', `${event}/look`, { looking });
export const getRunning = (event: string) => ask<EventRunning>('GET', `/events/${event}/running`);
