/** Compute every roll of a finished game again from the server's secret and the players' seeds. */

import type { Proof } from '../net/api';
import { digest, sealOf } from './luck';
import type { Variant } from '../generated/types';
import { fromHex, hmacSha256, sha256, toHex } from './sha256';

export interface Verdict {
  /** Secret and seeds are the ones that were promised before the first roll. */
  promise: boolean;
  start: boolean;
  rolls: { number: number; text: string; computed: string; right: boolean }[];
  right: boolean;
  /** Who had a part in the dice: sealed seeds, seeds that all could see (older games), or the house alone. */
  by: 'players' | 'older' | 'house';
  /** Seats that had sealed a seed and did not show it in time. */
  leftOut: number[];
}

/** One line for all that was promised before the first seed was shown. */
export function fingerprintOf(proof: Proof): string {
  return digest('rowlock seals 2', proof.label ?? '', proof.commitment ?? '', ...proof.seals);
}

/** Dice from a stream of bytes: those that would favour a face are left out. */
function* throwDice(proof: Proof, purpose: string): Generator<number, never, number> {
  const key = fromHex(proof.secret ?? '');
  const scheme = proof.fingerprint === null ? ['rowlock dice 1'] : ['rowlock dice 2', fingerprintOf(proof)];
  let faces = yield 0;
  for (let block = 0; ; block++) {
    const message = [...scheme, proof.label, purpose, block, ...proof.seeds].join('\n');
    for (const byte of hmacSha256(key, new TextEncoder().encode(message))) {
      while (faces < 1) faces = yield 0;
      if (byte < 256 - (256 % faces)) faces = yield (byte % faces) + 1;
    }
  }
}

function take(proof: Proof, purpose: string, faces: number, count: number): number[] {
  const dice = throwDice(proof, purpose);
  dice.next();
  return Array.from({ length: count }, () => dice.next(faces).value);
}

export function computeRoll(proof: Proof, number: number, dice: string): string {
  const [first, second, ...coloured] = take(proof, `roll ${number}`, proof.faces, 2 + dice.length);
  return [`${first}+${second}`, ...coloured.map((value, i) => `${dice[i]}${value}`)].join(' ');
}

/** The secret is the one that was committed to, and every seed the one that was sealed. */
function isPromised(proof: Proof): boolean {
  if (proof.secret === null || toHex(sha256(fromHex(proof.secret))) !== proof.commitment) return false;
  if (proof.fingerprint === null) return true;
  const opened = proof.seeds.every(
    (seed, seat) => !seed || sealOf(proof.label ?? '', seat, seed) === proof.seals[seat],
  );
  return opened && fingerprintOf(proof) === proof.fingerprint;
}

/** All cards in the order in which they lie before the first shuffle: row by row, then the jokers. */
export function deckOf(variant: Variant): string[] {
  const cells = variant.rows.flatMap((row) => row.cells);
  const numbers = [...new Set(cells.map((cell) => cell.number))].sort((a, b) => a - b);
  const jokers = variant.options['jokers'] === 'on' ? numbers.map((number) => `j${number}`) : [];
  return [...cells.map((cell) => `${cell.colours}${cell.number}`), ...jokers];
}

/** The played cards in the order in which they lie before they are shuffled again. */
function sorted(cards: string[]): string[] {
  const key = (card: string) => card.charCodeAt(0) * 100 + Number(card.slice(1));
  return [...cards].sort((a, b) => key(a) - key(b));
}

/** The order of cards after the shuffle with this number; `% r5 g2 …`. */
export function computeShuffle(proof: Proof, number: number, cards: string[]): string {
  const order = [...cards];
  const below = throwDice(proof, `shuffle ${number}`);
  below.next();
  for (let last = order.length - 1; last > 0; last--) {
    const other = below.next(last + 1).value - 1;
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return ['%', ...order].join(' ');
}

/** What the secret and the seeds give in place of what was rolled or shuffled. */
function computed(proof: Proof, { number, dice, text }: Proof['rolls'][number], deck: string[]): string {
  if (!text.startsWith('%')) return computeRoll(proof, number, dice.replaceAll(' ', ''));
  return computeShuffle(proof, number, number === 1 ? deck : sorted(text.split(' ').slice(1)));
}

/** `deck` are the cards as they lie before the first shuffle, in a game that is played with them. */
export function verify(proof: Proof, deck: string[] = []): Verdict {
  const promise = isPromised(proof);
  const start = proof.start === null || take(proof, 'start', proof.seeds.length, 1)[0]! - 1 === proof.start;
  const rolls = proof.rolls.map((roll) => {
    const fair = computed(proof, roll, deck);
    return { number: roll.number, text: roll.text, computed: fair, right: fair === roll.text };
  });
  const right = promise && start && rolls.every((roll) => roll.right);
  const by = proof.fingerprint === null ? 'older' : proof.seeds.some(Boolean) ? 'players' : 'house';
  const leftOut = proof.seals.flatMap((seal, seat) => (seal && !proof.seeds[seat] ? [seat] : []));
  return { promise, start, rolls, right, by, leftOut };
}
