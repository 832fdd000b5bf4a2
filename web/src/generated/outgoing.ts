/** What the page may say at a table, as docs/protocol.md has it. Written by web/make_types.py from the types in Python: edit those, and run it. */

import type { DiceSource, Phrase, RemovalReason, Timer } from './messages';

/** What is said to the server. */
export type Outgoing =
  /**
   * The first message: who you are; without a token you watch.
   *
   * With `one_hand`, of several seats of yours at most one hand of cards is told: `look` says whose.
   */
  | { type: 'hello'; id?: string | null; protocol?: number; token?: string | null; one_hand?: boolean }
  /**
   * Which of your seats sees its hand of cards on this connection (null: none); `welcome` answers.
   *
   * It is for connections whose `hello` said `one_hand`: several people share the device.
   */
  | { type: 'look'; id?: string | null; seat?: number | null }
  /** Ask for everything again; `welcome` answers. */
  | { type: 'sync'; id?: string | null }
  /** Ask whether the server is there; `pong` answers. */
  | { type: 'ping'; id?: string | null }
  /** Take an open seat before the start; several seats on one token are pass-and-play. */
  | { type: 'sit'; id?: string | null; seat: number; name?: string | null }
  /** Ask for a seat before the start, where none is open; the host is told, and may add one (`seats`). */
  | { type: 'ask_seat'; id?: string | null }
  /** Leave a seat of yours; during play a bot plays on for you. */
  | { type: 'leave'; id?: string | null; seat: number }
  /**
   * Give a seat to a bot (host, or its player); during play it stands in and `back` ends that.
   *
   * Whoever is sitting there is told who wanted it, and the reason if there is one.
   */
  | { type: 'bot'; id?: string | null; seat: number; bot: string; reason?: RemovalReason | null }
  /** Make a seat open again before the start (host). */
  | { type: 'open'; id?: string | null; seat: number }
  /** Take your seat back from the bot that stands in; a host gives back what the host has taken. */
  | { type: 'back'; id?: string | null; seat: number }
  /** More or fewer seats before the start (host). */
  | { type: 'seats'; id?: string | null; count: number }
  /**
   * Play another pad, before the start (host); it must have room for the seats there are.
   *
   * Options follow the name: `cards;jokers=on`.
   */
  | { type: 'pad'; id?: string | null; variant: string }
  /**
   * Send a player away (host); for good, or with `ban` false only from their seats.
   *
   * During play a bot plays on with their sheet, which keeps their name. With `ban` false the seat stays
   * theirs, and `back` ends it, said by them or by the host; otherwise `pardon` gives the seat back.
   */
  | { type: 'kick'; id?: string | null; player: string; ban?: boolean; reason?: RemovalReason | null }
  /** Let a player back who was sent away (host); a seat in the game that is on is theirs again. */
  | { type: 'pardon'; id?: string | null; player: string }
  /** A player may not talk at this table, or (`muted` false) may again (host). */
  | { type: 'mute'; id?: string | null; player: string; muted?: boolean }
  /** Make another player who sits there the host (host). */
  | { type: 'host'; id?: string | null; player: string }
  /** Change any of the settings (host); `dice` and `rated` only before the start. */
  | { type: 'settings'; id?: string | null; timer?: Timer | null; auto_pass?: boolean | null; listed?: boolean | null; spectators?: boolean | null; chat?: boolean | null; dice?: DiceSource | null; hints?: boolean | null; rated?: boolean | null }
  /**
   * Your part of the dice, sealed: the SHA-256 that docs/protocol.md describes.
   *
   * It may be replaced until `table.waiting` asks for seeds.
   */
  | { type: 'seal'; id?: string | null; seat: number; seal: string }
  /** Your seed, which you sealed before, when `table.waiting` asks for it. */
  | { type: 'seed'; id?: string | null; seat: number; seed: string }
  /**
   * The roll of real dice (who rolled, or the host); again for the same turn, it corrects the roll.
   *
   * A correction takes back what was marked since; it is possible until the next roll.
   */
  | { type: 'roll'; id?: string | null; turn: number; dice: string }
  /** Begin the game (host); no seat may be open, but those go by themselves at a table that grows. */
  | { type: 'start'; id?: string | null; first?: number | null }
  /**
   * A move for the present turn and action: `r8`, `r8>y`, `*g`, `-` (pass), `<` (take back).
   *
   * With cards also `@2` (take), `=b12.9:12` (play); several cards are taken one by one, in one action.
   *
   * `seat` chooses among your own seats and is needed only if you hold several.
   */
  | { type: 'move'; id?: string | null; turn: number; phase: 'white' | 'colour' | 'take' | 'call' | 'play'; move: string; seat?: number | null }
  /** Note that you take a hint for a seat that is to choose; `POST …/hint` does so, and gives it. */
  | { type: 'hint'; id?: string | null; seat?: number | null }
  /**
   * Give the game up with a seat of yours: its sheet stays, it passes from now on and cannot win (R8.5).
   *
   * The house does so for a program that does not come back.
   */
  | { type: 'resign'; id?: string | null; seat: number }
  /**
   * Break the game off, or (`wish` false) rather not: it ends without a winner when all players agree.
   *
   * Who is away or has given up is not asked; whoever moves on takes the wish back.
   */
  | { type: 'abort'; id?: string | null; wish?: boolean }
  /**
   * Once more with the same people, after the end: a vote; the game begins when all who sit there agree.
   *
   * With `lobby` the host opens the table again, to change it first.
   */
  | { type: 'rematch'; id?: string | null; lobby?: boolean }
  /**
   * Put something right that was rolled or marked lately at a real table; `GET …/past` says what there is.
   *
   * `move` stands there instead: a roll, a move, or on a score pad nothing; with `added` it comes before what
   * was marked, which stays. All who sit there must consent. After the end it changes the result, or the game
   * goes on.
   */
  | { type: 'propose'; id?: string | null; place: number; move?: string | null; added?: boolean }
  /** Yes or no to the correction that somebody proposes; one no ends it, also by who proposed it. */
  | { type: 'consent'; id?: string | null; agree: boolean }
  /** On a score pad that is full: you have made your last cross; when all have, the sheets are counted. */
  | { type: 'count'; id?: string | null }
  /** Say something in your own words. */
  | { type: 'chat'; id?: string | null; text: string }
  /** Say one of the quick phrases; everybody reads it in their own language. */
  | { type: 'phrase'; id?: string | null; phrase: Phrase }
  /** A friendly poke to a seat that everybody waits for. */
  | { type: 'nudge'; id?: string | null; seat: number };
