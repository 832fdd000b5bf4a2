import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { screens } from './screens';
import { place } from './state/route.svelte';
import { settings } from './state/settings.svelte';
import { firstLanguage, speech } from './text/language.svelte';

settings.dress();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => settings.dress());

// words and screen come at the same time; the next screen is fetched while one reads the first
const screen = screens[place.route.screen]();
void Promise.all([speech.speak(firstLanguage()), screen]).then(() => {
  mount(App, { target: document.getElementById('app')! });
  addEventListener('load', () => setTimeout(() => void screens.table(), 1500));
});

// only over https or on this machine: elsewhere browsers offer no service worker
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
