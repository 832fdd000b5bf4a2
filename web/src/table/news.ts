/** Fresh facts gathered by player: what each has crossed, locked, paid or passed. */

import type { Fact, Variant } from '../generated/types';

export interface News {
  seat: number;
  marks: { colours: string; number: number }[];
  locks: boolean;
  penalty: boolean;
}

export function news(variant: Variant, facts: Fact[]): News[] {
  const bySeat = new Map<number, News>();
  for (const fact of facts) {
    if (!('seat' in fact) || fact.seat === undefined) continue;
    const line = bySeat.get(fact.seat) ?? { seat: fact.seat, marks: [], locks: false, penalty: false };
    bySeat.set(fact.seat, line);
    if ('row' in fact && 'number' in fact)
      line.marks.push({ colours: coloursOf(variant, fact.row, fact.number), number: fact.number });
    if (fact.kind === 'locked') line.locks = true;
    if (fact.kind === 'penalised') line.penalty = true;
  }
  return [...bySeat.values()].sort((a, b) => a.seat - b.seat);
}

/** Names for a line that is too narrow for whole ones: three letters, or as many as tell two people apart. */
export function shortNames(names: string[]): string[] {
  return names.map((name) => {
    const letters = [...name];
    const others = names.filter((other) => other !== name);
    const enough = letters.findIndex(
      (_, i) => i >= 2 && !others.some((other) => other.startsWith(letters.slice(0, i + 1).join(''))),
    );
    return enough < 0 ? name : letters.slice(0, enough + 1).join('');
  });
}

/** The cells that a seat has just crossed, for the glow on its small sheet. */
export function freshCells(facts: Fact[], seat: number): [string, number][] {
  return facts.flatMap((fact) =>
    'row' in fact && 'number' in fact && fact.seat === seat ? [[fact.row, fact.number] as [string, number]] : [],
  );
}

function coloursOf(variant: Variant, row: string, number: number): string {
  const cells = variant.rows.find((one) => one.row === row)?.cells;
  return cells?.find((cell) => cell.number === number)?.colours ?? row;
}
