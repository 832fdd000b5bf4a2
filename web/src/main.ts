import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { firstLanguage, speech } from './text/language.svelte';
import { settings } from './state/settings.svelte';

settings.dress();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => settings.dress());

void speech.speak(firstLanguage()).then(() => {
  mount(App, { target: document.getElementById('app')! });
});

// only over https or on this machine: elsewhere browsers offer no service worker
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
