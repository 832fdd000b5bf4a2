/** The game told in words, from plain data: facts, prompts, effects, results. */

import { rowColours } from '../sheet/colours';
import type { AnyFact, Fact, FactOf, LegendLine, Move, Outcome, Row, Variant, View } from '../generated/types';
import { find, shown, text, type Catalogue, type Language, type Values } from './text';

const SIGNS: Record<string, string> = { r: '●', y: '▲', g: '■', b: '◆' };

/** Tells the game in one language; created again when the language changes. */
export class Words {
  constructor(
    readonly catalogue: Catalogue,
    readonly language: Language,
  ) {}

  t(key: string, values?: Values): string {
    return text(this.catalogue, this.language, key, values);
  }

  has(key: string): boolean {
    return find(this.catalogue, key) !== undefined;
  }

  /** A label and what is told under it; French has a space before the colon. */
  labelled(label: string, told: string): string {
    return this.t('language.label', { label, told });
  }

  /** A number as people write it, below zero with a true minus sign. */
  number(value: number | undefined): string {
    return shown(value ?? 0);
  }

  /** A large number, its thousands set apart as people do in this language. */
  large(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }

  title(variant: { name: string; title: string }): string {
    const key = `game.variants.${variant.name}.title`;
    return this.has(key) ? this.t(key) : variant.title;
  }

  line(variant: { name: string }): string {
    const key = `game.variants.${variant.name}.line`;
    return this.has(key) ? this.t(key) : '';
  }

  /** A bot's name in this language; one that came from elsewhere keeps its own. */
  bot(name: string): string {
    const key = `page.bots.${name}.name`;
    return this.has(key) ? this.t(key) : sentence(name);
  }

  /** Whether one of our bots has this name, as its file is called. */
  isBot(name: string): boolean {
    return this.has(`page.bots.${name}.name`);
  }

  /** One sentence of a bot's character; a stranger's as its file has it. */
  character(bot: { name: string; line: string }): string {
    const key = `page.bots.${bot.name}.line`;
    return this.has(key) ? this.t(key) : bot.line;
  }

  /** "red", or "red/yellow". */
  colours(letters: string): string {
    return [...letters].map((colour) => this.t(`game.colours.${colour}`)).join('/');
  }

  /** A row by the colour of its lock; one without a lock by the colours of its cells, if no other has them. */
  row(variant: Variant, name: string): string {
    const row = variant.rows.find((one) => one.row === name);
    if (!row || this.isNamed(variant, row)) return this.t('game.rows.named', { name });
    const colours = rowColours(row);
    if (colours.length === 1) return this.t(`game.rows.${colours}`);
    return this.t('game.rows.several', { colours: this.colours(colours) });
  }

  /** Whether only its letter tells a row from others. */
  isNamed(variant: Variant, row: Row): boolean {
    return row.lock === null && variant.rows.some((other) => other !== row && rowColours(other) === rowColours(row));
  }

  /** A cell by what is printed on it: its own colours, which on mixed pads are not its row's. */
  cell(variant: Variant, row: string, number: number): string {
    return this.tellCell('game.cells', variant, row, number);
  }

  /** The same within a sentence, with an article where the language needs one: "die rote 8". */
  cellSaid(variant: Variant, row: string, number: number): string {
    return this.tellCell('game.cells_said', variant, row, number);
  }

  private tellCell(names: 'game.cells' | 'game.cells_said', variant: Variant, row: string, number: number): string {
    const cells = variant.rows.find((pad) => pad.row === row)?.cells;
    const colours = cells?.find((cell) => cell.number === number)?.colours ?? row;
    if (colours.length === 1) return this.t(`${names}.${colours}`, { number });
    return this.t(`${names}.several`, { colours: this.colours(colours), number });
  }

  /** What a line of the legend is called; its identity where no text is known. */
  legendTitle(line: LegendLine): string {
    return this.has(`${line.text}.title`) ? this.t(`${line.text}.title`) : line.id;
  }

  /** What a line of the legend says; nothing where no text is known. */
  legendLine(line: LegendLine): string {
    return this.has(`${line.text}.line`) ? this.t(`${line.text}.line`) : '';
  }

  /** What a strip or a badge of a sheet is called; its own name where no text is known. */
  part(name: string): string {
    return this.has(`game.words.${name}`) ? this.t(`game.words.${name}`) : name;
  }

  /** "Mia, Ben and Zoë". */
  join(names: string[]): string {
    const last = names.at(-1) ?? '';
    return names.length < 2 ? last : this.t('game.and', { first: names.slice(0, -1).join(', '), last });
  }

  /** "5 or 8". */
  or(parts: string[]): string {
    const last = parts.at(-1) ?? '';
    return parts.length < 2 ? last : this.t('page.or', { first: parts.slice(0, -1).join(', '), last });
  }

  /** A line of the talk: a quick phrase in the reader's language, or somebody's own words. */
  said(line: { phrase: string | null; text: string | null }): string {
    return line.phrase ? this.t(`page.phrases.${line.phrase}`) : (line.text ?? '');
  }

