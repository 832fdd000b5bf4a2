import { describe, expect, it } from 'vitest';
import { emptySheet, showSheet, steady } from '../src/sheet/show';
import { framePath } from '../src/sheet/frames';
import { game, games } from './games';

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
      const legal = show.rows.flatMap((row) =>
        row.cells.filter((cell) => cell.legal).map((cell) => [row.row.row, cell.cell.number].join()),
      );
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
        const pencilled = show.rows.flatMap((row) =>
          row.cells.filter((cell) => cell.state === 'pencil' || cell.again === 'pencil'),
        );
        const crosses = chosen.facts.filter((fact) => fact.kind === 'crossed' || fact.kind === 'bonus_crossed');
        expect(pencilled).toHaveLength(crosses.length);
        expect(
          show.rows
            .filter((row) => row.locked === 'pencil')
            .map((row) => row.row.row)
            .sort(),
        ).toEqual([...chosen.locks].sort());
        expect(show.penalties.includes('pencil')).toBe(chosen.facts.some((fact) => fact.kind === 'penalised'));
        expect(show.gain).toBe(chosen.gain);
      }
    }
  });

  it('shows strips, legend and badges as the engine has them', () => {
    for (const view of views) {
      const sheet = view.sheets[view.seat!]!;
      const show = showSheet(variant, sheet);
      expect(show.strips.map((strip) => strip.fields.map((field) => field.state))).toEqual(sheet.strips);
      expect(show.legend.map((line) => line.state)).toEqual(sheet.legend);
      expect(show.badges.map((badge) => badge.numbers.map((one) => one.number))).toEqual(sheet.badges);
      expect([...show.strips.flatMap((strip) => strip.fields), ...show.legend].some((one) => one.pencil)).toBe(false);
    }
  });

  it('pencils in what a move would change in strips and legend', () => {
    for (const view of views) {
      const sheet = view.sheets[view.seat!]!;
      for (const chosen of view.moves) {
        const show = showSheet(variant, sheet, { chosen });
        expect(show.legend.map((line) => line.state)).toEqual(chosen.legend);
        expect(show.legend.map((line) => line.pencil)).toEqual(
          chosen.legend.map((state, i) => state !== sheet.legend[i]),
        );
        expect(show.strips.map((strip) => strip.fields.map((field) => field.state))).toEqual(chosen.strips);
      }
    }
  });

  it('draws an untouched sheet from the variant alone', () => {
    const show = showSheet(variant, emptySheet(variant));
    expect(show.rows.map((row) => row.cells.length)).toEqual(variant.rows.map((row) => row.cells.length));
    expect(show.rows.every((row) => row.cells.every((cell) => cell.state === 'open'))).toBe(true);
    expect(show.strips.map((strip) => strip.fields.length)).toEqual(variant.strips.map((strip) => strip.fields.length));
    expect(show.legend.map(({ line, state }) => [line.id, state])).toEqual(
      variant.legend.map((line) => [line.id, 'open']),
    );
  });
});

describe('a pad with two lines of one kind and rows without a lock', () => {
  const { variant, steps } = game('doubled');
  const sheets = steps.flatMap((step) => step.views[2].sheets);

  it('keeps the lines apart, by state and by mark', () => {
    const legends = sheets.map((sheet) => showSheet(variant, sheet).legend);
    expect(legends[0]!.map(({ line, mark }) => [line.id, mark])).toEqual([
      ['thirteen', '1'],
      ['thirteen#2', '2'],
      ['one-in-each', '1'],
      ['one-in-each#2', '2'],
    ]);
    expect(legends.some(([one, other]) => one!.state !== other!.state)).toBe(true);
    const [red] = showSheet(variant, sheets[0]!).rows;
    expect(red!.cells.map((cell) => cell.mark).filter(Boolean)).toEqual(['1', '1·2']);
  });

  it('shows no lock where there is none, and the colours of the cells', () => {
    const rows = showSheet(variant, sheets[0]!).rows;
    expect(rows.map((row) => row.locked)).toEqual(['open', null, 'open', 'open', 'open', null]);
    expect(rows.map((row) => row.colours)).toEqual(['r', 'ry', 'y', 'g', 'b', 'gb']);
    expect(rows.some((row) => row.mixed)).toBe(false);
  });
});

