/** Source Sans 3, cut to the letters that our catalogues use and to one axis; written to web/.font/. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { readLocales } from './locale.ts';

const require = createRequire(import.meta.url);
const FILES = '@fontsource-variable/source-sans-3/files/source-sans-3';
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/** All letters of the catalogues, small and capital, and whatever else the page writes. */
function letters(locales: string): string[] {
  const texts = JSON.stringify(Object.values(readLocales(locales)));
  const all = new Set([...ASCII, ...'×−·…–—’“”„«»°', ...texts, ...texts.toUpperCase()]);
  return [...all].sort();
}

async function cut(name: string, wanted: string, target: string): Promise<void> {
  const whole = readFileSync(require.resolve(`${FILES}-${name}-wght-normal.woff2`));
  const small = await subsetFont(whole, wanted, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
    keepFeatures: ['tnum', 'lnum', 'kern', 'mark', 'mkmk', 'ccmp', 'locl'],
    noLayoutClosure: true,
    noHinting: true,
  });
  writeFileSync(target, small);
}

/** The files that app.css names: Latin, and the letters beyond it. */
export function font(folder: string, locales: string): Plugin {
  return {
    name: 'rowlock-font',
    async configResolved() {
      const all = letters(locales);
      const cuts = {
        latin: all.filter((letter) => letter < '\u0100' || letter > '\u02ff').join(''),
        'latin-ext': all.filter((letter) => letter >= '\u0100' && letter <= '\u02ff').join(''),
      };
      mkdirSync(folder, { recursive: true });
      const stamp = resolve(folder, 'letters');
      const sum = createHash('sha256').update(JSON.stringify(cuts)).digest('hex');
      if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sum) return;
      for (const [name, wanted] of Object.entries(cuts)) await cut(name, wanted, resolve(folder, `${name}.woff2`));
      writeFileSync(stamp, sum);
    },
  };
}