  error(code: string): string {
    const [kind, cause] = code.split(/_(?=[a-z]+$)/);
    if (kind === 'kicked' && cause) return `${this.error(kind)} ${this.cause(cause)}`;
    for (const key of [`page.errors.${code}`, `game.errors.${code}`]) if (this.has(key)) return this.t(key);
    return this.t('game.errors.error');
  }

  fact(variant: Variant, seats: string[], fact: Fact): string {
    const { by_house: announced, penalty, host, cause, by, reason }: AnyFact = fact;
    if (announced) return ''; // the house has announced it, with its reason
    const table = `page.happened.${fact.kind}${penalty ? '_penalty' : host ? '_host' : ''}`;
    const values = this.factValues(variant, seats, fact);
    if (this.has(table)) return [sentence(this.t(table, values)), this.cause(cause)].filter(Boolean).join(' ');
    if (fact.kind === 'rolled') return this.rolled(String(values['name']), fact.roll);
    const key = `game.facts.${fact.kind}`;
    const details = [by, reason, 'white'].map((detail) => `${key}.${detail}`); // anything new is told plainly
    const kinds = [by, variant.closes_for].map((kind) => `${key}_${kind}`);
    const told = [...details, ...kinds, key].find((one) => this.has(one));
    return told ? sentence(this.t(told, values)) : '';
  }

  /** Why a host has done something, as a sentence; nothing without a reason. */
  private cause = (cause: string | undefined) => (cause ? this.t(`page.table.causes.${cause}`) : '');

  /** What a fact says, in words: seats, rows, cells, dice and lines of the legend by name, lists by length. */
  private factValues(variant: Variant, seats: string[], fact: AnyFact): Values {
    const values = own(fact);
    for (const [name, value] of Object.entries(fact)) {
      const line = variant.legend.find((one) => one.id === value);
      if (line) values[name] = this.legendTitle(line);
      if (Array.isArray(value)) values['n'] = value.length;
    }
    if (fact.penalty) values['count'] = fact.penalty;
    if (fact.seat !== undefined) values['name'] = seats[fact.seat] ?? '?';
    if (fact.seats) values['names'] = this.join(fact.seats.map((seat) => seats[seat] ?? '?'));
    if (fact.row) values['row'] = this.row(variant, fact.row);
    if (fact.row && fact.number !== undefined) values['cell'] = this.cellSaid(variant, fact.row, fact.number);
    if (fact.bot) values['bot'] = this.bot(fact.bot);
    if (fact.colour) values['die'] = this.t(`game.dice.${fact.colour}`);
    if (fact.jokers)
      Object.assign(values, {
        cards: this.cards(fact.numbers ?? [], fact.jokers),
        colour: this.t(`game.colours.${fact.colour}`),
      });
    return values;
  }

  rolled(name: string, roll: FactOf<'rolled'>['roll'], dice = coloured(roll)): string {
    const [first, second] = roll.white;
    const key = dice ? 'game.facts.rolled' : 'game.facts.rolled_white';
    return this.t(key, { name, first, second, total: first + second, dice });
  }

  /** What dice show: "4 + 1 ●6 ▲2". */
  dice(roll: FactOf<'rolled'>['roll']): string {
    return `${roll.white.join(' + ')} ${coloured(roll)}`.trim();
  }

  result(seats: string[], over: Outcome): string {
    const winners = over.winners.map((seat) => seats[seat] ?? '?');
    if (over.reason === 'aborted') return this.t('game.results.aborted');
    const n = over.scores[over.winners[0] ?? 0] ?? 0;
    if (seats.length === 1) return this.t('game.results.solo', { name: seats[0] ?? '?', n });
    if (winners.length === 1) return this.t('game.results.win', { name: winners[0] ?? '?', n });
    return this.t('game.results.shared', { names: this.join(winners), n });
  }

  /** What the table asks of the seat that looks, with the consequence of passing. */
  ask(variant: Variant, seats: string[], view: View): string {
    if (view.over) return this.result(seats, view.over);
    if (view.phase === 'roll' || view.phase === 'shuffle')
      return this.t(`game.asks.${view.phase}`, { name: seats[view.active] ?? '?' });
    if (view.seat === null || !view.waiting.includes(view.seat)) {
      const waiting = view.waiting.map((seat) => seats[seat] ?? '?');
      return this.t('game.asks.waiting', { names: this.join(waiting) });
    }
    const ask = this.askOwn(variant, view, view.seat);
    return view.moves.length === 1 && view.phase !== 'take' && view.phase !== 'play'
      ? `${ask} ${this.t('game.asks.nothing')}`
      : ask;
  }

  private askOwn(variant: Variant, view: View, seat: number): string {
    if (view.phase === 'white') {
      const total = view.roll?.total ?? 0;
      const called = variant.badges.filter((_, b) => view.sheets[seat]?.badges[b]?.includes(total));
      const keys = called.map((badge) => `game.asks.white_${badge.name}`);
      const plain = view.sheets.length === 1 ? 'game.asks.white_alone' : 'game.asks.white';
      return this.t(keys.find((key) => this.has(key)) ?? plain, { total });
    }
    if (view.phase === 'call') {
      return this.t(view.sheets.length === 1 ? 'game.asks.call_alone' : 'game.asks.call', {
        total: view.cards?.called ?? 0,
      });
    }
    if (view.crossed || view.phase === 'take') return this.t(`game.asks.${view.phase}`);
    const points = this.t('game.points', { n: Math.abs(variant.penalties.points) });
    return this.t(`game.asks.${view.phase}_penalty`, { points });
  }

