import { describe, expect, it } from 'vitest';
import { another, answered, daysOn, NOTHING, today } from '../src/screens/puzzle/streak';

describe('a streak', () => {
  it('counts right answers in a row, each puzzle once', () => {
    let streak = answered(NOTHING, 1, true, null);
    streak = answered(streak, 2, true, null);
    expect([streak.run, streak.best]).toEqual([2, 2]);
    expect(answered(streak, 2, true, null)).toBe(streak);
    streak = answered(streak, 3, false, null);
    expect([streak.run, streak.best, streak.known]).toEqual([0, 2, [1, 2, 3]]);
  });

  it('counts days in a row; a day left out or missed begins anew', () => {
    let streak = answered(NOTHING, 1, true, '2026-02-28');
    streak = answered(streak, 2, true, '2026-03-01');
    expect(streak.days).toBe(2);
    expect([daysOn(streak, '2026-03-01'), daysOn(streak, '2026-03-02'), daysOn(streak, '2026-03-03')]).toEqual([
      2, 2, 0,
    ]);
    expect(answered(streak, 3, true, '2026-03-04').days).toBe(1);
    expect(answered(streak, 3, false, '2026-03-02').days).toBe(0);
    expect(today(new Date('2026-03-01T23:30:00-02:00'))).toBe('2026-03-02');
  });

  it('finds another one that is new, as long as there is one', () => {
    const streak = { ...NOTHING, known: [1, 3] };
    expect(another([1, 2, 3], streak, 1, 0.99)).toBe(2);
    expect(another([1, 2, 3], streak, 2, 0)).toBe(1);
    expect(another([7], streak, 7, 0.5)).toBe(7);
  });
});
