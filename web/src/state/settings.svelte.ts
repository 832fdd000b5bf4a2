/** What this device remembers: a name, the look, the sound, tables visited. */

import { rememberLanguage, speech } from '../text/language.svelte';
import type { Grade } from '../generated/reviews';
import type { Language } from '../text/text';

export type Look = 'auto' | 'day' | 'night' | 'wood';
export type Ink = 'black' | 'blue';

interface Visited {
  table: string;
  title: string;
  at: number;
  /** Our own seats there, as far as they were known. */
  seats?: number[];
}

/** A step of a pad's lesson, and the table at which it is played. */
export interface Course {
  table: string;
  pad: string;
  step: number;
}

export function stored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`rowlock.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(`rowlock.${key}`, JSON.stringify(value));
  } catch {
    // a full storage, or a window that keeps nothing: it holds until the page is closed
  }
}

class Settings {
  name = $state(stored('name', ''));
  look = $state<Look>(stored('look', 'auto'));
  ink = $state<Ink>(stored('ink', 'black'));
  sound = $state(stored('sound', true));
  /** Whether a phone may be felt: a lock, a nudge, one's own turn. */
  vibrates = $state(stored('vibrates', true));
  /** Whether the end of a game names what was done for the first time. */
  milestones = $state(stored('milestones_wanted', true));
  /** Whether your own dice wait for a tap. */
  tapRoll = $state(stored('tapRoll', false));
  /** How large a mistake must be for the tutor to speak up before a move is sent. */
  tutor = $state<Grade | 'off'>(stored('tutor', 'off'));
  bot = $state(stored('bot', ''));
  variant = $state(stored('variant', 'classic'));
  /** Whether the card game is played with jokers. */
  jokers = $state(stored('jokers', false));
  /** The table where a first game teaches, and whether one has been offered and taken or refused. */
  lesson = $state(stored('lesson', ''));
  taught = $state(stored('taught', false));
  course = $state.raw<Course | null>(stored('course', null));
  tables = $state.raw<Visited[]>(stored('tables', []));

  /** The name that one goes by: a guest has none of their own. */
  get called(): string {
    return this.name.trim() || speech.words.t('page.guest');
  }
  setName(name: string): void {
    this.name = name;
    store('name', name);
  }

  setLook(look: Look): void {
    this.look = look;
    store('look', look);
    this.dress();
  }

  setInk(ink: Ink): void {
    this.ink = ink;
    store('ink', ink);
    this.dress();
  }

  setVibrates(vibrates: boolean): void {
    this.vibrates = vibrates;
    store('vibrates', vibrates);
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    store('sound', sound);
  }

  setMilestones(milestones: boolean): void {
    this.milestones = milestones;
    store('milestones_wanted', milestones);
  }

  setTapRoll(tapRoll: boolean): void {
    this.tapRoll = tapRoll;
    store('tapRoll', tapRoll);
  }

  setTutor(tutor: Grade | 'off'): void {
    this.tutor = tutor;
    store('tutor', tutor);
  }

  setBot(bot: string): void {
    this.bot = bot;
    store('bot', bot);
  }

  setVariant(name: string): void {
    this.variant = name;
    store('variant', name);
  }

  setJokers(jokers: boolean): void {
    this.jokers = jokers;
    store('jokers', jokers);
  }

  beginLesson(table: string): void {
    this.lesson = table;
    store('lesson', table);
  }

  endLesson(): void {
    this.lesson = '';
    this.taught = true;
    store('lesson', '');
    store('taught', true);
  }

  beginCourse(course: Course): void {
    this.course = course;
    store('course', course);
  }

  endCourse(): void {
    this.course = null;
    store('course', null);
  }

  async setLanguage(language: Language): Promise<void> {
    rememberLanguage(language);
    await speech.speak(language);
  }

  /** Remember a table that is not over, so that the front page can lead back to it. */
  visit(table: string, title: string, seats: number[]): void {
    const others = this.tables.filter((known) => known.table !== table);
    this.tables = [{ table, title, at: Date.now(), seats }, ...others].slice(0, 6);
    store('tables', this.tables);
  }

  leave(table: string): void {
    this.tables = this.tables.filter((known) => known.table !== table);
    store('tables', this.tables);
  }

  /** Put the look on the page: by choice, or as the device has it. */
  dress(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const root = document.documentElement;
    root.dataset['look'] = this.look === 'auto' ? (dark ? 'night' : 'day') : this.look;
    root.dataset['ink'] = this.ink;
  }
}

export const settings = new Settings();