describe('pads with a sheet for every seat', () => {
  const framed = (name: string, sheet: number) => {
    const { variant, steps } = game(name);
    return showSheet(variant, steps[0]!.views[2].sheets[sheet]!);
  };

  it('frame other cells on each', () => {
    const cells = [0, 1].map((seat) =>
      framed('connected-steps', seat).rows.flatMap((row) =>
        row.cells.filter((cell) => cell.frames[0] === 'step').map((cell) => row.row.row + String(cell.cell.number)),
      ),
    );
    expect(cells.map((one) => one.length)).toEqual([11, 11]);
    expect(cells[0]).not.toEqual(cells[1]);
    expect(cells[0]).toContain('r7');
  });

  it('join other cells on each, and know when both are crossed', () => {
    const { variant, steps } = game('connected-chain');
    expect([0, 1].map((seat) => framed('connected-chain', seat).links[0]!.cells)).toEqual([
      [
        [0, 4],
        [1, 4],
      ],
      [
        [0, 2],
        [1, 2],
      ],
    ]);
    for (const sheet of steps.flatMap((step) => step.views[2].sheets)) {
      showSheet(variant, sheet).links.forEach(({ cells, done }, i) => {
        const crossed = cells.map(([r], k) => sheet.rows[r]!.crossed.includes(sheet.links[i]![k]![1]));
        expect(done).toBe(crossed.every(Boolean));
      });
    }
  });

  it("show the start player's on pictures of the pad", () => {
    const { variant } = game('connected-chain');
    expect(showSheet(variant, emptySheet(variant)).links).toEqual(framed('connected-chain', 0).links);
  });
});

it('shows a second cross in pencil on a crossed cell', () => {
  const { variant, steps } = game('double-a');
  const views = steps.map((step) => step.views[0]);
  const found = views
    .flatMap((view) => view.moves.map((chosen) => ({ chosen, sheet: view.sheets[0]! })))
    .find(({ chosen, sheet }) =>
      sheet.rows.some(({ row, crossed }) => chosen.cell?.[0] === row && crossed.includes(chosen.cell[1])),
    )!;
  const cells = showSheet(variant, found.sheet, { chosen: found.chosen }).rows.flatMap((row) =>
    row.cells.filter((cell) => cell.again === 'pencil'),
  );
  expect(cells.map((cell) => [cell.state, cell.cell.number])).toEqual([['crossed', found.chosen.cell![1]]]);
});

it('pencils in both crosses of a cell that brings two at once', () => {
  const { variant, steps } = game('double-b');
  const chosen = steps.flatMap((step) => step.views[0].moves).find((move) => move.again.length)!;
  const rows = showSheet(variant, emptySheet(variant), { chosen }).rows;
  const cells = rows.flatMap((row) =>
    row.cells.filter((cell) => cell.again).map((cell) => [row.row.row, cell.cell.number, cell.state, cell.again]),
  );
  expect(cells).toEqual([[...chosen.cell!, 'pencil', 'pencil']]);
});

it('draws only what has changed', () => {
  const { variant, steps } = game('classic');
  const view = steps.map((step) => step.views[0]).find((one) => one.moves.length > 1)!;
  const sheet = view.sheets[view.seat!]!;
  const before = showSheet(variant, sheet, { moves: view.moves });
  const chosen = view.moves.find((move) => move.cell)!;
  const after = steady(before, showSheet(variant, sheet, { moves: view.moves, chosen }));
  const changed = after.rows.flatMap((row, r) =>
    row.cells.filter((cell, i) => cell !== before.rows[r]!.cells[i]).map((cell) => [row.row.row, cell.cell.number]),
  );
  expect(changed).toEqual([chosen.cell]);
  expect(after.rows.filter((row, r) => row !== before.rows[r])).toHaveLength(1);
});

it('has a drawing for every frame of every pad, and one for frames that it does not know', () => {
  const plain = framePath('never heard of');
  const names = new Set(
    games.flatMap(({ variant }) =>
      showSheet(variant, emptySheet(variant)).rows.flatMap((row) => row.cells.flatMap((cell) => cell.frames)),
    ),
  );
  expect(names).toContain('double');
  expect(names).toContain('step');
  expect(plain).toBeTruthy();
  for (const name of names) expect(framePath(name), name).not.toBe(plain);
});

it('has seen fields and lines in every state', () => {
  const sheets = games.flatMap((one) => one.steps.flatMap((step) => step.views[2].sheets));
  expect(new Set(sheets.flatMap((sheet) => sheet.strips.flat()))).toEqual(
    new Set(['open', 'next', 'crossed', 'struck']),
  );
  expect(new Set(sheets.flatMap((sheet) => sheet.legend))).toEqual(new Set(['open', 'half', 'done', 'lost']));
});

it('has seen every source of a cross, struck fields and completed pairs', () => {
  const facts = games.flatMap((game) => game.steps.flatMap((step) => step.facts));
  const sources = new Set(facts.filter((fact) => fact.kind === 'crossed').map((fact) => fact.by));
  expect(sources).toEqual(new Set(['white', 'colour', 'lucky', 'swaps', 'call', 'play']));
  for (const kind of ['bonus_crossed', 'pair_completed', 'struck', 'locked', 'penalised', 'ended']) {
    expect(
      facts.some((fact) => fact.kind === kind),
      kind,
    ).toBe(true);
  }
});
