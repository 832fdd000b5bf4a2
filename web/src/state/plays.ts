/**
 * A play of cards in the making: which legal plays there are with the cards and crosses chosen so far. No rules here.
 */

import type { Move, Variant } from '../generated/types';

export const JOKER = 'j';

/** A legal play, read from its text: `=b9.j11:11`. */
export interface Play {
  move: Move;
  colour: string;
  /** As in the hand: `b9`, `j11`. */
  cards: string[];
  crosses: number[];
}

/** What the player has chosen so far. */
export interface Gathered {
  cards: string[];
  /** Named by the player where only jokers are played; a card of a colour says it itself. */
  colour: string | null;
  crosses: number[];
}

export const NOTHING: Gathered = { cards: [], colour: null, crosses: [] };

/** Why something cannot be added. */
export type Refusal = 'most' | 'gap';

export const isJoker = (card: string) => card.startsWith(JOKER);
export const numberOf = (card: string) => Number(card.slice(1));

export function readPlays(moves: Move[]): Play[] {
  return moves.flatMap((move) => {
    const found = /^=([a-z])([j\d.]+)(?::([\d.]+))?$/.exec(move.move);
    if (!found) return [];
    const colour = found[1]!;
    const cards = found[2]!.split('.').map((card) => (isJoker(card) ? card : colour + card));
    return [{ move, colour, cards, crosses: found[3]?.split('.').map(Number) ?? [] }];
  });
}

/** The colour of what is gathered, as far as it is decided. */
export function colourOf({ cards, colour }: Gathered): string | null {
  return cards.find((card) => !isJoker(card))?.[0] ?? colour;
}

function fits(play: Play, gathered: Gathered): boolean {
  const colour = colourOf(gathered);
  return (
    (colour === null || play.colour === colour) &&
    gathered.cards.every((card) => play.cards.includes(card)) &&
    gathered.crosses.every((number) => play.crosses.includes(number))
  );
}

/** The legal play that is gathered, neither more nor less; none while a joker's colour is open. */
export function gatheredPlay(plays: Play[], gathered: Gathered): Play | null {
  if (colourOf(gathered) === null) return null;
  const isWhole = (play: Play) =>
    play.cards.length === gathered.cards.length && play.crosses.length === gathered.crosses.length;
  return plays.find((play) => isWhole(play) && fits(play, gathered)) ?? null;
}

/** Jokers alone: the colours that may be named. */
export function openColours(plays: Play[], gathered: Gathered): string[] {
  if (!gathered.cards.length || colourOf({ ...gathered, colour: null }) !== null) return [];
  return [
    ...new Set(
      plays.filter((play) => fits(play, { ...gathered, colour: null, crosses: [] })).map((play) => play.colour),
    ),
  ];
}

/** A tap on a card of the hand: it joins the play, with its cross where that is possible, or leaves it. */
export function tapCard(plays: Play[], gathered: Gathered, card: string): Gathered | Refusal {
  if (gathered.cards.includes(card)) return without(gathered, card);
  const joined = { ...gathered, cards: [...gathered.cards, card] };
  if (plays.some((play) => fits(play, joined))) return crossing(plays, joined, numberOf(card));
  const goesWith = isJoker(card) || colourOf(gathered) === card[0];
  if (goesWith) return 'most';
  return crossing(plays, { ...NOTHING, cards: [card] }, numberOf(card)); // another colour: a new play
}

/** The colour of jokers is named; their numbers are crossed where that is possible. */
export function nameColour(plays: Play[], gathered: Gathered, colour: string): Gathered {
  const named: Gathered = { ...gathered, colour, crosses: [] };
  return gathered.cards.reduce((so, card) => crossing(plays, so, numberOf(card)), named);
}

/** A tap on a cell: the card with its number joins the play and is crossed; a second tap takes the cross back. */
export function tapCell(plays: Play[], gathered: Gathered, colour: string, number: number): Gathered | Refusal | null {
  const same = colourOf(gathered) === null || colourOf(gathered) === colour;
  if (same && gathered.crosses.includes(number))
    return { ...gathered, crosses: gathered.crosses.filter((one) => one !== number) };
  const isThere = plays.some((play) => play.colour === colour && play.crosses.includes(number));
  if (!isThere) return null;
  const base = same ? gathered : NOTHING;
  const found = smallest(plays, { ...base, colour, crosses: [...base.crosses, number] });
  if (found) return join(base, found);
  return smallest(plays, { cards: gathered.cards, colour, crosses: [number] }) ? 'gap' : 'most';
}

/** The cells that may be crossed next, each with the play that it would make. */
export function nextCells(plays: Play[], gathered: Gathered): { colour: string; number: number; play: Play }[] {
  const found = new Map<string, { colour: string; number: number; play: Play }>();
  const fitting = plays.filter((play) => fits(play, gathered)).sort(bySize);
  for (const play of fitting) {
    for (const number of play.crosses) {
      const key = `${play.colour}${number}`;
      if (!found.has(key) && !gathered.crosses.includes(number)) found.set(key, { colour: play.colour, number, play });
    }
  }
  return [...found.values()];
}

/** The cards of the hand that may join the play. */
export function nextCards(plays: Play[], gathered: Gathered): string[] {
  return [...new Set(plays.filter((play) => fits(play, { ...gathered, crosses: [] })).flatMap((play) => play.cards))];
}

function without(gathered: Gathered, card: string): Gathered {
  const cards = gathered.cards.filter((one) => one !== card);
  const crosses = gathered.crosses.filter((number) => cards.some((one) => numberOf(one) === number));
  return cards.length ? { ...gathered, cards, crosses } : NOTHING;
}

function crossing(plays: Play[], gathered: Gathered, number: number): Gathered {
  const crossed = { ...gathered, crosses: [...gathered.crosses.filter((one) => one !== number), number] };
  if (gatheredPlay(plays, crossed)) return crossed;
  return gatheredPlay(plays, gathered) || colourOf(gathered) === null ? gathered : { ...gathered, crosses: [] };
}

function smallest(plays: Play[], gathered: Gathered): Play | null {
  return plays.filter((play) => fits(play, gathered)).sort(bySize)[0] ?? null;
}

/** Few cards before many, few crosses before many, cards of a colour before jokers. */
function bySize(one: Play, other: Play): number {
  const jokers = (play: Play) => play.cards.filter(isJoker).length;
  return (
    one.cards.length - other.cards.length || one.crosses.length - other.crosses.length || jokers(one) - jokers(other)
  );
}

function join(gathered: Gathered, play: Play): Gathered {
  const more = play.cards.filter((card) => !gathered.cards.includes(card));
  return { cards: [...gathered.cards, ...more], colour: play.colour, crosses: play.crosses };
}

/** The colour of a cell, by its row and number. */
export function cellColour(variant: Variant, [row, number]: [string, number]): string {
  const cells = variant.rows.find((one) => one.row === row)?.cells;
  return cells?.find((cell) => cell.number === number)?.colours ?? row;
}

/** The place of a card: the one cell with its colour and number. */
export function placeOf(variant: Variant, colour: string, number: number): [string, number] | null {
  const row = variant.rows.find(({ cells }) => cells.some((cell) => cell.number === number && cell.colours === colour));
  return row ? [row.row, number] : null;
}
