/** Ratings and progress, one's own and of people who wish to be seen; a device has none. */

import { ask } from './api';
import type { Profile } from '../generated/ratings';

export const getMyProfile = () => ask<Profile>('GET', '/players/me/profile');
export const getPerson = (handle: string) => ask<Profile>('GET', `/people/${encodeURIComponent(handle)}`);
/** Be seen by everybody under this name, or (null) by nobody. */
export const showMyProfile = (handle: string | null) => ask<Profile>('PATCH', '/players/me/profile', { handle });
