import { describe, expect, it } from 'vitest';
import { fitted, shortened } from '../src/parts/fitting';
import { resultPicture, TALL, WIDE, type Posted } from '../src/screens/end/resultPicture';

/** Letters that are all half as wide as they are high. */
const measure = (text: string) => text.length / 2;

const LONG = 'Bartholomäus-Maximilian W';
const NAMES = [LONG, 'Ada', 'Anneliese von Hohenstein', 'Ben & <b>', 'Cleo'];

function game(people: number, changes: Partial<Posted> = {}): Posted {
  const seats = NAMES.slice(0, people).map((name, seat) => ({
    name,
    place: people > 1 ? `${seat + 1}.` : '',
    points: String(90 - seat),
    note: '',
    sheet: `<rect width="258" height="110" data-sheet="${seat}"/>`,
    wide: 258,
    high: 110,
  }));
  const line = 'Classic · 18 November 2026';
  const link = 'https://play.example.org/g/k3v9abcdefgh/12';
  return { title: NAMES[0]!, points: '90', inWords: '90 points', line, link, seats, ...changes };
}

const drawn = (svg: string) => new DOMParser().parseFromString(svg, 'image/svg+xml');
const texts = (svg: string) => [...drawn(svg).querySelectorAll('text')];

describe('the picture of a result', () => {
  for (const [shape, { w, h }] of Object.entries({ TALL, WIDE })) {
    for (const people of [1, 2, 3, 4, 5]) {
      it(`${shape} has everything for ${people}, and all of it inside`, () => {
        const svg = resultPicture(game(people), { w, h }, people % 2 === 0, measure);
        const shown = texts(svg);
        expect(drawn(svg).querySelectorAll('[data-sheet]').length).toBe(people);
        expect(shown.map((text) => text.textContent)).toContain('Classic · 18 November 2026');
        for (const text of shown) {
          const [x, y, size] = ['x', 'y', 'font-size'].map((name) => Number(text.getAttribute(name)));
          const long = measure(text.textContent ?? '') * size!;
          const left = text.getAttribute('text-anchor') === 'end' ? x! - long : x!;
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + long).toBeLessThanOrEqual(w);
          expect(y).toBeLessThanOrEqual(h);
          expect(y! - size!).toBeGreaterThanOrEqual(0);
        }
        for (const box of drawn(svg).querySelectorAll('svg > svg')) {
          const [x, y, wide, high] = ['x', 'y', 'width', 'height'].map((name) => Number(box.getAttribute(name)));
          expect(wide).toBeGreaterThan(30);
          expect(x! + wide!).toBeLessThanOrEqual(w);
          expect(y! + high!).toBeLessThanOrEqual(h);
        }
      });
    }

    it(`${shape} has name and points that can be read at 200 px`, () => {
      for (const title of [...NAMES, 'Ada, Ben and Cleo', NAMES.join(', ')]) {
        const sizes = texts(resultPicture(game(5, { title }), { w, h }, false, measure)).map((text) => [
          text.textContent ?? '',
          (Number(text.getAttribute('font-size')) * 200) / Math.max(w, h),
        ]) as [string, number][];
        const name = Math.max(...sizes.filter(([text]) => title.startsWith(text)).map(([, size]) => size));
        expect(name).toBeGreaterThanOrEqual(title.length > 60 ? 6 : 9);
        expect(sizes.find(([text]) => text.startsWith('90'))![1]).toBeGreaterThanOrEqual(15);
      }
    });
  }

  it('writes names as names', () => {
    const svg = resultPicture(game(5), TALL, false, measure);
    expect(texts(svg).some((text) => text.textContent === 'Ben & <b>')).toBe(true);
  });
});

describe('fitting', () => {
  it('breaks between words where that makes them larger', () => {
    expect(fitted('Ada, Ben and Cleo', 200, 300, 100, measure).lines.length).toBe(3);
    expect(fitted('Ada', 200, 300, 100, measure)).toEqual({ lines: ['Ada'], size: 100 });
  });
  it('cuts what does not fit', () => {
    expect(shortened('Bartholomäus', 30, 10, measure)).toBe('Barth…');
    expect(shortened('Ada', 30, 10, measure)).toBe('Ada');
  });
});
