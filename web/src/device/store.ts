/** What this device keeps of its own tables: their logs, a line for each, and the finished games with their records. */

import type { Finished, Standing } from '../generated/answers';
import type { Found } from '../generated/daily';

/** An entry of a log, as the table of the house writes it: its number comes first. */
export type Entry = [number, ...unknown[]];

export interface Line extends Standing {
  at: number;
  /** To which game its dice belong: that of a day names the day. Lines of earlier versions have none. */
  label?: string;
}

export interface Game extends Finished {
  /** The record as text; null for a score pad, which has none. */
  record: string | null;
  /** Whether a server has taken it. */
  offered?: boolean;
  /** Of a daily game: its moves, and what they came to. */
  daily?: { moves: string[]; found: Found };
}

/** What is stored together. */
export interface Batch {
  entries: Entry[];
  line: Line | null;
  finished: Game | null;
}

/** How well this device keeps what is played: `full` and `fleeting` are told to the player. */
export type Keeping = 'kept' | 'full' | 'fleeting';

const NAME = 'rowlock';
const STORES = ['entries', 'tables', 'games'] as const;

function done(work: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = work.onerror = () => reject(work.error ?? new DOMException('', 'AbortError'));
  });
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('', 'UnknownError'));
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('entries');
    request.result.createObjectStore('tables', { keyPath: 'table' });
    request.result.createObjectStore('games', { keyPath: ['table', 'game'] });
  };
  return asked(request);
}

export class Store {
  keeping: Keeping = 'kept';
  /** What could not be written yet, by table: it is tried again with the next batch. */
  private readonly late = new Map<string, Batch[]>();
  private database: Promise<IDBDatabase | null>;

  constructor(private readonly onkeeping: (keeping: Keeping) => void = () => undefined) {
    this.database = Promise.resolve()
      .then(open)
      .catch(() => {
        this.set('fleeting');
        return null;
      });
  }

  /** Append to a log; false if the log is longer than the writer knows, because another tab was faster. */
  async append(table: string, batch: Batch): Promise<boolean> {
    const database = await this.database;
    const waiting = [...(this.late.get(table) ?? []), batch];
    this.late.set(table, waiting);
    if (!database) return true;
    try {
      await this.write(database, table, waiting);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'ConstraintError') {
        this.late.delete(table); // what another tab has stored stands
        return false;
      }
      this.set('full');
      return true;
    }
    this.late.delete(table);
    if (!this.late.size) this.set('kept');
    return true;
  }

  private async write(database: IDBDatabase, table: string, batches: Batch[]): Promise<void> {
    const work = database.transaction(STORES, 'readwrite', { durability: 'strict' });
    const ended = done(work);
    try {
      for (const { entries, line, finished } of batches) {
        for (const entry of entries) work.objectStore('entries').add(entry, [table, entry[0]]);
        if (line) work.objectStore('tables').put(line);
        if (finished) work.objectStore('games').put(finished);
      }
    } catch (error) {
      void ended.catch(() => undefined);
      work.abort(); // all of it or nothing
      throw error;
    }
    await ended;
  }

  /** A table's log behind an entry: all of it, or what another tab has added. */
  async log(table: string, after = 0): Promise<Entry[]> {
    const database = await this.database;
    const range = IDBKeyRange.bound([table, after], [table, Infinity], true);
    const stored = database
      ? ((await asked(database.transaction('entries').objectStore('entries').getAll(range))) as Entry[])
      : [];
    const late = (this.late.get(table) ?? []).flatMap((batch) => batch.entries);
    return [...stored, ...late.filter(([number]) => number > after)];
  }

  /** How a table stands, without waking anybody. */
  async standing(table: string): Promise<Line | undefined> {
    const database = await this.database;
    const late = (this.late.get(table) ?? []).filter((batch) => batch.line).at(-1)?.line;
    return (
      late ??
      (database
        ? ((await asked(database.transaction('tables').objectStore('tables').get(table))) as Line | undefined)
        : undefined)
    );
  }

  /** All tables of this device, in a line each, the latest first. */
  async tables(): Promise<Line[]> {
    const database = await this.database;
    const stored = database
      ? ((await asked(database.transaction('tables').objectStore('tables').getAll())) as Line[])
      : [];
    return stored.sort((a, b) => b.at - a.at);
  }

  /** The finished games, the latest first. */
  async games(): Promise<Game[]> {
    const database = await this.database;
    const stored = database
      ? ((await asked(database.transaction('games').objectStore('games').getAll())) as Game[])
      : [];
    const late = [...this.late.values()].flat().flatMap(({ finished }) => (finished ? [finished] : []));
    return [...stored, ...late].sort((a, b) => b.at - a.at);
  }

  /** A server has taken a game. */
  offered(game: Game): Promise<void> {
    return this.keep({ ...game, offered: true });
  }

  /** Write a finished game again, with what is known of it now. */
  async keep(game: Game): Promise<void> {
    const database = await this.database;
    if (!database) return;
    const work = database.transaction('games', 'readwrite');
    work.objectStore('games').put(game);
    await done(work);
  }

  private set(keeping: Keeping): void {
    if (keeping === this.keeping) return;
    this.keeping = keeping;
    this.onkeeping(keeping);
  }
}

export interface Told {
  status: number;
  text: string;
}

/** What the storage knows by itself: no engine is woken for it. */
export async function known(store: Store, method: string, path: string): Promise<Told | null> {
  if (method !== 'GET') return null;
  if (path === '/tables') return { status: 200, text: '{"tables":[]}' };
  if (path.startsWith('/games')) return { status: 200, text: JSON.stringify({ games: await store.games() }) };
  const [, table] = /^\/tables\/(d-[0-9a-f]+)$/.exec(path) ?? [];
  if (!table) return null;
  const line = await store.standing(table);
  return line
    ? { status: 200, text: JSON.stringify(line) }
    : { status: 404, text: '{"code":"no_such_table","reason":""}' };
}
