/** The service worker, with the names of the shell's files filled in after they are known. */

import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { readPython } from './python.ts';

export function serviceWorker(source: string, python: string): Plugin {
  return {
    name: 'rowlock-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const shell = Object.keys(bundle).filter((name) => /\.(js|css|woff2|txt)$/.test(name));
      const files = ['./', ...shell.sort()];
      const { version, files: engine, networks } = readPython(python);
      const hash = createHash('sha256').update(files.join() + version);
      const filled = {
        VERSION: hash.digest('hex').slice(0, 12),
        FILES: files,
        PYTHON: { version, files: engine, networks },
      };
      const text = Object.entries(filled).reduce(fill, readFileSync(source, 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
    },
  };
}

/**
 * Put a value where the worker has its name in quotes; a build without that place would make a worker that never
 * starts.
 */
function fill(text: string, [name, value]: [string, unknown]): string {
  const place = `'__${name}__'`;
  if (!text.includes(place)) throw new Error(`sw.js has no ${place}`);
  return text.replace(place, () => JSON.stringify(value));
}
