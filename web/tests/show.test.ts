import { describe, expect, it } from 'vitest';
import { emptySheet, showSheet } from '../src/sheet/show';
import { games } from './games';

describe.each(games.map((game) => [game.variant.name, game] as const))('the sheet of %s', (_, { variant, steps }) => {
  const views = steps.flatMap((step) => step.views.slice(0, 2));

  it('shows exactly the crosses of the view', () => {
    for (const view of views) {
      const sheet = view.sheets[view.seat!]!;
      const show = showSheet(variant, sheet);
      show.rows.forEach((row, r) => {
        const crossed = row.cells.filter((cell) => cell.state === 'crossed').map((cell) => cell.cell.number);
        expect(crossed).toEqual(sheet.rows[r]!.crossed);
        expect(row.locked === 'crossed').toBe(sheet.rows[r]!.locked);
      });
      expect(show.penalties.filter((box) => box === 'crossed')).toHaveLength(sheet.penalties);
    }
  });

  it('lights up exactly the cells of the legal moves', () => {
    let lit = 0;
    for (const view of views) {
      const show = showSheet(variant, view.sheets[view.seat!]!, { moves: view.moves });
      const legal = show.rows.flatMap((row) => row.cells.filter((cell) => cell.legal).map((cell) => [row.row.row, cell.cell.number].join()));
      const moves = new Set(view.moves.flatMap((move) => (move.cell ? [move.cell.join()] : [])));
      expect(new Set(legal)).toEqual(moves);
      lit += legal.length;
    }
    expect(lit).toBeGreaterThan(0);
  });

  it('pencils in everything that a move would bring', () => {
    for (const view of views) {
      for (const chosen of view.moves) {
        const show = showSheet(variant, view.sheets[view.seat!]!, { moves: view.moves, chosen });
        const pencilled = show.rows.flatMap((row) => row.cells.filter((cell) => cell.state === 'pencil'));
        const crosses = chosen.facts.filter((fact) => fact.kind === 'crossed' || fact.kind === 'bonus_crossed');
        expect(pencilled).toHaveLength(crosses.length);
        expect(show.rows.filter((row) => row.locked === 'pencil').map((row) => row.row.row).sort()).toEqual([...chosen.locks].sort());
        expect(show.penalties.includes('pencil')).toBe(chosen.facts.some((fact) => fact.kind === 'penalised'));
        expect(show.gain).toBe(chosen.gain);
      }
    }
  });

  it('draws an untouched sheet from the variant alone', () => {
    const show = showSheet(variant, emptySheet(variant));
    expect(show.rows.map((row) => row.cells.length)).toEqual(variant.rows.map((row) => row.cells.length));
    expect(show.rows.every((row) => row.cells.every((cell) => cell.state === 'open'))).toBe(true);
    expect(show.strips.map((strip) => strip.fields.length)).toEqual(variant.strips.map((strip) => strip.fields.length));
    expect(show.legend.map(({ line, state }) => [line.id, state])).toEqual(variant.legend.map((line) => [line.id, 'open']));
  });
});

it('has seen every source of a cross, struck fields and completed pairs', () => {
  const facts = games.flatMap((game) => game.steps.flatMap((step) => step.facts));
  const sources = new Set(facts.filter((fact) => fact.kind === 'crossed').map((fact) => fact.by));
  expect(sources).toEqual(new Set(['white', 'colour', 'lucky']));
  for (const kind of ['bonus_crossed', 'pair_completed', 'struck', 'locked', 'penalised', 'ended']) {
    expect(facts.some((fact) => fact.kind === kind), kind).toBe(true);
  }
});
