/** What a table with cards needs beside the others: fetched when there is one. */

import { fetched } from '../net/fetched';

export const curtain = () => fetched(() => import('./Curtain.svelte'));
export const thumb = () => fetched(() => import('./Thumb.svelte'));
export const tray = () => fetched(() => import('./Tray.svelte'));
