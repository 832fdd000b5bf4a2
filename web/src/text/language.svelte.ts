/** The language in use: one small state, for every component. */

import { first, names, parts, shell } from 'virtual:languages';
import { pickLanguage, type Catalogue, type Language } from './text';
import { Words } from './words';

class Speech {
  language = $state<Language>('en');
  catalogue = $state.raw<Catalogue>({});
  words = $derived(new Words(this.catalogue, this.language));

  private readonly needed = new Set<keyof typeof parts>();
  private whole: Promise<void> | null = null;
  private wished: Language | null = null;
  private wishes = 0;
  private loading: Promise<void> = Promise.resolve();

  /** The few words of the front page's first sight. */
  async greet(): Promise<void> {
    if (this.whole) return this.whole;
    const language = firstLanguage();
    const part = await first[language]!();
    if (!this.whole) this.use(language, part.default);
  }

  /** All words, in the language in use. */
  complete(): Promise<void> {
    return (this.whole ??= this.speak(firstLanguage()).catch((error: unknown) => {
      this.whole = null; // asked for again the next time
      throw error;
    }));
  }

  /** Load a language; the page keeps the old one until it is there. */
  speak(language: Language): Promise<void> {
    this.wished = language;
    return (this.loading = this.load(language));
  }

  /** What was asked for earlier and comes later is no longer wanted: it waits for the last wish. */
  private async load(language: Language): Promise<void> {
    const number = ++this.wishes;
    const loaded = await Promise.all([shell[language]!(), ...[...this.needed].map((part) => parts[part][language]!())]);
    if (number !== this.wishes) return this.loading;
    this.use(language, Object.assign({}, ...loaded.map((part) => part.default)) as Catalogue);
    this.whole = Promise.resolve();
  }

  private use(language: Language, catalogue: Catalogue): void {
    this.catalogue = catalogue;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** A screen needs words of its own: they are loaded, from now on in every language that is chosen. */
  async need(part: keyof typeof parts): Promise<void> {
    this.needed.add(part);
    await this.speak(this.wished ?? this.language);
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
