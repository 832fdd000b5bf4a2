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
      const text = readFileSync(source, 'utf8')
        .replace(
          '"__VERSION__"',
          JSON.stringify(
            createHash('sha256')
              .update(files.join() + version)
              .digest('hex')
              .slice(0, 12),
          ),
        )
        .replace('"__FILES__"', JSON.stringify(files))
        .replace('"__PYTHON__"', JSON.stringify({ version, files: engine, networks }));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
    },
  };
}
