/** The daily games as this page knows them: today's, from the server or of this device, and how one begins. */

import * as api from '../net/api';
import type { Today } from '../net/daily';
import { getToday, openDay } from '../net/dailies';
import { local } from '../net/local';
import { place } from '../state/route.svelte';
import { settings } from '../state/settings.svelte';
import { speech } from '../text/language.svelte';

class Daily {
  today = $state.raw<Today | null>(null);
  busy = $state(false);

  async load(): Promise<void> {
    // without a server nothing is asked: the card must not wake the engine of this device
    this.today = local.where === 'server' ? await getToday() : null;
  }

  /** Go to the table of a day's game. */
  async play(day: string, pad: string): Promise<void> {
    this.busy = true;
    try {
      await api.introduce(settings.name.trim() || speech.words.t('page.guest'));
      const { link } = await openDay(day, pad);
      place.go(link);
    } finally {
      this.busy = false;
    }
  }
}

export const daily = new Daily();
