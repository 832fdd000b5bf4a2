import { expect, test } from 'vitest';
import { speech } from '../src/text/language.svelte';

test('a screen that needs words meanwhile does not take the chosen language back', async () => {
  await speech.speak('en');
  const chosen = speech.speak('de');
  const needed = speech.need('people');
  await Promise.all([chosen, needed]);
  expect(speech.language).toBe('de');
  expect(speech.words.has('people.daily.title')).toBe(true);
});
