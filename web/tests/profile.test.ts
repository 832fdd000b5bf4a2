import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Course, lengths } from '../src/screens/me/charts';
import { ProfileState } from '../src/screens/me/profile.svelte';
import { fourDigits, luck, moveText, opponent, padOf, points, seasonTitle, wins } from '../src/screens/me/tell';
import { choose } from '../src/net/local';
import { Words } from '../src/text/words';
import { catalogue, game } from './games';

const told = { name: 'Mia', handle: null, ladders: [], progress: { games: 0, mistakes: [] } };
let asked: [string, string, unknown][];
let answer: { status: number; body: unknown };

beforeEach(() => {
  asked = [];
  answer = { status: 200, body: told };
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string | null }) => {
    asked.push([method, path, body && JSON.parse(body)]);
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
  });
});
afterEach(() => {
  choose('server');
  vi.unstubAllGlobals();
});

describe('a profile', () => {
  it('is one’s own, or that of somebody whose name is sent as it is', async () => {
    const mine = new ProfileState();
    expect(await mine.load()).toBe(true);
    expect(mine.told).toEqual(told);
    await new ProfileState('Ben the/first').load();
    expect(asked.map(([, path]) => path)).toEqual(['/api/players/me/profile', '/api/people/Ben%20the%2Ffirst']);
  });

  it('is shown under a name without the spaces around it, and hidden again', async () => {
    const mine = new ProfileState();
    await mine.show(' Mia B. ');
    await mine.show(null);
    expect(asked).toEqual([
      ['PATCH', '/api/players/me/profile', { handle: 'Mia B.' }],
      ['PATCH', '/api/players/me/profile', { handle: null }],
    ]);
  });

  it.each(['', 'M', '-Mia', 'Mia-', 'a/b', 'x'.repeat(25)])(
    'is not shown as “%s”, and nobody is asked',
    async (name) => {
      const mine = new ProfileState();
      expect(await mine.show(name)).toBe(false);
      expect([mine.refusal, asked]).toEqual(['bad_handle', []]);
    },
  );

  it('stays as it was when a name is taken, until something else is tried', async () => {
    const mine = new ProfileState();
    await mine.load();
    answer = { status: 409, body: { code: 'handle_taken', reason: '' } };
    expect(await mine.show('Żółw')).toBe(false);
    expect([mine.refusal, mine.told]).toEqual(['handle_taken', told]);
    answer = { status: 200, body: { ...told, handle: 'Żółw 2' } };
    expect(await mine.show('Żółw 2')).toBe(true);
    expect([mine.refusal, mine.told?.handle]).toEqual([null, 'Żółw 2']);
  });

  it('is a server’s: without one nobody is asked', async () => {
    choose('alone');
    const mine = new ProfileState();
    expect(await mine.load()).toBe(false);
    expect([mine.refusal, mine.told, asked]).toEqual(['offline', null, []]);
  });
});

describe('a course', () => {
  const size = { width: 320, height: 120, left: 40, right: 10, top: 10, bottom: 20 };
  const values = (...all: number[]) => all.map((value, place) => ({ label: String(place), value }));

  it('goes from edge to edge, and from the highest to the lowest', () => {
    const course = new Course(values(3, -1, 1), size, true);
    expect([course.x(0), course.x(2), course.y(3), course.y(-1)]).toEqual([40, 310, 10, 100]);
    expect(course.line()).toBe('M40 10L175 100L310 55');
    expect([course.band(), course.marked()]).toEqual(['', [0, 2]]);
  });
  it('has room for its intervals, and for zero where that means something', () => {
    const course = new Course(
      [
        { label: '', value: 5, low: 4, high: 8 },
        { label: '', value: 6, low: 5, high: 7 },
      ],
      size,
      false,
    );
    expect([course.low, course.high]).toEqual([4, 8]);
    expect(course.band()).toBe('M40 10L310 32.5L310 77.5L40 100Z');
    expect(new Course(values(5, 6), size, true).low).toBe(0);
  });
  it('has a single value in the middle, and three labels only on a wide screen', () => {
    const one = new Course(values(2), size, false);
    expect([one.x(0), one.y(2), one.marked()]).toEqual([175, 55, [0]]);
    expect(new Course(values(1, 2, 3, 4, 5), { ...size, width: 500 }, false).marked()).toEqual([0, 2, 4]);
  });
  it('has bars as parts of the longest', () => {
    expect(lengths([2, 0, 1])).toEqual([100, 0, 50]);
    expect(lengths([0, 0])).toEqual([0, 0]);
  });
});

it('is told as people write it', () => {
  const [words, german] = [new Words(catalogue('en'), 'en'), new Words(catalogue('de'), 'de')];
  expect([points(words, 0.0123), points(german, 0.0469, 2)]).toEqual(['1.2', '4,69']);
  expect([luck(words, 0.031), luck(words, -0.031), luck(words, 0.0001), luck(words, -0.0001)]).toEqual([
    '+3.1',
    '−3.1',
    '0.0',
    '0.0',
  ]);
  expect([fourDigits(951), wins(words, 3), wins(german, 2.5)]).toEqual(['0951', '3', '2,5']);
  expect([opponent(german, 'bot:steady'), opponent(german, 'steady')]).toEqual(['Ruhepol', 'steady']);
  expect(seasonTitle('en', '2026-4')).toMatch(/^Oct\s–\sDec 2026$/);
  expect(seasonTitle('de', '2026-1')).toMatch(/^Jan\.\s?–\s?März 2026$/);
  const { variant } = game('classic');
  expect([moveText(words, 'r8', variant), moveText(words, '-', variant), moveText(words, 'r8', undefined)]).toEqual([
    'red 8',
    'Pass',
    'r8',
  ]);
  expect(padOf({ position: 'classic;x=y 2/0 white', seat: 0, chosen: '', best: '', loss: 0, worths: {} })).toBe(
    'classic',
  );
});
