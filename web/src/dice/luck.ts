/** This device's own part of the dice: drawn and sealed automatically, shown once no seal can change any more. */

import type { Proof } from '../net/api';
import type { FairDice, Outgoing, Table } from '../generated/messages';
import { sha256, toHex } from './sha256';

type Part = Extract<Outgoing, { type: 'seal' | 'seed' }>;

interface Seed {
  seed: string;
  /** What the house had promised when it was sealed. */
  commitment: string | null;
  /** A seed that was shown is never sealed again, whoever asks. */
  shown: boolean;
}

/** What was promised about one game, as this device first saw it, and the seeds of its own seats. */
interface Game {
  commitment: string | null;
  fingerprint: string | null;
  seeds: Record<number, Seed>;
}

const KEY = 'rowlock.luck';
const KEPT = 40;

export const digest = (...lines: string[]) => toHex(sha256(new TextEncoder().encode(lines.join('\n'))));
export const sealOf = (label: string, seat: number, seed: string) =>
  digest('rowlock seal 2', label, String(seat), seed);

export class Luck {
  /** Kept on the device, so that a page that is loaded again still knows what it sealed. */
  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {}

  /** What a new table promises, before anything else is known about it. */
  promised(label: string, commitment: string | null): void {
    this.change(label, (game) => (game.commitment ??= commitment));
  }

  /** What we have to say about the dice now, for our own seats. */
  parts(table: Table, seats: number[]): Part[] {
    const { dice } = table;
    if (dice.source !== 'server') return [];
    this.change(dice.label, (game) => {
      game.commitment ??= dice.commitment;
      game.fingerprint ??= dice.fingerprint;
    });
    return table.state === 'open' ? seats.flatMap((seat) => this.part(table, seat)) : [];
  }

  /** Draw another seed that contains the player's own words. */
  seal(dice: FairDice, seat: number, words = ''): Part {
    const bytes = toHex(crypto.getRandomValues(new Uint8Array(16)));
    const seed = words ? `${bytes} ${words}` : bytes;
    this.change(dice.label, (game) => (game.seeds[seat] = { seed, commitment: dice.commitment, shown: false }));
    return { type: 'seal', seat, seal: sealOf(dice.label, seat, seed) };
  }

  /** Whether a finished game has the promises that this device saw; what it did not see, it cannot say. */
  saw(proof: Proof): boolean {
    const game = this.read()[proof.label ?? ''];
    const same = (seen: string | null | undefined, now: string | null) => !seen || seen === now;
    return same(game?.commitment, proof.commitment) && same(game?.fingerprint, proof.fingerprint);
  }

  private part({ dice, waiting }: Table, seat: number): Part[] {
    const known = this.read()[dice.label]?.seeds[seat];
    const ours = known?.commitment === dice.commitment ? known : undefined;
    if (waiting.what !== 'seeds') {
      if (dice.seals[seat]) return [];
      if (!ours || ours.shown) return [this.seal(dice, seat)];
      return [{ type: 'seal', seat, seal: sealOf(dice.label, seat, ours.seed) }];
    }
    if (!ours || !waiting.for.includes(seat) || sealOf(dice.label, seat, ours.seed) !== dice.seals[seat]) return [];
    this.change(dice.label, (game) => (game.seeds[seat] = { ...ours, shown: true }));
    return [{ type: 'seed', seat, seed: ours.seed }];
  }

  private read(): Record<string, Game> {
    try {
      return (JSON.parse(this.storage.getItem(KEY) ?? '{}') ?? {}) as Record<string, Game>;
    } catch {
      return {};
    }
  }

  private change(label: string, how: (game: Game) => void): void {
    const games = this.read();
    const game = games[label] ?? { commitment: null, fingerprint: null, seeds: {} };
    const before = JSON.stringify(game);
    how(game);
    if (JSON.stringify(game) === before) return;
    const others = Object.entries(games).filter(([other]) => other !== label);
    this.storage.setItem(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - KEPT), [label, game]])));
  }
}
