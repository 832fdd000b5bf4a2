/** Texts by key, with placeholders and the plural forms of each language. */

export interface Catalogue {
  [key: string]: string | Catalogue;
}
export type Values = Record<string, string | number>;

/** The code of a language that has a catalogue. */
export type Language = string;

/** The first of the reader's languages that we speak. */
export function pickLanguage(wanted: readonly string[], known: readonly Language[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0] ?? '';
    if (known.includes(language)) return language;
  }
  return 'en';
}

/** The entry at `a.b.c`; undefined where there is none. */
export function find(catalogue: Catalogue, key: string): string | Catalogue | undefined {
  let entry: string | Catalogue | undefined = catalogue;
  for (const part of key.split('.')) {
    if (typeof entry !== 'object') return undefined;
    entry = entry[part];
  }
  return entry;
}

/** The text of a key; an object holds plural forms, chosen by the value `n`. A missing key shows itself. */
export function text(catalogue: Catalogue, language: Language, key: string, values: Values = {}): string {
  let entry = find(catalogue, key);
  if (typeof entry === 'object') {
    const n = Math.abs(Number(values['n'] ?? 0));
    entry = entry[formOf(language, n)] ?? entry['other'];
  }
  if (typeof entry !== 'string') return key;
  return entry.replace(/\{(\w+)\}/g, (whole, name: string) => shown(values[name] ?? whole));
}

/** A language's rules are costly to make: once is enough. */
const rules = new Map<Language, Intl.PluralRules>();

function formOf(language: Language, n: number): Intl.LDMLPluralRule {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(n);
}

/** A value in a text: numbers below zero with a true minus sign. */
export function shown(value: string | number): string {
  return typeof value === 'number' && value < 0 ? `−${-value}` : String(value);
}
