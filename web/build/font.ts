/** Source Sans 3, cut to the characters of our five languages and to one axis; written to web/.font/. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const FILES = '@fontsource-variable/source-sans-3/files/source-sans-3';
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const CUTS: Record<string, string> = {
  latin: range(0x20, 0x7e) + 'ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜàâäçèéêëîïìòóôöùúûüßÓ«»·×°–—‘’“”„…−\u00a0',
  'latin-ext': 'ĄĆĘŁŃŚŹŻąćęłńśźżŒœ',
};

async function cut(name: string, target: string): Promise<void> {
  const whole = readFileSync(require.resolve(`${FILES}-${name}-wght-normal.woff2`));
  const small = await subsetFont(whole, CUTS[name]!, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
    keepFeatures: ['tnum', 'lnum', 'kern', 'mark', 'mkmk', 'ccmp', 'locl'],
    noLayoutClosure: true,
    noHinting: true,
  });
  writeFileSync(target, small);
}

export function font(folder: string): Plugin {
  return {
    name: 'rowlock-font',
    async configResolved() {
      mkdirSync(folder, { recursive: true });
      for (const name of Object.keys(CUTS)) {
        const target = resolve(folder, `${name}.woff2`);
        if (!existsSync(target)) await cut(name, target);
      }
    },
  };
}
