/** Ratings and progress, one's own and of people who wish to be seen; a device has none. */

import { ask } from './api';
import type { Board, Mistake, Profile } from '../generated/ratings';
import type { Practised } from '../generated/reviews';

export const getMyProfile = () => ask<Profile>('GET', '/players/me/profile');
export const getPerson = (handle: string) => ask<Profile>('GET', `/people/${encodeURIComponent(handle)}`);
/** Be seen by everybody under this name, or (null) by nobody. */
export const showMyProfile = (handle: string | null) => ask<Profile>('PATCH', '/players/me/profile', { handle });
/** A page of a season's board; of the present one without a name. */
export const getBoard = (family: string, kind: string, season: string, first: number) =>
  ask<Board>('GET', `/ratings/${encodeURIComponent(family)}/${kind}?first=${first}${season && `&season=${season}`}`);
/** A mistake to practise; with an answer also its solution. A device can tell as well. */
export const getPractice = ({ position, seat, worths = {} }: Mistake, answer: string | null = null) =>
  ask<Practised>('POST', '/practice', { position, seat, worths, answer });
