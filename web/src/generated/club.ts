/** Clubs, see docs/clubs.md. Written by web/make_types.py from the types in Python: edit those, and run it. */

/** A new club; the key makes whoever has it a keeper, and is shown this once. */
export interface ClubMade {
  club: string;
  link: string;
  key: string;
}

export interface ClubJoined {
  club: string;
}

export interface ClubListed {
  club: string;
  name: string;
  keeper: boolean;
}

/** Your clubs. */
export interface Clubs {
  clubs: ClubListed[];
}

/** Somebody in a club. */
export interface ClubMember {
  member: string;
  name: string;
  keeper: boolean;
  /** Whether they have a device of their own; without one they are a name that others play for. */
  device: boolean;
  me: boolean;
}

/** A game of a club; `table` is null for one that was brought from elsewhere. */
export interface ClubPlayed {
  at: number;
  pad: string;
  title: string;
  names: string[];
  scores: number[];
  winners: number[];
  table: string | null;
  game: number;
}

/** A club for its members. */
export interface ClubShown {
  club: string;
  name: string;
  /** With which others join; a keeper can renew it. */
  link: string;
  /** Whether you are one. */
  keeper: boolean;
  members: number;
  /** The table that was opened last, within half a day. */
  tonight: string | null;
  last: ClubPlayed | null;
}

/** Members in the order in which they joined, a hundred at a time; `more` follows `after` the last. */
export interface ClubMembers {
  members: ClubMember[];
  more: boolean;
}

export interface StandingLine {
  place: number;
  member: string;
  name: string;
  games: number;
  wins: number;
  points: number;
  best: number | null;
}

/** Who won how often in a season: a year, or all of them. */
export interface ClubStanding {
  season: string;
  lines: StandingLine[];
  games: number;
}

export interface ClubGames {
  games: ClubPlayed[];
}

export interface ClubBoardLine {
  place: number;
  name: string;
  me: boolean;
  /** In hundredths of a point. */
  loss: number;
  score: number;
}

/** A day's game among the members: told to those who have played it, or when it is closed. */
export interface ClubBoard {
  day: string;
  pad: string;
  played: number;
  lines: ClubBoardLine[] | null;
}

/** A phrase on a club's wall. */
export interface WallLine {
  at: number;
  name: string;
  me: boolean;
  /** One of `phrases`. */
  phrase: string;
}

/** The phrases on a club's wall, the latest first, and those that can be put there. */
export interface ClubWall {
  lines: WallLine[];
  phrases: string[];
}

export interface ClubLink {
  link: string;
}

/** The keeper's key, shown once; an earlier one stops working. */
export interface ClubKey {
  key: string;
}

export interface KeptGame {
  at: number;
  pad: string;
  title: string;
  names: string[];
  scores: number[];
  winners: number[];
}

/** A club as one file: names and results, and nothing that belongs to this server. */
export interface ClubFile {
  rowlock: string;
  name: string;
  members: string[];
  games: KeptGame[];
}
