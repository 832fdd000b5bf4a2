/** A pad's short lesson: a table of its own at the moment that shows the pad's one new thing. */

import { getBots, getLesson } from '../net/api';
import { openTable } from './opening';
import { settings } from './settings.svelte';

/** Open a step of a pad's lesson; the plain pad has none, and there a whole first game teaches. */
export async function teach(pad: string, number = 0): Promise<void> {
  const [steps, bots] = await Promise.all([getLesson(pad), getBots()]);
  const position = steps[number]?.position;
  const table = await openTable(
    position // what a step says stays on the table: passing by itself could end the game before it is read
      ? { position, seats: [{ kind: 'me' }], auto_pass: false, start: true }
      : { variant: pad, seats: [{ kind: 'me' }, { kind: 'bot', bot: bots[0]!.name }], start: true },
  );
  if (steps.length) settings.beginCourse({ table, pad, step: number });
  else settings.beginLesson(table);
}
