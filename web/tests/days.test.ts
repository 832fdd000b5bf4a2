import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { byClock, DAY, dayAt, open, padsOf, type Kept } from '../src/screens/daily/days';
import { tellRoll } from '../src/screens/daily/tell';
import { Words } from '../src/text/words';
import { catalogue } from './games';

const LINK = '5f'.repeat(32);
const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest();
const BEFORE = hash(Buffer.from(LINK, 'hex')).toString('hex');
const cover = hash(`rowlock ahead 2026-11-18 ${BEFORE}`);
const SEALED = Buffer.from(Buffer.from(LINK, 'hex').map((byte, place) => byte ^ cover[place]!)).toString('hex');
const NOON = Date.parse('2026-11-17T12:00:00Z');
const kept: Kept = {
  at: NOON,
  ends: NOON + DAY / 2,
  day: '2026-11-17',
  link: BEFORE,
  tomorrow: '2026-11-18',
  sealed: SEALED,
};

describe('days without a network', () => {
  it('opens the envelope of tomorrow only with the link of today', () => {
    expect(open(SEALED, '2026-11-18', BEFORE)).toBe(LINK);
    expect(open(SEALED, '2026-11-19', BEFORE)).toBeNull();
    expect(open(SEALED, '2026-11-18', LINK)).toBeNull();
  });
  it('changes the day at midnight, and knows none after tomorrow', () => {
    expect(byClock(null, NOON)).toBeNull();
    expect(byClock(kept, kept.ends - 1)?.day).toBe('2026-11-17');
    expect(byClock(kept, kept.ends)).toEqual({ day: '2026-11-18', link: LINK, ends: kept.ends + DAY });
    expect(byClock(kept, kept.ends + DAY)).toBeNull();
    expect(byClock({ ...kept, tomorrow: null, sealed: null }, kept.ends)).toBeNull();
    expect(byClock({ ...kept, sealed: LINK }, kept.ends)).toBeNull();
  });
  it('goes by the server, however wrong the clock of this device is', () => {
    const years = 900 * DAY;
    const wrong = { ...kept, at: kept.at - years, ends: kept.ends - years };
    expect(byClock(wrong, NOON - years)?.day).toBe('2026-11-17');
    expect(byClock(wrong, wrong.ends + 1)?.day).toBe('2026-11-18');
    expect(byClock(kept, NOON - years)?.day).toBe('2026-11-17');
  });
  it('knows the pads of a day', () => {
    expect(dayAt(NOON)).toBe('2026-11-17');
    expect(padsOf('2026-11-16')).toEqual(['classic', 'mixx-a']);
    expect(padsOf('2026-11-22')).toEqual(['classic', 'bonus-b']);
  });
});

describe('the roll of a costly choice', () => {
  it('has the signs of the colours on sight, and their names aloud', () => {
    const roll = tellRoll(new Words(catalogue('de'), 'de'), '4+1 r6 b2');
    expect(roll).toEqual({ shown: '4 + 1 ●6 ◆2', aloud: '4 + 1, Rot 6, Blau 2' });
  });
  it('may have no coloured dice left', () => {
    const roll = tellRoll(new Words(catalogue('en'), 'en'), '4+1');
    expect(roll).toEqual({ shown: '4 + 1', aloud: '4 + 1' });
  });
});
