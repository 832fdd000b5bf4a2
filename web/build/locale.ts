/** Catalogues from rowlock/locale: a language is found by being there, cut to what the page needs. */

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What comes first, what comes with every page, and what single screens ask for. */
const PARTS: Record<string, string[]> = {
  first: ['page'],
  locale: ['language', 'game', 'page'],
  rules: ['rules'],
  study: ['study'],
  people: ['people'],
};
const LATER = Object.keys(PARTS).filter((part) => part !== 'first' && part !== 'locale');
/** What the front page says at first sight, before all other words are here. */
const FIRST = ['claim', 'front', 'puzzle', 'learn', 'bots', 'settings', 'your_name', 'guest', 'again'];

export interface LocaleFile extends Record<string, unknown> {
  language: { name: string };
}

export function readLocales(folder: string): Record<string, LocaleFile> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files
      .sort()
      .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(resolve(folder, name), 'utf8')) as LocaleFile]),
  );
}

/** A module with every language's own name, and how to load its parts. */
function listLanguages(folder: string): string {
  const locales = Object.entries(readLocales(folder));
  const load = (part: string) => locales.map(([code]) => `${code}: () => import('virtual:${part}/${code}')`).join(', ');
  const names = Object.fromEntries(locales.map(([code, one]) => [code, one.language.name]));
  return `export const names = ${JSON.stringify(names)};
    export const first = { ${load('first')} };
    export const shell = { ${load('locale')} };
    export const parts = { ${LATER.map((part) => `${part}: { ${load(part)} }`).join(', ')} };`;
}

/** The words of one part, as text of JSON. */
function cut(whole: LocaleFile, part: string): string {
  const wanted = Object.fromEntries(PARTS[part]!.map((section) => [section, whole[section] ?? {}]));
  if (part !== 'first') return JSON.stringify(wanted);
  const page = whole['page'] as Record<string, Record<string, string>>;
  const said = Object.fromEntries(FIRST.map((key) => [key, page[key]]));
  return JSON.stringify({ page: { ...said, errors: { offline: page['errors']!['offline'] } } });
}

export function locale(folder: string): Plugin {
  let root = '/';
  return {
    name: 'rowlock-locale',
    configResolved: (config) => void (root = config.base),
    resolveId: (id) =>
      new RegExp(`^virtual:(languages$|(${Object.keys(PARTS).join('|')})/)`).test(id) ? `\0${id}` : null,
    load(id) {
      if (id === '\0virtual:languages') return listLanguages(folder);
      const [, part, code] = /^\0virtual:(\w+)\/([\w-]+)$/.exec(id) ?? [];
      if (!part || !code) return null;
      this.addWatchFile(resolve(folder, `${code}.json`));
      return `export default JSON.parse(${JSON.stringify(cut(readLocales(folder)[code]!, part))})`;
    },
    // the first words come beside the entry, not after it; the server puts the reader's language in place of English
    transformIndexHtml: (_, { bundle, server }) => {
      const base = server ? '/' : root;
      const words = Object.keys(bundle ?? {}).find((file) => file.startsWith('assets/words-en-'));
      return words
        ? [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `${base}${words}` } }]
        : [];
    },
  };
}
