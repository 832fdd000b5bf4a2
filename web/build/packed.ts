/** Every file of the page once more, as small as brotli makes it: the server sends that to those who can unpack it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const LEAST = 500;

export function packed(): Plugin {
  return {
    name: 'rowlock-packed',
    apply: (_, { command, mode }) => command === 'build' && mode !== 'static', // hosts of files pack by themselves
    writeBundle({ dir }, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        const plain = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (!/\.(js|css)$/.test(name) || plain.length < LEAST) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
        writeFileSync(join(dir!, `${name}.br`), brotliCompressSync(plain, { params }));
      }
    },
  };
}
