/** The browser's Python with Rowlock's table in it. */

import * as layers from './layers';
import { shrink, stretch } from './memory';
import type { Heard, Part, Shelf } from './shelf';

/** The device as the worker calls it; see rowlock/offline/device.py. Texts are JSON. */
export interface Device {
  open(log: string): void;
  hear(line: number, table: string, text: string): string;
  hang_up(line: number): string;
  say(table: string, kind: string, body: string): string;
  let_house_act(table: string): string;
  draw_on(table: string): string;
  stored(table: string): string;
  behind(table: string, entries: string): string;
  /** The networks that a table's bots play by and that are not here yet. */
  needs(table: string): string;
  ask(method: string, path: string, body: string, log: string, equipped: boolean): string;
}

/** The device, and a way to put a network on its shelf. */
export interface Engine {
  device: Device;
  put(name: string, network: ArrayBuffer): void;
}

interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array, options?: object): void };
  registerJsModule(name: string, module: object): void;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
}
type Load = (options: object) => Promise<Python>;

const HOUSE = '/house';
const WEIGHTS = `${HOUSE}/rowlock/bots/net/weights`;
/** Python's memory after everything was imported: the next start begins there. */
const MEMORY = 'memory';
/** It is only taken by the browser that has made it. */
const MAKER = 'X-Maker';

/**
 * The files of the house into Python's file system; web/make_python.py has packed them: names and sizes, then all
 * bytes.
 */
function unpack({ FS }: Python, packed: ArrayBuffer): void {
  const length = new DataView(packed).getUint32(0, true);
  const names = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length))) as Part[];
  const folders = new Set(names.map(([name]) => name.slice(0, name.lastIndexOf('/'))));
  for (const folder of folders) FS.mkdirTree(`${HOUSE}/${folder}`);
  let at = 4 + length;
  for (const [name, size] of names) {
    FS.writeFile(`${HOUSE}/${name}`, new Uint8Array(packed, at, size), { canOwn: true }); // it need not be copied
    at += size;
  }
  step('unpacked');
}

/** How far a start has come, for `bench/offline.py`. */
const step = (name: string) => performance.mark(`start: ${name}`);

class Start {
  private readonly options: object;

  constructor(
    private readonly shelf: Shelf,
    private readonly load: Load,
    private readonly house: ArrayBuffer,
  ) {
    this.options = { indexURL: shelf.base, stdLibURL: `${shelf.base}python_stdlib.zip`, checkAPIVersion: false };
  }

  /** From the memory of an earlier start; null if there is none that this browser can take. */
  async again(): Promise<Python | null> {
    const kept = await this.shelf.recall(MEMORY);
    if (kept?.headers.get(MAKER) !== navigator.userAgent) return null;
    try {
      const memory = kept.arrayBuffer().then(stretch);
      void memory.then(() => step('memory read')).catch(() => undefined);
      const python = await this.load({ ...this.options, _loadSnapshot: memory });
      step('memory taken up');
      unpack(python, this.house);
      return python;
    } catch (error) {
      console.warn(error);
      await this.shelf.drop(MEMORY);
      return null;
    }
  }

  /** From the beginning; its memory is kept for the next time. */
  async anew(): Promise<Python> {
    const python = await this.load({ ...this.options, _makeSnapshot: true });
    step('Python begun');
    unpack(python, this.house);
    python.runPython(`import sys; sys.path.insert(0, "${HOUSE}")
import rowlock.offline.preload`);
    step('house imported');
    try {
      const memory = new Response(shrink(python.makeMemorySnapshot()), { headers: { [MAKER]: navigator.userAgent } });
      void this.shelf.note(MEMORY, memory);
    } catch (error) {
      console.warn(error); // the next start takes as long as this one
    }
    return python;
  }
}

export async function startEngine(shelf: Shelf, parts: Part[], name: string, heard: Heard): Promise<Engine> {
  if (!(await shelf.has('engine'))) await shelf.keep(parts, ['engine'], heard);
  step('files here');
  const [{ loadPyodide }, house] = await Promise.all([
    import(/* @vite-ignore */ `${shelf.base}pyodide.mjs`) as Promise<{ loadPyodide: Load }>,
    shelf.take('house.bin').then((answer) => answer.arrayBuffer()),
  ]);
  const start = new Start(shelf, loadPyodide, house);
  const python = (await start.again()) ?? (await start.anew());
  python.registerJsModule('rowlock_layers', layers); // see rowlock/arrays/layers.py
  // what was chance when the memory was kept must be chance again
  const device = python.runPython(`import random; random.seed()
from rowlock.offline.device import Device
Device(${JSON.stringify(name)})`) as Device;
  step('ready');
  return { device, put: (file, network) => python.FS.writeFile(`${WEIGHTS}/${file}`, new Uint8Array(network)) };
}
