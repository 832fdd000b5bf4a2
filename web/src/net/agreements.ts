/** What somebody agrees to: nothing until they say so. */

import { ask } from './api';
import type { Agreements } from '../generated/answers';

const PATH = '/players/me/agreements';

export const getAgreements = () => ask<Agreements>('GET', PATH);
export const agree = (wish: Partial<Agreements>) => ask<Agreements>('PATCH', PATH, wish);
