/** What goes over the wire, as docs/protocol.md has it. */

import type { Fact, Variant, View } from '../types';

export interface You {
  player: string | null;
  name: string | null;
  host: boolean;
  seats: number[];
}

export interface Seat {
  seat: number;
  kind: 'human' | 'bot' | 'open';
  name: string | null;
  player: string | null;
  bot: string | null;
  stand_in: string | null;
  online: boolean;
  away: boolean;
  /** Wants a rematch. */
  agreed: boolean;
  /** Games won in this series. */
  wins: number;
}

export interface Settings {
  timer: 'off' | 'relaxed' | 'fast';
  auto_pass: boolean;
  listed: boolean;
  spectators: boolean;
  chat: boolean;
  dice: 'server' | 'real';
}

export interface Table {
  id: string;
  link: string;
  state: 'open' | 'playing' | 'over';
  variant: string;
  title: string;
  host: string;
  game: number;
  settings: Settings;
  seats: Seat[];
  waiting: { for: number[]; what: 'start' | 'dice' | 'white' | 'colour' | null };
  timer: { nudge: number; skip: number } | null;
  parked: boolean;
  watchers: number;
  dice: { source: string; commitment: string | null; secret: string | null; seeds: (string | null)[]; label: string };
}

export interface Chat {
  player: string | null;
  name: string;
  seat: number | null;
  text: string | null;
  phrase: string | null;
  at: number;
}

interface Truth {
  number: number;
  you: You;
  table: Table;
  views: View[];
}

export type Incoming = { n: number } & (
  | ({ type: 'welcome'; variant: Variant; chat: Chat[] } & Truth)
  | ({ type: 'table'; facts: Fact[] } & Truth)
  | { type: 'receipt'; id: string | null; number: number }
  | { type: 'refusal'; id: string | null; code: string; reason: string }
  | ({ type: 'chat'; number: number } & Chat)
  | { type: 'nudge'; seat: number; by: string | null }
  | { type: 'presence'; online: boolean[]; watchers: number; parked: boolean }
  | { type: 'bye'; code: string; reason: string; come_back: number | null }
  | { type: 'pong' }
);

export type Outgoing = { type: string } & Record<string, unknown>;
