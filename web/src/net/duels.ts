/** Duels at the server, and one's own half of one on this device. */

import { ask } from './api';
import type { DuelAhead, DuelMade, Duels, DuelShown, DuelTaken, HalfShown, OwnHalf } from '../generated/duels';

export interface DuelWish {
  variant: string;
  bots: string[];
  champion: boolean;
  days: number;
}

export const makeDuel = (wish: DuelWish) => ask<DuelMade>('POST', '/duels', wish);
export const duelOfGame = (table: string, game: number) =>
  ask<DuelMade>('POST', `/tables/${table}/games/${game}/duel`, {});
export const duelOfClub = (club: string) => ask<DuelMade>('POST', `/clubs/${club}/duel`, {});
export const getDuels = () => ask<Duels>('GET', '/duels').then((all) => all.duels);
export const getDuel = (duel: string) => ask<DuelShown>('GET', `/duels/${duel}`);
export const getHalf = (duel: string, half: string) => ask<HalfShown>('GET', `/duels/${duel}/halves/${half}`);
export const askDuelAhead = (duel: string) => ask<DuelAhead>('POST', `/duels/${duel}/ahead`, {});
/** A table for one's own half; a device is told the dice that it has fetched ahead. */
export const openDuel = (duel: string, ahead: Omit<DuelAhead, 'duel'> | null = null) =>
  ask<{ table: string; link: string }>('POST', `/duels/${duel}/table`, { ahead });
export const handInHalf = (duel: string, moves: string[]) => ask<DuelTaken>('POST', `/duels/${duel}/moves`, { moves });
/** The choices in a game that was played on this device. */
export const getOwnHalf = (table: string) => ask<OwnHalf>('GET', `/tables/${table}/games/1/half`);
