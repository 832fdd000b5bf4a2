/** Whether the page plays on its own device: because there is no server, or none that answers, or by choice. */

export type Where = 'server' | 'alone' | 'lost';

/** A page from a plain folder, without any server. */
export const STATIC = import.meta.env.MODE === 'static';
const CHOSEN = 'rowlock.alone';
/** Milliseconds after which a server counts as lost. */
const PATIENCE = 8000;

/** Ends a question to a server that has not answered in time. */
export function patience(): AbortSignal {
  const ended = new AbortController();
  setTimeout(() => ended.abort(), PATIENCE);
  return ended.signal;
}

function remembered(): boolean {
  try {
    return sessionStorage.getItem(CHOSEN) !== null;
  } catch {
    return false;
  }
}

/** `alone`: by choice, or in a plain folder; `lost`: until the server answers again. */
export const local: { where: Where } = { where: STATIC || remembered() ? 'alone' : 'server' };

/** Tables on this device have names that no server gives. */
export const isOwn = (table: string) => table.startsWith('d-');
const OWN = /^\/tables\/d-/;

/** Whether a question is for this device. */
export const isLocal = (path: string) => OWN.test(path) || local.where !== 'server';

export function choose(where: Where): void {
  local.where = STATIC ? 'alone' : where;
  try {
    if (local.where === 'alone') sessionStorage.setItem(CHOSEN, '1');
    else sessionStorage.removeItem(CHOSEN);
  } catch {
    // a window that stores nothing can still play
  }
}

/** Whether all files of some engine are kept here, so that a lost server need not stop anybody; see device/shelf.ts. */
export async function isReady(mark: 'engine' | 'networks' = 'engine'): Promise<boolean> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith('python-'));
    const marked = await Promise.all(
      names.map((name) =>
        caches.match(new URL(`${import.meta.env.BASE_URL}python/${name.slice(7)}/${mark}`, document.baseURI), {
          cacheName: name,
        }),
      ),
    );
    return marked.some(Boolean);
  } catch {
    return false;
  }
}

/** Whether a server answers. */
export async function reaches(): Promise<boolean> {
  if (STATIC) return false;
  return fetch('/api/about', { cache: 'no-store', signal: patience() }).then(
    (answer) => answer.ok,
    () => false,
  );
}
