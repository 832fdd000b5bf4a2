/** Codes that can be said aloud: made for a table that waits for people, understood in every language. */

import { ask } from './api';
import type { CodeFound, CodeMade } from '../generated/answers';

export const makeCode = (table: string) => ask<CodeMade>('POST', `/tables/${table}/code`, {});
export const findCode = (said: string) => ask<CodeFound>('GET', `/codes/${encodeURIComponent(said)}`);
