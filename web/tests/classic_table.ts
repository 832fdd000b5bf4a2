/** A table at which a classic game is played, for the tests of what a device shows of it. */

import type { Table } from '../src/generated/messages';
import type { View } from '../src/generated/types';
import { game } from './games';

export const classic = game('classic');
export const TABLE = {
  id: 'k3v9',
  link: '/t/k3v9',
  state: 'playing',
  variant: 'classic',
  title: 'Classic',
  host: 'p1',
  host_name: 'Mia',
  game: 1,
  settings: {
    timer: 'off',
    auto_pass: true,
    listed: false,
    spectators: true,
    chat: true,
    dice: 'server',
    hints: false,
    grows: false,
    rated: false,
    phrases: false,
  },
  seats: classic.names.map((name, seat) => ({
    seat,
    kind: 'human',
    name,
    player: `p${seat}`,
    bot: null,
    stand_in: null,
    owner: null,
    by_host: false,
    cause: null,
    online: true,
    away: false,
    agreed: false,
    ending: false,
    muted: false,
    wins: 0,
  })),
  waiting: { for: [], what: null },
  timer: null,
  parked: false,
  watchers: 0,
  dice: { source: 'server', commitment: null, secret: null, seals: [], fingerprint: null, seeds: [], label: 'k3v9/1' },
  proposal: null,
  asking: [],
  banned: [],
} as Table;

/** The first moment of the game when a seat has this kind of question. */
export function moment(fits: (view: View) => boolean, seat = 0): View {
  const found = classic.steps.map((step) => step.views[seat]!).find(fits);
  if (!found) throw new Error('the game has no such moment');
  return found;
}
export const white = () =>
  moment((view) => view.phase === 'white' && view.waiting.includes(0) && view.moves.length > 2);
