/** Whom we have muted or blocked on this server: their words are not shown. */

import type { AvoidedPeople, AvoidedPerson } from '../generated/moderation';
import { token } from '../net/api';
import { avoid, getAvoided, stopAvoiding } from '../net/moderation';

class Avoided {
  people = $state.raw<AvoidedPerson[]>([]);
  /** Whose list it is: another token is another person. */
  private whose: string | null = null;

  /** Ask the server, once for a person. */
  async load(): Promise<void> {
    if (!token() || this.whose === token()) return;
    this.whose = token();
    try {
      this.take(await getAvoided());
    } catch {
      this.whose = null; // at the next table
    }
  }

  find(player: string | null): AvoidedPerson | undefined {
    return this.people.find((one) => one.player === player);
  }

  /** Whether we do not want to read what somebody says. */
  isSilent(player: string | null): boolean {
    const found = this.find(player);
    return found !== undefined && (found.muted || found.blocked);
  }

  async set(table: string, player: string, wish: { muted: boolean; blocked: boolean }): Promise<void> {
    this.take(await avoid(table, { player, ...wish }));
  }

  async forgive(player: string): Promise<void> {
    this.take(await stopAvoiding(player));
  }

  private take(told: AvoidedPeople): void {
    this.people = told.people;
  }
}

export const avoided = new Avoided();
