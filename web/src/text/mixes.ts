/** Where best play is mixed: how often each of several moves is chosen, in small numbers. */
import type { Option } from '../generated/reviews';
import type { Words } from './words';

const MOST = 8;
const LEAST = 0.02;

/** The fraction with a small denominator that is nearest to a share, never none and never all. */
export function casesOf(share: number): { n: number; of: number } {
  let best = { n: 1, of: 2 };
  for (let of = 2; of <= MOST; of++) {
    const n = Math.min(of - 1, Math.max(1, Math.round(share * of)));
    if (Math.abs(n / of - share) < Math.abs(best.n / best.of - share) - 1e-9) best = { n, of };
  }
  return best;
}

/** "red 11 in 5 of 6 cases, pass in 1 of 6 cases", or nothing where one move is the best. */
export function tellMix(words: Words, options: Option[], name: (option: Option) => string): string {
  const mixed = options.filter((option) => (option.share ?? 0) > LEAST);
  if (mixed.length < 2) return '';
  const shares = mixed.map((option) => words.t('game.in_cases', { move: name(option), ...casesOf(option.share!) }));
  return words.t('game.mixed', { shares: shares.join(', ') });
}
