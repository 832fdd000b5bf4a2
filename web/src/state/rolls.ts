/** The last roll, as the log and the view have it. */

import type { Fact, View } from '../generated/types';

/** The roll on the table when we arrived: a log that begins with it tells the whole story. */
export function openedWith(view: View | null): Fact[] {
  return view?.roll ? [{ kind: 'rolled', seat: view.active, roll: view.roll }] : [];
}

export interface EnteredRoll {
  turn: number;
  seat: number;
  /** The coloured dice, by their letters. */
  dice: string;
  /** What all dice show, the white ones first. */
  values: number[];
}

/** The current roll, or else the last one. */
export function lastRollOf(log: Fact[], view: View | null): EnteredRoll | null {
  const fact = log.filter((one) => one.kind === 'rolled').at(-1);
  if (!view || !fact?.roll || fact.seat === undefined) return null;
  const { white, coloured } = fact.roll;
  const turn = view.phase === 'roll' ? view.turn - 1 : view.turn;
  return {
    turn,
    seat: fact.seat,
    dice: Object.keys(coloured).join(''),
    values: [...white, ...Object.values(coloured)],
  };
}
