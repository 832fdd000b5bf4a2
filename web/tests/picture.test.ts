import { expect, it } from 'vitest';
import { picture } from '../src/screens/daily/picture';

it('draws a square a turn and nothing else of the game', () => {
  const svg = decodeURIComponent(
    picture(['Rowlock · <b>', '87', '6.2'], [0, 1, 2, 0, 0, 2]).split(',').slice(1).join(','),
  );
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(drawn.querySelectorAll('rect').length).toBe(1 + 6);
  expect([...drawn.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['Rowlock · <b>', '87', '6.2']);
});
