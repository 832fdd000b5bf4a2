/** The page's side of its own device: the worker, how far it has come, and the line to a table in it. */

import { files, networks, version, weight } from 'virtual:python';
import type { Wire } from '../net/connection';
import { settings } from '../state/settings.svelte';
import { Shelf } from './shelf';
import { known, Store, type Keeping, type Told } from './store';
import { isFixed, type FromWorker, type Given, type ToWorker } from './words';

type State = 'off' | 'loading' | 'ready' | 'failed';

const here = (path: string) => new URL(import.meta.env.BASE_URL + path, document.baseURI).href;

class OwnDevice {
  state = $state<State>('off');
  /** Whether all that playing without a network needs is being fetched, for later. */
  fetching = $state(false);
  /** How much of the engine is here, from 0 to 1. */
  progress = $state(0);
  keeping = $state<Keeping>('kept');
  /** Bytes that are fetched once, as they travel. */
  readonly weight = weight;
  readonly shelf = new Shelf(here(`python/${version}/`));
  readonly store = new Store((keeping) => (this.keeping = keeping));

  private worker: Worker | null = null;
  private count = 0;
  private readonly answers = new Map<number, (told: Told) => void>();
  private readonly wires = new Map<number, Wire>();
  private started: Promise<void> | null = null;

  /** Fetch the engine, or take the kept one, and start it; once. */
  start(): Promise<void> {
    this.started ??= this.begin().catch((error: unknown) => {
      this.state = 'failed';
      this.started = null;
      this.worker?.terminate();
      throw error;
    });
    return this.started;
  }

  private begin(): Promise<void> {
    this.state = 'loading';
    this.persist();
    const given: Given = { base: this.shelf.base, files, player: settings.name };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: JSON.stringify(given) });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error('the worker did not start'));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data, resolve, reject);
    });
  }

  private hear(message: FromWorker, resolve: () => void, reject: (error: Error) => void): void {
    if (message.kind === 'progress') this.progress = message.total ? message.loaded / message.total : 0;
    else if (message.kind === 'keeping') this.keeping = message.keeping;
    else if (message.kind === 'told') this.wires.get(message.line)?.onmessage?.({ data: message.text });
    else if (message.kind === 'answer') this.answer(message.id, message);
    else if (message.kind === 'failed') {
      if (this.state === 'loading')
        reject(new Error(message.why)); // whoever wanted it says so
      else console.error(message.why);
    } else {
      this.state = 'ready';
      resolve();
    }
  }

  private answer(id: number, told: Told): void {
    this.answers.get(id)?.(told);
    this.answers.delete(id);
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  /** A question to the device, as to a server. What the storage knows by itself wakes no engine. */
  async ask(method: string, path: string, body: string): Promise<Told> {
    const kept = this.state === 'ready' ? null : await this.recall(method, path);
    if (kept) return kept;
    await this.start();
    const id = ++this.count;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.post({ kind: 'ask', id, method, path, body });
    });
  }

  /** What is known here before the engine has begun; it begins meanwhile if it will be needed. */
  private async recall(method: string, path: string): Promise<Told | null> {
    const kept = await known(this.store, method, path);
    const noted = !kept && isFixed(method, path) ? await this.shelf.recall(path.slice(1)) : null;
    if (!noted) return kept;
    void this.start().catch(() => undefined);
    return { status: 200, text: await noted.text() };
  }

  /** A line to a table on this device; it behaves like a socket. */
  connect(table: string, wire: Wire): void {
    const line = ++this.count;
    this.wires.set(line, wire);
    wire.send = (text) => this.post({ kind: 'say', line, table, text });
    wire.close = () => {
      this.wires.delete(line);
      this.post({ kind: 'close', line });
    };
    void this.start().then(
      () => wire.onopen?.(),
      () => wire.onclose?.(),
    );
  }

  /** Fetch the engine itself, quietly: enough to play on when the network is gone. */
  async keepEngine(): Promise<void> {
    await this.shelf.keep(files, ['engine'], () => undefined);
  }

  /** Fetch all that playing without a network may need, the networks of all pads too; nothing is started. */
  async keepAll(): Promise<void> {
    this.fetching = true;
    this.persist();
    try {
      const kept = await this.shelf.keep(
        [...files, ...networks],
        ['engine', 'networks'],
        (loaded, total) => (this.progress = loaded / total),
      );
      if (!kept) throw new Error('not everything could be kept');
    } finally {
      this.fetching = false;
    }
  }

  /** The browser may not throw games away to make room. */
  private persist(): void {
    void navigator.storage?.persist?.().catch(() => false);
  }
}

export const device = new OwnDevice();
