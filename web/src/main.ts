import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { fetched } from './net/fetched';
import { clearBadge } from './parts/badge';
import { screens } from './screens';
import { adaptLinks, place } from './state/route.svelte';
import { settings } from './state/settings.svelte';

settings.dress();
adaptLinks();
clearBadge();
document.addEventListener('visibilitychange', clearBadge);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => settings.dress());

// the next screen is fetched while the first is being read
void fetched(screens[place.route.screen]).then(() => {
  mount(App, { target: document.getElementById('app')! });
  addEventListener('load', () => setTimeout(() => void screens.table(), 1500));
});

// only over https or on this machine: elsewhere browsers offer no service worker
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener(
    'load',
    () => void navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => undefined),
  );
}
