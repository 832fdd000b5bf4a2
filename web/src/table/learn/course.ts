/** Where a pad's lesson stands: which of its steps fits the moment. */

import type { LessonStep } from '../../generated/answers';
import type { View } from '../../generated/types';

/** Letters after which a step has said enough for a phone. */
const ENOUGH = 90;

/** The step for this moment: the one whose phase has come and which was not told yet; with dice, the one begun. */
export function stepFor(steps: LessonStep[], begun: number, view: View, told: readonly string[]): LessonStep | null {
  const step = steps[begun];
  if (step?.move) return told.includes(step.topic) ? null : step;
  return steps.find(({ phase, topic }) => phase === view.phase && !told.includes(topic)) ?? null;
}

/** The sentences of a step, as many as a glance takes. A list that would follow is left to the rules. */
export function brief(sentences: string[]): string {
  const told: string[] = [];
  for (const one of sentences) {
    if (told.join(' ').length >= ENOUGH) break;
    told.push(one.replace(/\s*:$/, '.'));
  }
  return told.join(' ');
}
