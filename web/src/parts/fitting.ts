/** Texts that have to fit into a box of a drawing. */

/** The width of a text in bold letters of size 1. */
export type Measure = (text: string) => number;

/** Measured by the browser, in our letters if they are there, a little too wide rather than too narrow. */
export function measured(): Measure {
  const pen = document.createElement('canvas').getContext('2d')!;
  pen.font = "800 100px 'Source Sans', sans-serif";
  return (text) => (pen.measureText(text).width / 100) * 1.02;
}

export interface Fitted {
  lines: string[];
  size: number;
}

/** A text as large as a box allows, broken between words into three lines at most. */
export function fitted(text: string, width: number, height: number, largest: number, measure: Measure): Fitted {
  const words = text.split(' ');
  const ways = [1, 2, 3].filter((count) => count <= words.length).map((count) => broken(words, count, measure));
  const found = ways.map((lines) => {
    const widest = Math.max(...lines.map(measure), 0.01);
    return { lines, size: Math.min(largest, width / widest, height / lines.length / 1.05) };
  });
  return found.reduce((best, one) => (one.size > best.size * 1.05 ? one : best));
}

/** Words in so many lines, the longest as short as can be. */
function broken(words: string[], count: number, measure: Measure): string[] {
  if (count === 1) return [words.join(' ')];
  let best: string[] | null = null;
  const longest = (lines: string[]) => Math.max(...lines.map(measure));
  for (let first = 1; first <= words.length - count + 1; first++) {
    const lines = [words.slice(0, first).join(' '), ...broken(words.slice(first), count - 1, measure)];
    if (best === null || longest(lines) < longest(best)) best = lines;
  }
  return best!;
}

/** A text cut to a width, with an ellipsis where something is missing. */
export function shortened(text: string, width: number, size: number, measure: Measure): string {
  if (measure(text) * size <= width) return text;
  let letters = [...text];
  while (letters.length > 1 && measure(`${letters.join('')}…`) * size > width) letters = letters.slice(0, -1);
  return `${letters.join('').trimEnd()}…`;
}
