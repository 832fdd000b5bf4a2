/* The shell works without a network: its files come from the cache. What the device plays with, the browser's Python,
   is kept apart, once somebody has asked for it; a new page is taken only together with its new Python. A new version
   waits until the last page of the one before is closed, and only then is that one thrown away: whoever is in the
   middle of a game finds the files it began with, however many versions come by meanwhile. */
const VERSION = '__VERSION__';
const FILES = '__FILES__';
const PYTHON = '__PYTHON__';
const SHELL = 'shell-';
const ENGINE = 'python-';
/** Milliseconds after which a page that is kept here does not wait for a network that hardly is one. */
const PATIENCE = 4000;
const here = (path) => new URL(path, self.registration.scope).href;

async function install() {
  const cache = await caches.open(SHELL + VERSION);
  await cache.addAll(FILES.map(here));
  if (PYTHON.version && (await isWanted())) await keepEngine(await caches.open(ENGINE + PYTHON.version));
}

/**
 * Somebody plays without a network here: all of some engine is kept. One that is only just being fetched is not fetched
 * twice.
 */
async function isWanted() {
  const versions = (await caches.keys())
    .filter((name) => name.startsWith(ENGINE))
    .map((name) => name.slice(ENGINE.length));
  const marks = await Promise.all(versions.map((version) => caches.match(here(`python/${version}/engine`))));
  return marks.some(Boolean);
}

async function keepEngine(engine) {
  for (const [mark, files] of [
    ['engine', PYTHON.files],
    ['networks', PYTHON.networks],
  ]) {
    for (const [name] of files) {
      const url = here(`python/${PYTHON.version}/${name}`);
      if (!(await engine.match(url))) await engine.add(url);
    }
    await engine.put(here(`python/${PYTHON.version}/${mark}`), new Response()); // all of it is here
  }
}

/** No page of another version is open any more. */
async function tidy() {
  const own = [SHELL + VERSION, ENGINE + PYTHON.version];
  const others = (await caches.keys()).filter((name) => !own.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));

/** The page as the server has it now; the kept one if there is no network, hardly one, or no server behind it. */
async function page(request) {
  const kept = async () => (await caches.open(SHELL + VERSION)).match(here('./'));
  const late = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const asked = fetch(request);
  try {
    const answer = await Promise.race([asked, late]);
    if (answer && answer.status < 500) return answer;
    return (await kept()) ?? answer ?? (await asked);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

async function file(request) {
  // a file's name identifies its content, whoever asks for it and however
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** A call from the server, in the reader's language already; the same thing again replaces it. */
async function show(call) {
  const { title, body, link, tag, badge } = call;
  if (badge) await self.navigator.setAppBadge?.(badge).catch(() => undefined);
  const pages = await self.clients.matchAll({ type: 'window' });
  const isSeen = pages.some((page) => page.visibilityState === 'visible' && page.url === here(link.slice(1)));
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    silent: isSeen, // whoever looks at the table already need not hear of it
    vibrate: [80, 60, 80],
    icon: here('icon-192.png'),
    badge: here('icon-192.png'),
    data: { link },
  });
}

/** The page that a call is about: one that is open is brought to the front. */
async function follow(link) {
  const url = here(link.slice(1));
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url === url) ?? pages[0];
  if (!open) return self.clients.openWindow(url);
  const shown = await open.focus();
  return shown.url === url ? shown : shown.navigate(url);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(follow(event.notification.data.link));
});

self.addEventListener('fetch', (event) => {
  const { url, method, mode } = event.request;
  const scope = self.registration.scope;
  if (method !== 'GET' || !url.startsWith(scope) || url.startsWith(here('api'))) return;
  const path = url.slice(scope.length).split('?')[0];
  if (mode === 'navigate') event.respondWith(page(event.request));
  else if (/^(assets|python)\//.test(path) || FILES.includes(path)) event.respondWith(file(event.request));
});
