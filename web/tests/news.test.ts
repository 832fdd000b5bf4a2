import { describe, expect, it } from 'vitest';
import { shortNames } from '../src/table/news';

describe('names for a narrow line', () => {
  it('are three letters long', () => {
    expect(shortNames(['Anneliese', 'Bartholomäus', 'Jo'])).toEqual(['Ann', 'Bar', 'Jo']);
  });
  it('are longer where two people would be one', () => {
    expect(shortNames(['Marie', 'Marion', 'Mara'])).toEqual(['Marie', 'Mario', 'Mara']);
    expect(shortNames(['Anna', 'Anna-Maria'])).toEqual(['Anna', 'Anna-']);
  });
});
