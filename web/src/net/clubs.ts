/** Clubs, at a server; a device has none. */

import { ask } from './api';
import type {
  ClubBoard,
  ClubFile,
  ClubGames,
  ClubJoined,
  ClubKey,
  ClubLink,
  ClubMade,
  ClubMember,
  ClubMembers,
  Clubs,
  ClubShown,
  ClubStanding,
  ClubWall,
} from '../generated/club';

export const getClubs = () => ask<Clubs>('GET', '/clubs').then((all) => all.clubs);
export const makeClub = (name: string, table: string | null = null) => ask<ClubMade>('POST', '/clubs', { name, table });
export const joinClub = (link: string, name: string) => ask<ClubJoined>('POST', '/clubs/join', { link, name });
export const getClub = (club: string) => ask<ClubShown>('GET', `/clubs/${club}`);
export const getMembers = (club: string, after: number) =>
  ask<ClubMembers>('GET', `/clubs/${club}/members?after=${after}`);
export const getStandings = (club: string, season: string) =>
  ask<ClubStanding>('GET', `/clubs/${club}/standing?season=${season}`);
export const getClubGames = (club: string, before?: number) =>
  ask<ClubGames>('GET', `/clubs/${club}/games?limit=10${before ? `&before=${before}` : ''}`).then((all) => all.games);
export const getBoard = (club: string, day: string, pad: string) =>
  ask<ClubBoard>('GET', `/clubs/${club}/daily/${day}/${pad}`);
export const openTable = (club: string, variant: string) =>
  ask<{ link: string }>('POST', `/clubs/${club}/table`, { variant });
export const addName = (club: string, name: string) => ask<ClubMember>('POST', `/clubs/${club}/members`, { name });
export const changeMember = (club: string, member: string, change: { name?: string; keeper?: boolean }) =>
  ask<ClubMember>('PATCH', `/clubs/${club}/members/${member}`, change);
export const removeMember = (club: string, member: string) => ask('DELETE', `/clubs/${club}/members/${member}`);
export const closeClub = (club: string) => ask('DELETE', `/clubs/${club}`);
export const renewLink = (club: string) => ask<ClubLink>('POST', `/clubs/${club}/link`);
export const newKey = (club: string) => ask<ClubKey>('POST', `/clubs/${club}/key`);
export const useKey = (club: string, key: string) => ask<ClubMember>('POST', `/clubs/${club}/keeper`, { key });
export const getFile = (club: string) => ask<ClubFile>('GET', `/clubs/${club}/file`);
export const bringFile = (file: unknown) => ask<ClubMade>('POST', '/clubs/file', file);
export const getWall = (club: string) => ask<ClubWall>('GET', `/clubs/${club}/wall`);
export const putOnWall = (club: string, phrase: string) => ask<ClubWall>('POST', `/clubs/${club}/wall`, { phrase });
