/** The browser's Python with Rowlock's table in it. */

import * as layers from '../offline/layers';

/** The device as the worker calls it; see rowlock/offline/device.py. Texts are JSON. */
export interface Device {
  open(log: string): void;
  hear(line: number, table: string, text: string): string;
  hang_up(line: number): string;
  say(table: string, kind: string, body: string): string;
  pay(table: string): string;
  draw_on(table: string): string;
  stored(table: string): string;
  behind(table: string, entries: string): string;
  /** The networks that a table's bots play by and that are not here yet. */
  needs(table: string): string;
  ask(method: string, path: string, body: string, log: string): string;
}

/** The device, and a way to put a network on its shelf. */
export interface Engine {
  device: Device;
  put(name: string, network: ArrayBuffer): void;
}

interface Python {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  registerJsModule(name: string, module: object): void;
  runPython(code: string): unknown;
}

const CACHE = 'python-';
const HOUSE = '/house';
const SHELF = `${HOUSE}/rowlock/bots/net/weights`;

/** Where the files of one version are kept; null where the browser keeps nothing. */
async function shelf(base: string): Promise<Cache | null> {
  return 'caches' in self ? caches.open(CACHE + base.split('/').at(-2)).catch(() => null) : null;
}

/** The files of one version, kept on this device from the first time on; `heard` follows the bytes. */
export async function fetchAll(base: string, files: [string, number][], heard: (loaded: number, total: number) => void = () => undefined): Promise<Map<string, ArrayBuffer>> {
  const kept = await shelf(base);
  const total = files.reduce((sum, [, size]) => sum + size, 0);
  let loaded = 0;
  const take = async (name: string): Promise<[string, ArrayBuffer]> => {
    const url = base + name;
    const known = await kept?.match(url);
    const answer = known ?? (await fetch(url));
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
    if (!known) await kept?.put(url, answer.clone()).catch(() => undefined); // a full disk only makes it come again
    const parts: Uint8Array[] = [];
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      heard((loaded += value.length), total);
    }
    return [name, await new Blob(parts as BlobPart[]).arrayBuffer()];
  };
  return new Map(await Promise.all(files.map(([name]) => take(name))));
}

export async function startEngine(base: string, files: [string, number][], name: string, heard: (loaded: number, total: number) => void): Promise<Engine> {
  const fetched = await fetchAll(base, files, heard);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as { loadPyodide: (options: object) => Promise<Python> };
  const python = await loadPyodide({ indexURL: base, stdLibURL: `${base}python_stdlib.zip`, checkAPIVersion: false });
  python.registerJsModule('rowlock_layers', layers); // see rowlock/arrays/layers.py
  python.unpackArchive(fetched.get('rowlock.zip')!, 'zip', { extractDir: HOUSE });
  const device = python.runPython(`import sys; sys.path.insert(0, "${HOUSE}")
from rowlock.offline.device import Device
Device(${JSON.stringify(name)})`) as Device;
  return { device, put: (file, network) => python.FS.writeFile(`${SHELF}/${file}`, new Uint8Array(network)) };
}
