/** Events, see docs/events.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

export interface EventMade {
  event: string;
  link: string;
}

export interface EventListed {
  event: string;
  title: string;
  created: number;
  referee: boolean;
  /** Whether a round is on, or something that follows from one. */
  running: boolean;
  closed: boolean;
}

/** Your events, the latest first. */
export interface EventsShown {
  events: EventListed[];
}

/** The announcement. */
export interface EventPlan {
  title: string;
  format: string;
  pad: string;
  rounds: number;
  size: number;
  semifinal: number;
  final: number;
  final_pad: string | null;
  best: number;
  minutes: number;
  /** Seconds by which others see what is played later. */
  delay: number;
  /** Whether all tables of a round have the same dice, and the standing goes by results without luck. */
  duplicate: boolean;
  check_in: boolean;
}

export interface EventPerson {
  number: number;
  name: string;
  /** Whether they are drawn in the next round. */
  here: boolean;
  /** Whether they play on a device of their own; tables of people without one are on paper. */
  device: boolean;
  referee: boolean;
}

export interface EventTable {
  /** The table at this server; null for one on paper. */
  table: string | null;
  state: 'drawn' | 'running' | 'done';
  people: number[];
  /** Everybody's points, null for one who did not come; null while they play. */
  points: (number | null)[] | null;
  /** Everybody's part of the win without luck, where dice are shared; null until that is worked out. */
  shares: (number | null)[] | null;
}

/** The dice that the tables of a round share. */
export interface RoundDice {
  label: string;
  /** The SHA-256 of the secret, from the draw on. */
  commitment: string;
  /** Shown when the round is over. */
  secret: string | null;
}

export interface EventRound {
  stage: string;
  /** Which of the rounds of its kind it is, counted from 1. */
  number: number;
  pad: string;
  started: number;
  minutes: number;
  /** The dice that all its tables share; null where each has its own. */
  dice: RoundDice | null;
  tables: EventTable[];
}

/** How a table stands, as it was at the beginning of a turn. */
export interface TableRunning {
  round: number;
  /** Its number in the round, counted from 1. */
  table: number;
  turn: number;
  scores: number[];
  /** Everybody's chance to win, from 0 to 1; null where nothing judges that. */
  chances: number[] | null;
}

/** The running tables for the screen of the hall, as they stood some time ago. */
export interface EventRunning {
  delay: number;
  tables: TableRunning[];
}

export interface EventLine {
  place: number;
  person: number;
  points: number;
  second: number;
  total: number;
  games: number;
  /** Table points without luck, in duels too, where all tables of a round have the same dice. */
  fair: number;
}

/** Something that was said, for referees: what it was, and that it can be taken back. */
export interface EventSaid {
  said: number;
  at: number;
  kind: string;
  round: number | null;
  table: number | null;
  person: number | null;
}

/** An event as it stands. */
export interface EventShown {
  event: string;
  plan: EventPlan;
  /** The SHA-256 of the seed, from the beginning. */
  promise: string;
  /** The source of all lots; shown when the event is closed. */
  seed: string | null;
  /** The SHA-256 of the source of all dice that tables share, from the beginning. */
  dice_promise: string;
  /** The source of the dice, shown when the event is closed. */
  dice_source: string | null;
  /** Games whose luck is still being taken off. */
  weighing: number;
  /** How much was said. */
  number: number;
  closed: boolean;
  running: boolean;
  me: number | null;
  referee: boolean;
  people: EventPerson[];
  /** The people who look for a game of an open stage. */
  looking: number[];
  rounds: EventRound[];
  standing: EventLine[];
  /** The columns of the standing, in their order. */
  columns: string[];
  /** For referees: what they can take back, the latest first. */
  said: EventSaid[];
  /** The server's clock. */
  now: number;
}

/** The event, or null if nothing has changed since what you have seen. */
export interface EventNews {
  seen: string;
  shown: EventShown | null;
}

/** The formats, with the keys of a plan that each goes by beside those that all have. */
export const FORMATS: Record<string, readonly string[]> = {
  championship: ['rounds', 'size', 'final', 'duplicate'],
  knockout: [],
  open_stage: ['size', 'best'],
  round_robin: ['duplicate'],
  swiss: ['rounds', 'duplicate'],
};
