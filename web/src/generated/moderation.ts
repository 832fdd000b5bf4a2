/** Mute, block, report, see docs/moderation.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

/** Somebody whom you have muted or blocked, by the name they had then. */
export interface AvoidedPerson {
  player: string;
  name: string;
  muted: boolean;
  blocked: boolean;
}

/** Everybody whom you have muted or blocked. */
export interface AvoidedPeople {
  people: AvoidedPerson[];
}

export interface ReportMade {
  report: string;
}

/** A report for the operator; who made it is told to nobody. */
export interface ReportShown {
  report: string;
  player: string;
  name: string;
  reason: 'words' | 'name' | 'stalling' | 'leaving' | 'program' | 'other';
  table: string;
  game: number;
  at: number;
  state: 'open' | 'settled' | 'dismissed';
  /** Whether the game is finished, and its record can be replayed. */
  over: boolean;
  /** Reports that the same person has made, this one included. */
  made: number;
  /** Those of them that an operator has dismissed. */
  dismissed: number;
}

export interface ReportsShown {
  reports: ReportShown[];
}

/** Words of the reported person: their own, or a fixed phrase. */
export interface WordSaid {
  at: number;
  text: string | null;
  phrase: string | null;
}

/** A report with what the reported person said at that table, at most the latest fifty lines. */
export interface ReportOpened {
  shown: ReportShown;
  said: WordSaid[];
}

/** A line of the operators' log: nothing in it is ever changed or removed. */
export interface OperatorDecision {
  at: number;
  act: string;
  /** The id of a person, an address, a table or a report. */
  subject: string;
  note: string;
}

export interface DecisionsShown {
  decisions: OperatorDecision[];
}

/** How long somebody thinks, in seconds: a quarter of the choices took less than `first`, and so on. */
export interface ThinkingTimes {
  choices: number;
  first: number;
  half: number;
  third: number;
  /** Whether nearly all took equally long, as people's choices seldom do. */
  even: boolean;
}

/** Figures on somebody's latest rated games, for operators: they mark, and decide nothing. */
export interface LikelihoodShown {
  player: string;
  games: number;
  /** Those in which there was something to lose. */
  decisions: number;
  /** Choices as good as the best one. */
  found: number;
  /** How many of them somebody of the same rating finds. */
  predicted: number;
  /** How many the bot steady would find. */
  steady: number;
  /** The logarithm to base 10 of how much likelier these choices are if a program made them. */
  evidence: number;
  marked: boolean;
  times: ThinkingTimes | null;
}

export type Reason = 'words' | 'name' | 'stalling' | 'leaving' | 'program' | 'other';
export type ReportState = 'open' | 'settled' | 'dismissed';
