import { flushSync, mount, unmount } from 'svelte';
import { beforeAll, describe, expect, it } from 'vitest';
import Picture from '../src/sheet/Picture.svelte';
import SheetView from '../src/sheet/SheetView.svelte';
import { showSheet } from '../src/sheet/show';
import { speech } from '../src/text/language.svelte';
import { hasMixedColours, hasSeveralColours } from '../src/screens/rules/pictures';
import type { Move } from '../src/generated/types';
import { catalogue, games } from './games';

beforeAll(() => {
  speech.catalogue = catalogue('en');
});

describe.each(games.map((game) => [game.variant.name, game] as const))('%s on the page', (_, { variant, steps }) => {
  const view = steps
    .map((step) => step.views[0])
    .find((one) => one.moves.length > 1 && ['white', 'call'].includes(one.phase))!;
  const cells = variant.rows.reduce((sum, row) => sum + row.cells.length, 0);

  it('has a button per cell, and only the legal ones answer', () => {
    const taps: Move[][] = [];
    const show = showSheet(variant, view.sheets[0]!, { moves: view.moves });
    const made = mount(SheetView, {
      target: document.body,
      props: { variant, show, name: 'Mia', active: true, ontap: (moves: Move[]) => taps.push(moves) },
    });
    flushSync();
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('button.cell')];
    expect(buttons).toHaveLength(cells);
    const legal = buttons.filter((button) => button.getAttribute('aria-disabled') === 'false');
    expect(legal.length).toBe(new Set(view.moves.flatMap((move) => (move.cell ? [move.cell.join()] : []))).size);
    legal[0]?.click();
    expect(taps[0]?.length).toBeGreaterThan(0);
    expect(buttons.every((button) => button.getAttribute('aria-label'))).toBe(true);
    void unmount(made);
  });

  it('has a line for each of the legend, told with its cells and its state', () => {
    const last = steps.at(-1)!.views[0];
    const show = showSheet(variant, last.sheets[0]!);
    const made = mount(SheetView, { target: document.body, props: { variant, show, name: 'Mia', active: false } });
    flushSync();
    const lines = [...document.querySelectorAll('.legend li')];
    const states = { open: 'open', half: 'begun', done: 'earned', lost: 'lost' };
    const told = last.sheets[0]!.legend.map((state) => `: ${states[state]}`);
    expect(lines.map((line) => /: \w+$/.exec(line.textContent.trim())?.[0])).toEqual(told);
    expect(document.querySelectorAll('.legend li.lost .dash')).toHaveLength(
      told.filter((one) => one === ': lost').length,
    );
    expect(document.querySelectorAll('.row .lock')).toHaveLength(variant.rows.filter((row) => row.lock).length);
    void unmount(made);
  });

  it('is drawn as a picture with every number', () => {
    const made = mount(Picture, { target: document.body, props: { variant, label: 'pad' } });
    flushSync();
    const numbers = [...document.querySelectorAll('svg.picture .cell text')].map((text) => Number(text.textContent));
    expect(numbers).toEqual(variant.rows.flatMap((row) => row.cells.map((cell) => cell.number)));
    const signs = document.querySelectorAll('svg.picture .cell .own').length;
    expect(signs > 0).toBe(hasMixedColours(variant) || hasSeveralColours(variant));
    expect(document.querySelectorAll('svg.picture path.link')).toHaveLength(variant.links.length);
    const frames =
      variant.rows.flatMap((row) => row.cells.flatMap((cell) => cell.frames)).length + variant.frames.length;
    expect(document.querySelectorAll('svg.picture .ring')).toHaveLength(frames);
    const points = variant.rows.filter((row) => row.counts_for.includes(row.row)).length;
    expect(document.querySelectorAll('svg.picture .part')).toHaveLength(points);
    void unmount(made);
  });
});
