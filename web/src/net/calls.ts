/** Calls to this device while the page is closed: by Web Push, where browser and server have it. */

import { ask, getAbout } from './api';
import type { CallsShown } from '../generated/answers';

const PATH = '/players/me/calls';
const DEVICE = 'rowlock.calls';

export const getCalls = () => ask<CallsShown>('GET', PATH);
export const changeCalls = (wish: Partial<{ kinds: string[]; quiet_from: number; quiet_to: number; zone: string }>) =>
  ask<CallsShown>('PATCH', PATH, wish);
export const tryCalls = () => ask('POST', `${PATH}/trial`, {});

/** The server's key, if this device can be called: the browser knows how, and the server does it. */
export async function callsKey(): Promise<string | null> {
  const can = isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return can ? ((await getAbout().catch(() => null))?.calls ?? null) : null;
}

/** Whether this device has asked to be called, and may still be. */
export const isCalled = () =>
  localStorage.getItem(DEVICE) !== null && 'Notification' in window && Notification.permission === 'granted';

/** Sign this device up; what the browser denies is thrown as `denied`. */
export async function signUp(key: string, language: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe(); // it may be another server's
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const wish = { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'], language };
  const { device } = await ask<{ device: string }>('POST', `${PATH}/devices`, wish);
  localStorage.setItem(DEVICE, device);
}

/** Call this device no longer. */
export async function signOff(): Promise<void> {
  const device = localStorage.getItem(DEVICE);
  localStorage.removeItem(DEVICE);
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  if (device) await ask('DELETE', `${PATH}/devices/${device}`).catch(() => undefined); // dropped already
}
