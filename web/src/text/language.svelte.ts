/** The language in use: one small state, and `t()` for every component. */

import { LANGUAGES, pickLanguage, type Catalogue, type Language } from './text';
import { Words } from './words';

const shell: Record<string, () => Promise<{ default: Catalogue }>> = {
  en: () => import('virtual:locale/en'),
  de: () => import('virtual:locale/de'),
  fr: () => import('virtual:locale/fr'),
  it: () => import('virtual:locale/it'),
  pl: () => import('virtual:locale/pl'),
};
const rules: Record<string, () => Promise<{ default: Catalogue }>> = {
  en: () => import('virtual:rules/en'),
  de: () => import('virtual:rules/de'),
  fr: () => import('virtual:rules/fr'),
  it: () => import('virtual:rules/it'),
  pl: () => import('virtual:rules/pl'),
};

class Speech {
  language = $state<Language>('en');
  catalogue = $state.raw<Catalogue>({});
  words = $derived(new Words(this.catalogue, this.language));

  /** Load a language, with its rules page if asked; the page keeps the old one until it is there. */
  async speak(language: Language, withRules = false): Promise<void> {
    const parts = [shell[language]!(), ...(withRules ? [rules[language]!()] : [])];
    const loaded = await Promise.all(parts);
    this.catalogue = Object.assign({}, ...loaded.map((part) => part.default)) as Catalogue;
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const speech = new Speech();

/** What the reader chose before, or what the browser asks for. */
export function firstLanguage(): Language {
  const stored = localStorage.getItem('rowlock.language') ?? '';
  return pickLanguage([stored, ...navigator.languages]);
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem('rowlock.language', language);
}

export const languageNames = Object.entries(LANGUAGES) as [Language, string][];
