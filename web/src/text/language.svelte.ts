/** The language in use: one small state, for every component. */

import { names, rules, shell } from 'virtual:languages';
import { pickLanguage, type Catalogue, type Language } from './text';
import { Words } from './words';

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

/** The code and own name of every language. */
export const languageNames = Object.entries(names);

/** What the reader chose before, or what the browser asks for. */
export function firstLanguage(): Language {
  const stored = localStorage.getItem('rowlock.language') ?? '';
  return pickLanguage([stored, ...navigator.languages], Object.keys(names));
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem('rowlock.language', language);
}
