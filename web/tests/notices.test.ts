import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compose, packageOf, partOf, partsOfPython } from '../build/notices.ts';

const WEB = join(import.meta.dirname, '..');

function packed(files: Record<string, string>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'notices-')), 'node_modules', 'some');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('the notices of what is packed', () => {
  it('finds the package of a module, scoped, nested or our own', () => {
    expect(packageOf('/p/web/node_modules/svelte/src/a.js')).toBe('/p/web/node_modules/svelte');
    expect(packageOf('/p/web/node_modules/svelte/node_modules/clsx/a.mjs?v=1')).toBe(
      '/p/web/node_modules/svelte/node_modules/clsx',
    );
    expect(packageOf('/p/node_modules/@some/one/index.css')).toBe('/p/node_modules/@some/one');
    expect(packageOf('/p/web/src/main.ts')).toBeNull();
  });

  it('takes the licence text out of a package', () => {
    const about = JSON.stringify({ name: 'some', version: '1.2.3', license: 'MIT' });
    expect(partOf(packed({ 'package.json': about, 'LICENSE.md': 'do what you like' }))).toEqual({
      name: 'some 1.2.3',
      licence: 'MIT',
      text: 'do what you like',
    });
  });

  it('fails for a packed part without a licence', () => {
    const about = JSON.stringify({ name: 'some', version: '1', license: 'MIT' });
    expect(() => partOf(packed({ 'package.json': about }))).toThrow(/some is packed into the page, but/);
    expect(() => partsOfPython(['pyodide.mjs', 'numpy.whl'], WEB, '1')).toThrow(/numpy.whl is packed/);
  });

  it('names whose work the files of Python are, and nobody for ours', () => {
    const names = (files: string[]) => partsOfPython(files, WEB, '1').map((part) => part.name.split(' ')[0]);
    expect(names(['house.bin', 'classic.npz'])).toEqual([]);
    expect(names(['pyodide.asm.wasm', 'python_stdlib.zip'])).toEqual(['Pyodide', "CPython's", 'Libraries']);
  });

  it('tells our licence first, then every part with its text', () => {
    const text = compose('ours', [
      { name: 'zed 1', licence: 'MIT', text: 'of zed' },
      { name: 'ask 2', licence: 'OFL-1.1', text: 'of ask' },
    ]);
    expect(text.indexOf('- ask 2: OFL-1.1')).toBeLessThan(text.indexOf('- zed 1: MIT'));
    expect(['ours', 'of ask', 'of zed'].map((part) => text.indexOf(part)).every((at) => at > 0)).toBe(true);
  });
});
