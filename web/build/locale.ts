/** Catalogues from rowlock/locale, cut to what the page needs: the shell's part and the rules' part. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const PARTS: Record<string, string[]> = { locale: ['game', 'page'], rules: ['rules'] };

export function locale(folder: string): Plugin {
  return {
    name: 'rowlock-locale',
    resolveId: (id) => (/^virtual:(locale|rules)\//.test(id) ? `\0${id}` : null),
    load(id) {
      const found = /^\0virtual:(\w+)\/(\w+)$/.exec(id);
      if (!found) return null;
      const file = resolve(folder, `${found[2]}.json`);
      this.addWatchFile(file);
      const whole = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      const part = Object.fromEntries(PARTS[found[1]!]!.map((section) => [section, whole[section] ?? {}]));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(part))})`;
    },
  };
}
