/* The shell works without a network: its files come from the cache. What the device plays with, the browser's Python,
   is kept apart, once somebody has asked for it; a new page is taken only together with its new Python, and the version
   before it stays, for whoever is in the middle of a game. */
const VERSION = "__VERSION__";
const FILES = "__FILES__";
const PYTHON = "__PYTHON__";
const SHELL = "shell-";
const ENGINE = "python-";
const here = (path) => new URL(path, self.registration.scope).href;

async function install() {
  const cache = await caches.open(SHELL + VERSION);
  await cache.addAll(FILES.map(here));
  const wanted = (await caches.keys()).some((name) => name.startsWith(ENGINE));
  if (wanted && PYTHON.version) {
    const engine = await caches.open(ENGINE + PYTHON.version);
    for (const [name] of [...PYTHON.files, ...PYTHON.networks]) {
      const url = here(`python/${PYTHON.version}/${name}`);
      if (!(await engine.match(url))) await engine.add(url);
    }
  }
  await self.skipWaiting();
}

/** All versions but this one and the one before it go. */
async function tidy() {
  const names = await caches.keys();
  for (const kind of [SHELL, ENGINE]) {
    const own = kind + (kind === SHELL ? VERSION : PYTHON.version);
    const others = names.filter((name) => name.startsWith(kind) && name !== own);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  }
  const known = (name) => name.startsWith(SHELL) || name.startsWith(ENGINE);
  await Promise.all(names.filter((name) => !known(name)).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(SHELL + VERSION);
    return (await cache.match(here("./"))) ?? Response.error();
  }
}

async function file(request) {
  // a file's name identifies its content, whoever asks for it and however
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { url, method, mode } = event.request;
  const scope = self.registration.scope;
  if (method !== "GET" || !url.startsWith(scope) || url.startsWith(here("api"))) return;
  const path = url.slice(scope.length).split("?")[0];
  if (mode === "navigate") event.respondWith(page(event.request));
  else if (/^(assets|python)\//.test(path) || FILES.includes(path)) event.respondWith(file(event.request));
});
