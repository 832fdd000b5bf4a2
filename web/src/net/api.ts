/** Everything around the table, over HTTP. The token lives on this device and never in an address. */

import type { Grade, Hint, Puzzles, PuzzleShown, Tutored } from '../generated/reviews';
import type { Variant, View } from '../generated/types';
import type {
  About,
  Bots,
  GameKept,
  Games,
  NewTable,
  Pads,
  Past,
  Proof,
  Replay,
  Rules,
  Standing,
  TableMade,
  Tables,
} from '../generated/answers';
import type { Wire } from './connection';
import { isLocal, isReady, local, patience } from './local';

export type { Bot, Finished, Listed, Proof, Replay, RulesPart, Standing } from '../generated/answers';
export type { Puzzles, PuzzleShown } from '../generated/reviews';

export class Refused extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly mistakes: string[] = [],
  ) {
    super(reason);
  }
}

/** Why something failed: the server's code, or that it went wrong. */
export const codeOf = (error: unknown): string => (error instanceof Refused ? error.code : 'error');

const TOKEN = 'rowlock.token';

export function token(): string | null {
  return localStorage.getItem(TOKEN);
}

/** From now on this device is the player with this token. */
export function keepToken(mine: string): void {
  localStorage.setItem(TOKEN, mine);
}

/** Ask the server, in the name of whoever holds the token; a refusal is thrown. */
export async function request(method: string, path: string, body?: unknown, known = token()): Promise<Response> {
  const answer = isLocal(path) ? await askDevice(method, path, body) : await askServer(method, path, body, known);
  if (answer.ok) return answer;
  const plain: unknown = await answer.json().catch(() => ({}));
  const {
    code = 'error',
    reason = '',
    mistakes = [],
  } = plain as { code?: string; reason?: string; mistakes?: string[] };
  throw new Refused(code, reason, mistakes);
}

/** What a device knows as well as any server: pads and rules, puzzles, positions, records that players bring. */
const ANYWHERE = /^\/(variants|puzzles|practice|replay|review|position|analyse)/;
/** What a server knows at once, and is asked before anything can be played: one that does not answer soon is lost. */
const AT_ONCE = /^(GET \/(variants|bots)|(POST|PATCH) \/players(\/me)?)$/;

async function askDevice(method: string, path: string, body: unknown): Promise<Response> {
  try {
    const { device } = await import('../device/device.svelte');
    const { status, text } = await device.ask(method, path, body === undefined ? '' : JSON.stringify(body));
    return new Response(text, { status });
  } catch {
    throw new Refused('no_engine', 'the engine for playing on this device cannot be had');
  }
}

async function askServer(method: string, path: string, body: unknown, known: string | null): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (known) headers['Authorization'] = `Bearer ${known}`;
  const signal = AT_ONCE.test(`${method} ${path}`) ? patience() : null;
  try {
    const answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    if (answer.status > 501 && !answer.headers.get('Content-Type')?.includes('json'))
      throw new Error('a gateway without a server behind it');
    return answer;
  } catch {
    if (ANYWHERE.test(path) && (await isReady())) return askDevice(method, path, body);
    throw new Refused('offline', 'the server cannot be reached');
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await request(method, path, body);
  return (await answer.json().catch(() => ({}))) as T;
}

/** Be somebody: make a player the first time, here or by an invitation, and again if the server has forgotten us. */
export async function introduce(name: string, path = '/players'): Promise<void> {
  if (local.where !== 'server') return void (await ask('PATCH', '/players/me', { name }));
  if (token()) {
    try {
      await ask('PATCH', '/players/me', { name });
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'bad_token') throw error;
      localStorage.removeItem(TOKEN);
    }
  }
  const player = await ask<{ token: string }>('POST', path, { name });
  keepToken(player.token);
}

export function forget(): void {
  localStorage.removeItem(TOKEN);
}

/** A code for the next device; it is shown once. */
export const makeCode = () => ask<{ code: string }>('POST', '/players/me/recovery');

/** Become the player whose code this is again; returns their name. */
export async function comeBack(code: string): Promise<string> {
  const player = await ask<{ name: string; token: string }>('POST', '/players/recover', { code });
  keepToken(player.token);
  return player.name;
}

export const fetchMyData = () => request('GET', '/players/me/data').then((answer) => answer.blob());
export const forgetMe = () => request('DELETE', '/players/me');

