/** The rules' sentences in the reader's language; they come as keys with what stands in their gaps. */

import type { RuleSentence, RulesPart } from '../generated/answers';
import type { Variant } from '../generated/types';
import type { Words } from './words';

/** A sentence, with rows by their names in this language. */
export function tellRule(words: Words, variant: Variant, { key, values }: RuleSentence): string {
  const said = Object.entries(values).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value] as const;
    const rows = value.map(([row, note]) => `${words.row(variant, row)} ${note}`.trim());
    return [name, value[0]?.[1] ? rows.join(', ') : words.join(rows)] as const;
  });
  return words.t(`rules.${key}`, Object.fromEntries(said));
}

/** Who plays in the examples. */
const NAMES = ['Mia'];

/** The course of a part's example, and where it needs one, a word about it. */
export function tellExample(words: Words, variant: Variant, { topic, example }: RulesPart): string {
  const told = (example?.facts ?? []).map((fact) => words.fact(variant, NAMES, fact));
  const shown = `rules.${topic}.shown`;
  return [...told, ...(words.has(shown) ? [words.t(shown)] : [])].join(' ');
}
