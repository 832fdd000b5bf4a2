/** What was heard of a game: the log, what is fresh on the sheets, who has taken back a mark. */

import type { Fact } from '../generated/types';

const LOG_LENGTH = 60;
/** More than the longest turn of five people brings. */
const FRESH = 24;
const TOLD = new Set(['crossed', 'bonus_crossed', 'locked', 'passed', 'penalised']);

export class Heard {
  log = $state.raw<Fact[]>([]);
  /** What was crossed or passed since the last roll that anybody answered: for the line under the chips. */
  fresh = $state.raw<Fact[]>([]);
  /** On a score pad: the seats that have taken back their last mark, and made none since. */
  erased = $state.raw<number[]>([]);
  private rolledSince = true;

  hear(facts: Fact[]): void {
    const begins = facts.some((fact) => fact.kind === 'started');
    this.log = [...(begins ? [] : this.log), ...facts].slice(-LOG_LENGTH);
    if (begins || facts.some((fact) => fact.kind === 'erased' || fact.kind === 'amended')) this.fresh = [];
    for (const fact of facts) this.take(fact);
  }

  private take(fact: Fact): void {
    if (fact.kind === 'rolled' || fact.kind === 'called') this.rolledSince = true;
    if (fact.kind === 'erased') this.erased = [...this.erased, fact.seat];
    if (!TOLD.has(fact.kind)) return;
    if (this.erased.length) this.erased = this.erased.filter((seat) => !('seat' in fact) || seat !== fact.seat);
    this.fresh = [...(this.rolledSince ? [] : this.fresh), fact].slice(-FRESH);
    this.rolledSince = false;
  }
}
