import { describe, expect, it } from 'vitest';
import { Gathering } from '../src/state/gathering.svelte';
import { closed, isShared, veiled } from '../src/state/curtain';
import {
  gatheredPlay,
  nameColour,
  nextCells,
  NOTHING,
  openColours,
  readPlays,
  tapCard,
  tapCell,
  type Gathered,
} from '../src/state/plays';
import type { Move, View } from '../src/generated/types';
import { game, games } from './games';

/** Moves by their texts alone: what they would do is the engine's. */
const plays = (...texts: string[]) =>
  readPlays(texts.map((move) => ({ move, cells: [], facts: [] }) as unknown as Move));
const gathered = (cards: string[], crosses: number[] = [], colour: string | null = null): Gathered => ({
  cards,
  crosses,
  colour,
});

const SOME = plays(
  '=b12.11.9:9.11.12',
  '=b11.12:11.12',
  '=b11.12:12',
  '=b11.12',
  '=b12:12',
  '=b12',
  '=b11:11',
  '=b11',
  '=r4:4',
  '=r4',
);

describe('a card', () => {
  it('joins the play, with its cross where that is possible', () => {
    expect(tapCard(SOME, NOTHING, 'b12')).toEqual(gathered(['b12'], [12]));
    expect(tapCard(SOME, gathered(['b12'], [12]), 'b11')).toEqual(gathered(['b12', 'b11'], [12, 11]));
  });

  it('joins without a cross where it cannot be crossed', () => {
    expect(tapCard(plays('=b2'), NOTHING, 'b2')).toEqual(gathered(['b2']));
  });

  it('leaves the play at a second tap, and its cross goes with it', () => {
    expect(tapCard(SOME, gathered(['b12', 'b11'], [12, 11]), 'b12')).toEqual(gathered(['b11'], [11]));
    expect(tapCard(SOME, gathered(['b12'], [12]), 'b12')).toBe(NOTHING);
  });

  it('of another colour begins a play of its own', () => {
    expect(tapCard(SOME, gathered(['b12'], [12]), 'r4')).toEqual(gathered(['r4'], [4]));
  });

  it('is refused where the play is full', () => {
    expect(tapCard(plays('=b2.3.4', '=b5'), gathered(['b2', 'b3', 'b4']), 'b5')).toBe('most');
  });
});

describe('a cell', () => {
  it('brings the card that crosses it, rather a card of its colour than a joker', () => {
    const both = plays('=bj9:9', '=b9:9', '=b9.j9:9');
    expect(tapCell(both, NOTHING, 'b', 9)).toEqual(gathered(['b9'], [9], 'b'));
  });

  it('gives its cross back at a second tap, and the card stays', () => {
    expect(tapCell(SOME, gathered(['b12', 'b11'], [11, 12]), 'b', 11)).toEqual(gathered(['b12', 'b11'], [12]));
  });

  it('is refused where it lies too far from the other crosses', () => {
    const far = plays('=r2.4.6:2.4', '=r2.4.6:4.6', '=r2.4.6:6', '=r2.4.6:2', '=r2.4.6');
    expect(tapCell(far, gathered(['r2', 'r4', 'r6'], [2, 4]), 'r', 6)).toBe('gap');
  });

  it('that no card can cross is not reached', () => {
    expect(tapCell(SOME, NOTHING, 'g', 7)).toBeNull();
  });
});

describe('a joker', () => {
  const JOKER = plays('=rj5:5', '=rj5', '=bj5', '=bj5.7', '=b7');
  it('waits for its colour, which is named or comes with a cell or a card', () => {
    const alone = tapCard(JOKER, NOTHING, 'j5') as Gathered;
    expect(gatheredPlay(JOKER, alone)).toBeNull();
    expect(openColours(JOKER, alone)).toEqual(['r', 'b']);
    expect(gatheredPlay(JOKER, nameColour(JOKER, alone, 'r'))?.move.move).toBe('=rj5:5');
    expect(gatheredPlay(JOKER, nameColour(JOKER, alone, 'b'))?.move.move).toBe('=bj5');
    expect(gatheredPlay(JOKER, tapCell(JOKER, alone, 'r', 5) as Gathered)?.move.move).toBe('=rj5:5');
    expect(gatheredPlay(JOKER, tapCard(JOKER, alone, 'b7') as Gathered)?.move.move).toBe('=bj5.7');
  });
});

const withCards = games.filter(({ variant }) => variant.played_with === 'cards');

describe.each(withCards.map((one) => [one.variant.name, one] as const))('%s', (_, { steps, variant }) => {
  const played = steps
    .flatMap(({ views }) => views.slice(0, 2))
    .filter((view) => view.phase === 'play' && view.moves.length);

  it('every legal play can be gathered, card by card and cross by cross', () => {
    for (const view of played) {
      const all = readPlays(view.moves);
      expect(all.length).toBe(view.moves.length);
      for (const play of all) {
        let now: Gathered = NOTHING;
        for (const card of play.cards) now = tapCard(all, now, card) as Gathered;
        if (openColours(all, now).length) now = nameColour(all, now, play.colour);
        for (const number of now.crosses.filter((one) => !play.crosses.includes(one)))
          now = tapCell(all, now, play.colour, number) as Gathered;
        const order = [...play.crosses].sort((a, b) => placeIn(play.colour, a) - placeIn(play.colour, b));
        for (const number of order)
          if (!now.crosses.includes(number)) now = tapCell(all, now, play.colour, number) as Gathered;
        expect(gatheredPlay(all, now)?.move.move, view.cards!.text).toBe(play.move.move);
      }
    }
    function placeIn(colour: string, number: number) {
      return variant.rows
        .flatMap((row) => row.cells)
        .findIndex((cell) => cell.colours === colour && cell.number === number);
    }
  });

  it('offers only cells that a legal play crosses', () => {
    for (const view of played) {
      const gathering = new Gathering();
      gathering.follow(view.moves);
      const crossable = new Set(view.moves.flatMap((move) => move.cells.map(String)));
      for (const move of gathering.offers(variant)) expect(crossable).toContain(String(move.cell));
      expect(
        new Set(nextCells(readPlays(view.moves), NOTHING).map(({ play }) => play.move)).size,
      ).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a curtain', () => {
  const views = game('cards')
    .steps.find(({ views: [one] }) => one.phase === 'play')!
    .views.slice(0, 2) as View[];
  const secret = (view: View) => JSON.stringify([view.cards, view.moves]);

  it('leaves nothing of a hand where several share a device', () => {
    expect(isShared(views)).toBe(true);
    for (const view of veiled(views, null)) {
      expect(view.cards!.hand).toBeNull();
      expect(secret(view)).not.toMatch(/[rygbj]\d+\.|"=[rygb]/);
    }
    expect(veiled(views, 1)[1]).toBe(views[1]);
    expect(veiled(views, 1)[0]!.cards!.hand).toBeNull();
  });

  it('is not needed for one seat, with dice, or after the end', () => {
    expect(isShared([views[0]!])).toBe(false);
    expect(isShared(game('classic').steps[5]!.views.slice(0, 2))).toBe(false);
    const over = games
      .find(({ variant }) => variant.name === 'cards')!
      .steps.at(-1)!
      .views.slice(0, 2);
    expect(isShared(over)).toBe(false);
    expect(closed(over[0]!)).toBe(over[0]);
  });
});
