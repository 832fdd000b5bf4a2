/** Halves on this device: duels whose dice were fetched ahead, their tables, and what waits to be handed in. */

import { device } from '../../device/device.svelte';
import type { DuelAhead } from '../../generated/duels';
import { Refused } from '../../net/api';
import { askDuelAhead, getOwnHalf, handInHalf, openDuel } from '../../net/duels';
import { store, stored } from '../../state/settings.svelte';

const TAKEN = 'duels';
const MOST = 20;

/** A duel that was taken along, and the table of this device at which it is played. */
export interface Taken extends DuelAhead {
  title: string;
  table?: string;
}

export const taken = () => stored<Taken[]>(TAKEN, []);
export const takenOf = (duel: string) => taken().find((one) => one.duel === duel) ?? null;

function keep(one: Taken): void {
  store(TAKEN, [one, ...taken().filter((other) => other.duel !== one.duel)].slice(0, MOST));
}

/** Fetch all that is needed to play one's own half without a network. */
export async function takeAlong(duel: string, title: string): Promise<void> {
  keep({ ...takenOf(duel), ...(await askDuelAhead(duel)), title });
}

/** The table of one's own half on this device: the one that was begun, or a new one. */
export async function openOwn(duel: string): Promise<string> {
  const known = takenOf(duel);
  if (!known) throw new Refused('needs_server', '');
  if (known.table) return `/t/${known.table}`;
  const { pad, variant_text, bots, label, secret, seeds, seals } = known;
  const made = await openDuel(duel, { pad, variant_text, bots, label, secret, seeds, seals });
  keep({ ...known, table: made.table });
  return made.link;
}

/** Hand in what was finished on this device; which duels were taken. */
export async function handInHalves(): Promise<string[]> {
  const told: string[] = [];
  const games = await device.store.games();
  for (const one of taken()) {
    const game = games.find((other) => other.table === one.table && other.game === 1);
    if (!game || game.offered) continue;
    try {
      const { moves } = await getOwnHalf(game.table);
      await handInHalf(one.duel, moves);
      told.push(one.duel);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'duel_over') continue; // it is offered again
    }
    await device.store.offered(game);
  }
  return told;
}
