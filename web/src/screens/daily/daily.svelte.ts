/** The daily games as this page knows them: today's, from the server or of this device, and how one begins. */

import * as api from '../../net/api';
import type { Today } from '../../generated/daily';
import { getToday, openDay } from '../../net/dailies';
import { isReady, local } from '../../net/local';
import { place } from '../../state/route.svelte';
import { settings } from '../../state/settings.svelte';

class Daily {
  today = $state.raw<Today | null>(null);
  busy = $state(false);

  /** What became of games that were played without a network. */
  handed = $state.raw<{ day: string; counts: boolean }[]>([]);

  /** Without a server the storage of this device answers; its engine is not woken for a card. */
  async load(): Promise<void> {
    this.today = await getToday();
    if (local.where === 'server' && api.token()) void this.keepUp().catch(() => undefined);
  }

  /** Hand in what was played without a network, and have the next days here for when there is none. */
  private async keepUp(): Promise<void> {
    if (!(await isReady())) return; // nothing was played here, and nothing could be
    const { fetchAhead, handInLate } = await import('./own');
    this.handed = await handInLate();
    if (this.handed.length) this.today = await getToday();
    await fetchAhead();
  }

  /** Go to the table of a day's game. */
  async play(day: string, pad: string): Promise<void> {
    this.busy = true;
    try {
      await api.introduce(settings.called);
      const { link } =
        local.where === 'server' ? await openDay(day, pad) : await (await import('./own')).openOwn(day, pad);
      place.go(link);
    } finally {
      this.busy = false;
    }
  }
}

export const daily = new Daily();
