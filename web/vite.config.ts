import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { font } from './build/font.ts';
import { locale } from './build/locale.ts';
import { notices } from './build/notices.ts';
import { packed } from './build/packed.ts';
import { python } from './build/python.ts';
import { serviceWorker } from './build/worker.ts';

const root = import.meta.dirname;
const made = resolve(root, '.python/files.json');
const locales = resolve(root, '../rowlock/locale');
const licences = notices(root, made);
const [, version] = /__version__ = "(.+)"/.exec(readFileSync(resolve(root, '../rowlock/__init__.py'), 'utf8'))!;

export default defineConfig({
  root,
  plugins: [
    svelte(),
    locale(locales),
    font(resolve(root, '.font'), locales),
    licences.page, // before the service worker, which keeps its text
    serviceWorker(resolve(root, 'build/sw.js'), made),
    python(made),
    packed(),
  ],
  define: { __ROWLOCK__: JSON.stringify(version) },
  worker: { format: 'es', plugins: () => [licences.worker] },
  build: {
    outDir: resolve(root, '../rowlock/server/page'),
    emptyOutDir: true,
    target: ['chrome103', 'edge103', 'firefox121', 'safari16.4'], // the oldest that docs/guide.md names
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false }, // a busy machine is not our mistake
      output: {
        // what is needed together comes together: a request costs more than some kilobytes
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'near', test: /\/(Below|Picture|Settings|Gather)\.svelte/, priority: 2 },
            { name: 'sheet', test: /\/SheetView\.svelte/, priority: 1 },
            { name: 'table', test: /\/TableScreen\.svelte/ },
          ],
        },
        // a name by which the server finds the first words in the reader's language
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('virtual:first/') ? 'assets/words-[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
