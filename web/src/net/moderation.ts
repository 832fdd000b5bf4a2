/** Mute, block, report; a device has nobody to do that to. */

import { ask } from './api';
import type { AvoidedPeople, Reason, ReportMade } from '../generated/moderation';

export const getAvoided = () => ask<AvoidedPeople>('GET', '/players/me/avoided');
export const avoid = (table: string, wish: { player: string; muted: boolean; blocked: boolean }) =>
  ask<AvoidedPeople>('POST', `/tables/${table}/avoid`, wish);
export const stopAvoiding = (player: string) =>
  ask<AvoidedPeople>('DELETE', `/players/me/avoided/${encodeURIComponent(player)}`);
export const report = (table: string, player: string, reason: Reason, game: number) =>
  ask<ReportMade>('POST', `/tables/${table}/reports`, { player, reason, game });
