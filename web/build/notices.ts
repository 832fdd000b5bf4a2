/** The licences of everything that is packed into the page, as one text: `notices.txt`, read behind "About".
 *
 * It is made from what is really packed: every npm package of which a module is in the bundle, the font, and the
 * files of the browser's Python. A part without a licence text fails the build.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { readPython } from './python.ts';

export interface Part {
  name: string;
  licence: string;
  text: string;
}

const LICENCE_FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;
const FONT = '@fontsource-variable/source-sans-3';
/** The texts that come with no package: file under `licences/`, name and licence of the part. */
const PYODIDE = { file: 'MPL-2.0.txt', name: 'Pyodide', licence: 'MPL-2.0, source at github.com/pyodide/pyodide' };
const CPYTHON = { file: 'PSF-2.0.txt', name: "CPython's interpreter and library in Pyodide", licence: 'PSF-2.0' };
const LIBRARIES = {
  file: 'in-pyodide.txt',
  name: 'Libraries in Pyodide',
  licence: 'MIT, BSD, Zlib, bzip2, public domain',
};
/** Whose work each file of the browser's Python holds; our own have no entry here. */
const IN_PYTHON = new Map([
  ['pyodide.mjs', [PYODIDE]],
  ['pyodide.asm.mjs', [PYODIDE]],
  ['pyodide.asm.wasm', [PYODIDE, CPYTHON, LIBRARIES]],
  ['pyodide-lock.json', [PYODIDE]],
  ['python_stdlib.zip', [PYODIDE, CPYTHON]],
]);
const OWN = /^house\.bin$|\.npz$/;

/** The folder of the npm package that a module comes from; null for our own modules. */
export function packageOf(module: string): string | null {
  const path = module.replace(/^\0/, '').split('?')[0]!;
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found ? found[1]! : null;
}

/** A package's name, version, licence and its text. */
export function partOf(folder: string): Part {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((entry) => LICENCE_FILE.test(entry));
  if (!file || !license) throw new Error(`${name} is packed into the page, but its package has no licence text`);
  return { name: `${name} ${version}`, licence: license, text: readFileSync(join(folder, file), 'utf8') };
}

/** The parts of the browser's Python, by the files that are packed. */
export function partsOfPython(files: string[], web: string, version: string): Part[] {
  const found = new Set(
    files.flatMap((file) => {
      const parts = IN_PYTHON.get(file);
      if (!parts && !OWN.test(file)) throw new Error(`python/${file} is packed into the page, but has no notice`);
      return parts ?? [];
    }),
  );
  return [...found].map(({ file, name, licence }) => ({
    name: `${name} ${version}`,
    licence,
    text: readFileSync(resolve(web, 'licences', file), 'utf8'),
  }));
}

/** The whole text: our own licence first, then every part by name. */
export function compose(own: string, parts: Part[]): string {
  const sorted = [...parts].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const list = sorted.map((part) => `- ${part.name}: ${part.licence}`).join('\n');
  const head = `Rowlock is free software under the MIT licence. It contains work of others:\n\n${list}\n`;
  const rule = '-'.repeat(80);
  const texts = [{ name: 'Rowlock', licence: 'MIT', text: own }, ...sorted];
  return [head, ...texts.map((part) => `${rule}\n${part.name} (${part.licence})\n\n${part.text.trim()}\n`)].join('\n');
}

/** Plugins for the page and for its workers, which are bundled apart; the page's writes the text. */
export function notices(web: string, python: string): { page: Plugin; worker: Plugin } {
  const folders = new Set<string>();
  const gather = (bundle: Record<string, { type: string; moduleIds?: string[] }>) => {
    for (const chunk of Object.values(bundle)) {
      for (const module of chunk.moduleIds ?? []) {
        const folder = packageOf(module);
        if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
      }
    }
  };
  return {
    worker: { name: 'rowlock-notices-worker', apply: 'build', generateBundle: (_, bundle) => gather(bundle) },
    page: {
      name: 'rowlock-notices',
      apply: 'build',
      generateBundle(_, bundle) {
        gather(bundle);
        const modules = join(web, 'node_modules');
        if (Object.keys(bundle).some((file) => file.endsWith('.woff2'))) folders.add(join(modules, FONT));
        const { files, networks } = readPython(python);
        const packed = [...files, ...networks].map(([name]) => name);
        const version = (
          JSON.parse(readFileSync(join(modules, 'pyodide', 'package.json'), 'utf8')) as { version: string }
        ).version;
        const parts = [...[...folders].map(partOf), ...partsOfPython(packed, web, version)];
        const own = readFileSync(join(dirname(web), 'LICENSE'), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'notices.txt', source: compose(own, parts) });
      },
    },
  };
}
