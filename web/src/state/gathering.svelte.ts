/** The cards that a player is about to play, on this device only, until they are done. */

import type { Move, Variant } from '../generated/types';
import {
  cellColour,
  gatheredPlay,
  nameColour,
  nextCards,
  nextCells,
  NOTHING,
  openColours,
  placeOf,
  readPlays,
  tapCard,
  tapCell,
  type Gathered,
  type Refusal,
} from './plays';

export class Gathering {
  now = $state.raw<Gathered>(NOTHING);
  /** What was tapped last could not be added, and why. */
  refusal = $state<Refusal | null>(null);
  private past: Gathered[] = [];
  private moves = $state.raw<Move[]>([]);
  private plays = $derived(readPlays(this.moves));

  /** The legal play that is gathered. */
  play = $derived(gatheredPlay(this.plays, this.now));
  /** Jokers alone wait for their colour. */
  colours = $derived(this.now.colour === null ? openColours(this.plays, this.now) : []);
  /** The cards that may join. */
  cards = $derived(nextCards(this.plays, this.now));

  /** The plays available now; if they have changed, what was gathered is put back. */
  follow(moves: Move[]): void {
    const same = moves.length === this.moves.length && moves.every((move, i) => move.move === this.moves[i]!.move);
    this.moves = moves;
    if (same) return;
    this.past = [];
    this.refusal = null;
    this.now = NOTHING;
  }

  card(card: string): void {
    this.take(tapCard(this.plays, this.now, card));
  }

  colour(colour: string): void {
    this.take(nameColour(this.plays, this.now, colour));
  }

  /** Whether a cell can be crossed by some play at all. */
  reaches(variant: Variant, cell: [string, number]): boolean {
    return this.tapped(variant, cell) !== null;
  }

  cell(variant: Variant, cell: [string, number]): void {
    const next = this.tapped(variant, cell);
    if (next !== null) this.take(next);
  }

  private tapped(variant: Variant, cell: [string, number]): Gathered | Refusal | null {
    return tapCell(this.plays, this.now, cellColour(variant, cell), cell[1]);
  }

  get mayUndo(): boolean {
    return this.now !== NOTHING;
  }

  undo(): void {
    this.refusal = null;
    this.now = this.past.pop() ?? NOTHING;
  }

  /** For the sheet: every cell that may be crossed next or is pencilled in, as a move of its own. */
  offers(variant: Variant | null): Move[] {
    if (!variant) return [];
    const next = nextCells(this.plays, this.now).flatMap(({ colour, number, play }) => {
      const cell = placeOf(variant, colour, number);
      return cell ? [{ ...play.move, cell }] : [];
    });
    const pencilled = this.play?.move.cells.map((cell) => ({ ...this.play!.move, cell })) ?? [];
    return [...next, ...pencilled];
  }

  private take(next: Gathered | Refusal): void {
    this.refusal = typeof next === 'string' ? next : null;
    if (typeof next === 'string') return;
    this.past.push(this.now);
    this.now = next;
  }
}
