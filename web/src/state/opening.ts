/** How a table is opened: the house is told who wants it, its promise about the dice is kept, and we go there. */

import { createTable, introduce } from '../net/api';
import type { NewTable } from '../generated/answers';
import { place } from './route.svelte';
import { settings } from './settings.svelte';

export async function openTable(wish: NewTable): Promise<string> {
  await introduce(settings.called);
  const [{ table, commitment, link }, { Luck }] = await Promise.all([createTable(wish), import('../dice/luck')]);
  new Luck().promised(`${table}/1`, commitment);
  place.go(link);
  return table;
}
