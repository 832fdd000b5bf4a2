/** What a reviewed game comes to, in sentences. */

import type { Decision, Judgement, Review } from '../../generated/reviews';
import type { Words } from '../../text/words';
import type { Figures } from './figures';

/** "With even luck Mia would have won 41% of such games, not 100%."; nothing where it is the same. */
export function tellWithoutLuck(words: Words, review: Review, seat: number, figures: Figures): string {
  const { fair, result } = review.totals[seat]!;
  const told = { name: review.seats[seat]!, without: figures.worth(fair), result: figures.worth(result) };
  const part = fair <= 0.02 ? 'none' : fair >= 0.98 ? 'all' : 'part';
  const kind = review.judge.unit === 'points' ? 'points' : part;
  if ((kind === 'points' || kind === 'part') && told.without === told.result) return '';
  return words.t(`study.without.${kind}`, told);
}

/** "Own decisions gave away 20–31% of the chances there were": between what it is at least and at most. */
export function tellGivenAway(words: Words, review: Review, seat: number, figures: Figures): string {
  const { given_away, doubt } = review.totals[seat]!;
  const points = review.judge.unit === 'points';
  const ends = [Math.max(0, given_away - doubt), points ? given_away + doubt : Math.min(1, given_away + doubt)].map(
    (end) => figures.worth(end),
  );
  return words.t(points ? 'study.balance.lost' : 'study.balance.given', { part: [...new Set(ends)].join('–') });
}

/** "The champion with these dice: 83 points; Mia made 75." */
export function tellChampionGame(words: Words, review: Review, seat: number): string {
  const ghost = review.ghosts[seat]!;
  const score = review.result?.scores[seat];
  const champion = words.t(ghost.ended ? 'study.ghost.ended' : 'study.ghost.open', {
    points: words.t('game.points', { n: ghost.score }),
  });
  return score === undefined
    ? champion
    : `${champion} ${words.t('study.ghost.own', { name: review.seats[seat]!, n: words.number(score) })}`;
}

/** Who has judged, and how far that can be off. */
export function tellJudge(words: Words, judge: Judgement, figures: Figures): string {
  const told = words.t(`study.judge.${judge.by}`);
  return judge.rollouts
    ? `${told} ${words.t('study.judge.error', { n: judge.rollouts, error: figures.worth(judge.error) })}`
    : told;
}

/** "Played on 24 times, it lost 6% ± 2%." Nothing where it was not. */
export function tellPlayed(words: Words, decision: Decision, figures: Figures): string {
  if (!decision.played || decision.loss_played === null) return '';
  return words.t('study.moment.played', {
    n: decision.played,
    loss: figures.worth(decision.loss_played),
    error: figures.worth(decision.loss_error ?? 0),
  });
}