export const getVariants = () => ask<Pads>('GET', '/variants').then((all) => all.variants);
export const getVariant = (name: string) => ask<Variant>('GET', `/variants/${name}`);
export const getTableVariant = (table: string) => ask<Variant>('GET', `/tables/${table}/variant`);
export const getRules = (name: string) => ask<Rules>('GET', `/variants/${name}/rules`).then((all) => all.rules);
/** The steps of a pad's short lesson. */
export const getLesson = (name: string) => ask<Rules>('GET', `/variants/${name}/rules`).then((all) => all.lesson);
export const getTableLesson = (table: string) => ask<Rules>('GET', `/tables/${table}/rules`).then((all) => all.lesson);
export const getTableRules = (table: string) => ask<Rules>('GET', `/tables/${table}/rules`).then((all) => all.rules);
export const checkVariant = (text: string, parents: Record<string, string> = {}) =>
  ask<Variant>('POST', '/variants', { text, parents });
export const getBots = () => ask<Bots>('GET', '/bots').then((all) => all.bots);
export const getTableBots = (table: string) => ask<Bots>('GET', `/tables/${table}/bots`).then((all) => all.bots);
export const getAbout = () => ask<About>('GET', '/about');
export const createTable = (wish: NewTable) => ask<TableMade>('POST', '/tables', wish);
export const getTables = () => ask<Tables>('GET', '/tables').then((all) => all.tables);
export const getStanding = (table: string) => ask<Standing>('GET', `/tables/${table}`);
/** What was rolled and marked lately at a real table, and the view of one of these moments. */
export const getPast = (table: string) => ask<Past>('GET', `/tables/${table}/past`).then((all) => all.past);
export const getPastView = (table: string, place: number) => ask<View>('GET', `/tables/${table}/past/${place}`);
export const getReplay = (table: string, game: number) => ask<Replay>('GET', `/tables/${table}/games/${game}/replay`);
export const readReplay = (text: string) => ask<Replay>('POST', '/replay', { text });
export const getProof = (table: string, game: number) => ask<Proof>('GET', `/tables/${table}/games/${game}/dice`);
export const askHint = (table: string, seat: number) => ask<Hint>('POST', `/tables/${table}/hint`, { seat });
/** What is better than a move that loses at least as much as such a mistake; null if it loses less. */
export const askTutor = (table: string, seat: number, move: string, grade: Grade) =>
  ask<Tutored>('POST', `/tables/${table}/tutor`, { seat, move, grade }).then(({ better }) => better);

export const getPuzzles = () => ask<Puzzles>('GET', '/puzzles');
export const getPuzzle = (number: number) => ask<PuzzleShown>('GET', `/puzzles/${number}`);
export const getSolution = (number: number, answer?: string) =>
  ask<Hint>('GET', `/puzzles/${number}/solution${answer ? `?answer=${encodeURIComponent(answer)}` : ''}`);
export const getHistory = () => ask<Games>('GET', '/games?limit=10').then((all) => all.games);
export const getRecord = (table: string, game: number) =>
  request('GET', `/tables/${table}/games/${game}/record`).then((answer) => answer.text());
export const recordPath = (table: string, game: number) => `/api/tables/${table}/games/${game}/record`;

/** Score sheets of a bundled variant, to print; two to a page, with the rules on the back. */
export const printPath = (variant: string, language: string) => `/api/print/${variant}.pdf?lang=${language}&rules=true`;

/** A finished game's sheets, filled in, to print. */
export const gamePrintPath = (table: string, game: number, language: string) =>
  `/api/tables/${table}/games/${game}/print.pdf?lang=${language}`;

/** Hand a game to the server that was played on this device. */
export const bringGame = (text: string, seats: number[]) => ask<GameKept>('POST', '/games', { text, seats });

/** A line to a table on this device; it behaves like a socket. */
export function openLine(table: string): Wire {
  const wire: Wire = {
    near: true,
    send: () => undefined,
    close: () => undefined,
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  void import('../device/device.svelte').then(
    ({ device }) => device.connect(table, wire),
    () => wire.onclose?.(),
  );
  return wire;
}

const socketTo = (path: string) =>
  new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api${path}`);
export const openSocket = (table: string) => socketTo(`/tables/${table}/socket`);
/** The socket for lists, which servers for strangers have. */
export const openLists = () => socketTo('/lists/socket');
