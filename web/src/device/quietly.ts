/** After a first visit the engine comes quietly: the next one may have no network. */

import { isReady, local } from '../net/local';
import { store, stored } from '../state/settings.svelte';
import { isFree, whenIdle } from './installed';

/** Whoever said no is not asked again. */
const DECLINED = 'kept-declined';

/**
 * Fetch the engine once nobody has wanted anything for a while. Where that may cost something, `ask` is called
 * instead, for whom a question has a place.
 */
export function fetchQuietly(milliseconds: number, ask: () => void = () => undefined): () => void {
  return whenIdle(milliseconds, () => void prepare(ask).catch(() => undefined)); // the next visit tries again
}

async function prepare(ask: () => void): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (!worker || local.where !== 'server' || (await isReady())) return;
  if (isFree()) await import('./device.svelte').then(({ device }) => device.keepEngine());
  else if (!stored(DECLINED, false)) ask();
}

export function decline(): void {
  store(DECLINED, true);
}
