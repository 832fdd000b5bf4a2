/** Ties: a move names the rows that it chooses, `y11>r>b`; moves that differ only there are one question. */

import type { Move } from '../generated/types';

/** The rows that a move chooses on ties, in order: `y11>r>b` first red, then blue. */
export function picksOf(move: Move): string[] {
  return move.move.split('>').slice(1);
}

/** Whether these moves leave the same sheet: what is lost in one row or another makes no difference. */
function isOneSheet(moves: Move[]): boolean {
  const marks = ({ facts }: Move) =>
    facts
      .filter((fact) => fact.kind !== 'bonus_lost')
      .map((fact) => JSON.stringify(fact))
      .sort();
  return new Set(moves.map((move) => JSON.stringify([marks(move), move.gain, move.strips, move.legend]))).size < 2;
}

/** The first tie on which these moves differ, or -1. */
export function tieLevel(moves: Move[]): number {
  const longest = Math.max(0, ...moves.map((move) => picksOf(move).length));
  return Array.from({ length: longest }, (_, i) => i).findIndex(
    (i) => new Set(moves.map((move) => picksOf(move)[i])).size > 1,
  );
}

/** The rows among which these moves leave a choice: none where every choice comes to the same. */
export function tiedRows(moves: Move[]): string[] {
  const level = tieLevel(moves);
  return level < 0 || isOneSheet(moves) ? [] : [...new Set(moves.flatMap((move) => picksOf(move)[level] ?? []))];
}

/** A cell that was tapped while its tie is open: the cross, without what depends on the choice. */
export function halfDecided([first]: Move[]): Move | null {
  return first ? { ...first, gain: 0, locks: [], facts: first.facts.filter((fact) => fact.kind === 'crossed') } : null;
}

/** A move without its choices on ties. */
export const wayOf = (move: Move) => move.move.split('>')[0]!;

/** With real cards: by the called number or by a played card, which is not the same turn's cross. */
export function cardWay(move: Move): 'call' | 'play' | null {
  const by = move.facts.find((fact) => fact.kind === 'crossed')?.by;
  return by === 'call' || by === 'play' ? by : null;
}

/** Different ways to cross a cell, a move for each; none if they do the same, as a called sum that is also lucky. */
export function waysOf(moves: Move[]): Move[] {
  const ways = moves.filter((move, i) => moves.findIndex((other) => wayOf(other) === wayOf(move)) === i);
  const results = new Set(ways.map((move) => JSON.stringify([move.gain, move.strips, move.legend, cardWay(move)])));
  return results.size > 1 ? ways : [];
}
