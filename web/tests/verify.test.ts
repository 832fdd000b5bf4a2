import { expect, it } from 'vitest';
import { fromHex, hmacSha256, sha256, toHex } from '../src/dice/sha256';
import { sealOf } from '../src/dice/luck';
import { deckOf, verify } from '../src/dice/verify';
import { cards, game, older, sealed } from './games';

const utf8 = (text: string) => new TextEncoder().encode(text);

it('computes SHA-256 as everybody does', () => {
  expect(toHex(sha256(utf8('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(toHex(sha256(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (const length of [55, 56, 63, 64, 65, 119, 120]) expect(sha256(new Uint8Array(length))).toHaveLength(32);
});

it('computes HMAC-SHA-256 (RFC 4231, cases 1, 2 and 6)', () => {
  const cases: [Uint8Array, Uint8Array, string][] = [
    [fromHex('0b'.repeat(20)), utf8('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      utf8('Jefe'),
      utf8('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      fromHex('aa'.repeat(131)),
      utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ];
  for (const [key, message, digest] of cases) expect(toHex(hmacSha256(key, message))).toBe(digest);
});

it('finds the dice of the server right', () => {
  for (const proof of [sealed, older]) {
    const verdict = verify(proof);
    expect(verdict.rolls.filter((roll) => !roll.right)).toEqual([]);
    expect(verdict).toMatchObject({ promise: true, start: true, right: true });
    expect(verdict.rolls).toHaveLength(40);
  }
});

it('says whose word is in the dice, and who was left out', () => {
  expect(verify(sealed)).toMatchObject({ by: 'players', leftOut: [1] });
  expect(verify(older)).toMatchObject({ by: 'older', leftOut: [] });
  expect(verify({ ...sealed, seeds: ['', '', ''] }).by).toBe('house');
});

it('sees a seed that was not sealed, and a seal that was changed with it', () => {
  const seeds = ['ground', ...sealed.seeds.slice(1)];
  expect(verify({ ...sealed, seeds }).promise).toBe(false);
  const seals = [sealOf(sealed.label!, 0, 'ground'), ...sealed.seals.slice(1)];
  expect(verify({ ...sealed, seeds, seals }).promise).toBe(false);
  expect(verify({ ...sealed, seals: [sealed.seals[0]!, '', sealed.seals[2]!] }).promise).toBe(false);
});

it.each([sealed, older])('sees one changed die, another seed and another secret', (proof) => {
  const [first, ...rest] = proof.rolls;
  const loaded = {
    ...first!,
    text: first!.text.startsWith('6+') ? first!.text.replace('6+', '5+') : first!.text.replace(/^\d/, '6'),
  };
  expect(verify({ ...proof, rolls: [loaded, ...rest] }).rolls[0]!.right).toBe(false);
  expect(verify({ ...proof, seeds: ['other', '', ''] }).right).toBe(false);
  expect(verify({ ...proof, secret: '00'.repeat(32) }).promise).toBe(false);
  expect(verify({ ...proof, start: (proof.start! + 1) % 3 }).right).toBe(false);
  expect(verify({ ...proof, start: null }).right).toBe(true); // a position says whose turn it is
});

it('computes shuffles again: all cards row by row with the jokers behind them, later the played ones', () => {
  const deck = deckOf({ ...game('cards-mixx-a').variant, options: { jokers: 'on' } });
  const verdict = verify(cards, deck);
  expect(verdict.rolls.map((roll) => roll.right)).toEqual([true, true]);
  expect(verdict.right).toBe(true);
  const [first, second] = cards.rolls;
  const swapped = second!.text.replace(/% (\S+) (\S+)/, '% $2 $1');
  expect(verify({ ...cards, rolls: [first!, { ...second!, text: swapped }] }, deck).right).toBe(false);
  expect(verify(cards, [...deck].reverse()).right).toBe(false);
});
