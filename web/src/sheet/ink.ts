/** Pen strokes: a cross as two quick lines, a little different in every cell but always the same there. */

/** A small deterministic source of numbers between 0 and 1 for a place on a sheet. */
function wobble(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

function stroke(random: () => number, fromX: number, fromY: number, toX: number, toY: number): string {
  const off = (size: number) => (random() - 0.5) * size;
  const point = (x: number, y: number) => `${(x + off(9)).toFixed(1)} ${(y + off(9)).toFixed(1)}`;
  const bendX = (fromX + toX) / 2 + off(16);
  const bendY = (fromY + toY) / 2 + off(16);
  return `M${point(fromX, fromY)}Q${bendX.toFixed(1)} ${bendY.toFixed(1)} ${point(toX, toY)}`;
}

/** The two strokes of a cross in a box of 100 × 100. */
export function crossStrokes(seed: number): [string, string] {
  const random = wobble(seed + 1);
  random();
  return [stroke(random, 20, 18, 82, 84), stroke(random, 81, 17, 18, 83)];
}

/** One level stroke, for a skipped cell or a struck field. */
export function dashStroke(seed: number): string {
  const random = wobble(seed + 7);
  random();
  return stroke(random, 20, 52, 80, 50);
}

/** Strokes of 100 units at a place of a drawing. */
export const scaled = (x: number, y: number, size: number) => `translate(${x} ${y}) scale(${size / 100})`;
