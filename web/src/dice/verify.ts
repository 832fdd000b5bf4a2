/** Compute every roll of a finished game again from the server's secret and the players' seeds. */

import type { Proof } from '../net/api';
import { fromHex, hmacSha256, sha256, toHex } from './sha256';

export interface Verdict {
  /** The secret is the one that was promised before the first roll. */
  promise: boolean;
  start: boolean;
  rolls: { number: number; text: string; computed: string; right: boolean }[];
  right: boolean;
}

/** Dice from a stream of bytes: those that would favour a face are left out. */
function* throwDice(proof: Proof, purpose: string): Generator<number, never, number> {
  const key = fromHex(proof.secret ?? '');
  const seeds = proof.seeds.map((seed) => seed ?? '').join('\n');
  let faces = yield 0;
  for (let block = 0; ; block++) {
    const message = `rowlock dice 1\n${proof.label}\n${purpose}\n${block}\n${seeds}`;
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

export function verify(proof: Proof): Verdict {
  const promise = proof.secret !== null && toHex(sha256(fromHex(proof.secret))) === proof.commitment;
  const start = take(proof, 'start', proof.seeds.length, 1)[0]! - 1 === proof.start;
  const rolls = proof.rolls.map(({ number, dice, text }) => {
    const computed = computeRoll(proof, number, dice.replaceAll(' ', ''));
    return { number, text, computed, right: computed === text };
  });
  return { promise, start, rolls, right: promise && start && rolls.every((roll) => roll.right) };
}
