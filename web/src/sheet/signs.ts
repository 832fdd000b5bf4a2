/** The sign of each colour, the primary cue: circle, triangle, square, diamond; in a box of 20 × 20. */

export const SIGNS: Record<string, string> = {
  r: 'M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15z',
  y: 'M10 2.2L18.6 17.2H1.4z',
  g: 'M3.2 3.2H16.8V16.8H3.2z',
  b: 'M10 1L18.2 10L10 19L1.8 10z',
};

/** The sign of a colour; nothing for anything else. */
export function signPath(colour: string): string {
  return SIGNS[colour] ?? '';
}

/** A sign of 20 units at a place of a drawing. */
export const sign = (x: number, y: number, size: number) => `translate(${x} ${y}) scale(${size / 20})`;
