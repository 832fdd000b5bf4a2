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
export interface Decision {
  at: number;
  act: string;
  /** The id of a person, an address, a table or a report. */
  subject: string;
  note: string;
}

export interface DecisionsShown {
  decisions: Decision[];
}

export type Reason = 'words' | 'name' | 'stalling' | 'leaving' | 'program' | 'other';
export type ReportState = 'open' | 'settled' | 'dismissed';
