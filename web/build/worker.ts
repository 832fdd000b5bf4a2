/** The service worker, with the names of the shell's files filled in after they are known. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

export function serviceWorker(source: string): Plugin {
  return {
    name: 'rowlock-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const shell = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$/.test(name));
      const files = ['/', ...shell.sort().map((name) => `/${name}`)];
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const text = readFileSync(resolve(source), 'utf8')
        .replace('"__VERSION__"', JSON.stringify(version))
        .replace('"__FILES__"', JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: text });
    },
  };
}
