/** The frames of cells: a drawing per name, in a box of 100 × 100. */

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points;
    const radius = i % 2 ? inner : outer;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}z`;
}

const RING = 'M50 7a43 43 0 1 1 0 86a43 43 0 1 1 0-86z';
const TWO_RINGS = RING + 'M50 15a35 35 0 1 1 0 70a35 35 0 1 1 0-70z';

/** The same shapes as on printed sheets, so that a pad looks alike on paper and on the page. */
const FRAMES: Record<string, string> = {
  bar: RING,
  'two-in-fewest': TWO_RINGS,
  'one-in-each': 'M13 13H87V87H13z',
  'double-fewest': 'M50 3L97 50L50 97L3 50z',
  thirteen: 'M50 3L91 27V73L50 97L9 73V27z',
  'no-penalties': star(12, 48, 40),
  double: TWO_RINGS,
  step: 'M24 5H76A19 19 0 0 1 95 24V76A19 19 0 0 1 76 95H24A19 19 0 0 1 5 76V24A19 19 0 0 1 24 5z',
};

/** The drawing of a frame; one that we do not know gets a plain one. */
export function framePath(frame: string): string {
  return FRAMES[frame] ?? 'M28 6H72V28H94V72H72V94H28V72H6V28H28z';
}

/** The sign on a cell that something beside the dice offers: a lucky number, a swap. */
export function offerSign(by: string): string {
  return by === 'swaps' ? '⇄' : '★';
}