  move(variant: Variant, move: Move): string {
    const card = move.facts.find((fact) => fact.kind === 'took' || fact.kind === 'played');
    if (card) return this.cardMove(move, card);
    if (!move.cell) return this.t('game.moves.pass');
    const cell = this.cell(variant, ...move.cell);
    const key = `game.moves.${move.facts.find((fact) => fact.kind === 'crossed')?.by}`;
    return this.has(key) ? this.t(key, { cell }) : cell;
  }

  /** Taking a card, or playing some and crossing their numbers. */
  private cardMove(move: Move, fact: FactOf<'took' | 'played'>): string {
    if (fact.kind === 'took') return this.t('game.moves.take', { number: fact.number });
    const numbers = move.cells.map(([, number]) => number).join(', ');
    const values = {
      colour: this.t(`game.colours.${fact.colour}`),
      cards: this.cards(fact.numbers, fact.jokers),
      numbers,
    };
    return this.t(move.cells.length ? 'game.moves.play_cross' : 'game.moves.play', values);
  }

  /** The cards of a play: "12, 11, joker 9". */
  private cards(numbers: number[], jokers: number[]): string {
    return [...numbers, ...jokers.map((number) => this.t('game.words.joker', { number }))].join(', ');
  }

  /** The words for what causes a cross, if it has any of its own. */
  private effectKey(fact: FactOf<'crossed' | 'bonus_crossed'>): string | undefined {
    return this.has(`game.effects.${fact.by}`) ? `game.effects.${fact.by}` : undefined;
  }

  /** The field of a strip by which a move is made: "with swap field 1 (8/5)". */
  private offered(variant: Variant, move: Move): string[] {
    const crossed = move.facts.find((fact) => fact.kind === 'crossed');
    const field = move.facts.find((fact) => 'field' in fact)?.field ?? 0;
    const printed = variant.strips.find((strip) => strip.name === crossed?.by)?.fields[field - 1];
    const key = crossed && this.effectKey(crossed);
    return key && printed ? [this.t(key, { field, printed: printed.text })] : [];
  }

  /** What a move would do, in one line: "closes the red row · +15 points". */
  effects(variant: Variant, move: Move): string {
    const parts = this.offered(variant, move);
    parts.push(
      ...move.move
        .split('>')
        .slice(1)
        .map((row) => this.t('game.effects.pick', { row: this.row(variant, row) })),
    );
    parts.push(...move.locks.map((row) => this.t('game.effects.closes', { row: this.row(variant, row) })));
    if (move.skips) parts.push(this.t('game.effects.skips', { n: move.skips }));
    const bonus = move.facts.filter((fact) => fact.kind === 'bonus_crossed');
    for (const key of new Set(bonus.map((fact) => this.effectKey(fact) ?? 'game.effects.bonus'))) {
      const own = bonus.filter((fact) => (this.effectKey(fact) ?? 'game.effects.bonus') === key);
      parts.push(
        this.t(key, { cells: own.map((fact) => this.cell(variant, fact.row ?? '', fact.number ?? 0)).join(', ') }),
      );
    }
    if (move.cell) parts.push(...this.worth(variant, move, move.cell));
    if (move.facts.some((fact) => fact.kind === 'penalised')) parts.push(this.t('game.effects.penalty'));
    if (move.gain) {
      parts.push(this.t('game.effects.points', { sign: move.gain > 0 ? '+' : '', n: move.gain }));
    }
    return parts.join(' · ');
  }

  /** How often a cross counts: two at once, a second one, for the rows that it lies between. */
  private worth(variant: Variant, move: Move, [name, number]: [string, number]): string[] {
    const row = variant.rows.find((one) => one.row === name);
    const cell = row?.cells.find((one) => one.number === number);
    if (!row || !cell) return [];
    const parts = [];
    if (move.again.some(([r, n]) => r === name && n === number)) {
      parts.push(this.t(cell.frames.includes('double') ? 'game.effects.two_crosses' : 'game.effects.second_cross'));
    }
    if (!row.counts_for.includes(name)) {
      const beside = variant.rows.filter((other) => row.counts_for.includes(other.row));
      const [one, other] = beside.map((neighbour) => this.t(`game.colours.${neighbour.lock}`));
      parts.push(this.t('game.effects.counts_for', { one: one ?? '', other: other ?? '' }));
    }
    return parts;
  }
}

function coloured(roll: FactOf<'rolled'>['roll']): string {
  return Object.entries(roll.coloured)
    .map(([colour, value]) => `${SIGNS[colour]}${value}`)
    .join(' ');
}

/** The plain values of a fact, for sentences about the table itself. */
function own(fact: AnyFact): Values {
  const plain = Object.entries(fact).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(plain.filter(([name]) => name !== 'kind' && name !== 'row')) as Values;
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
