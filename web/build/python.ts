/** Which version of the browser's Python goes with this page, and its files: written by make_python.py. */

import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const NONE = { version: '', weight: 0, files: [] as [string, number][], networks: [] as [string, number][] };

export function readPython(source: string): typeof NONE {
  return existsSync(source) ? (JSON.parse(readFileSync(source, 'utf8')) as typeof NONE) : NONE;
}

export function python(source: string): Plugin {
  return {
    name: 'rowlock-python',
    resolveId: (id) => (id === 'virtual:python' ? '\0virtual:python' : null),
    load(id) {
      if (id !== '\0virtual:python') return null;
      return Object.entries(readPython(source))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}
