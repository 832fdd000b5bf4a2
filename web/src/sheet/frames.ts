/** The frames of bonus cells, a shape per kind, in a box of 100 × 100. */

function star(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points;
    const radius = i % 2 ? inner : outer;
    return `${(50 + radius * Math.sin(angle)).toFixed(1)} ${(50 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}z`;
}

const RING = 'M50 7a43 43 0 1 1 0 86a43 43 0 1 1 0-86z';

const FRAMES: Record<string, string> = {
  bar: RING,
  'two-in-fewest': 'M50 4L96 50L50 96L4 50z',
  'one-in-each': 'M28 6H72V28H94V72H72V94H28V72H6V28H28z',
  'double-fewest': star(14, 48, 38),
  thirteen: 'M30 7H70L93 30V70L70 93H30L7 70V30z',
  'no-penalties': RING + 'M50 15a35 35 0 1 1 0 70a35 35 0 1 1 0-70z',
};

/** The shape of a kind; one that we do not know gets a plain one. */
export function framePath(kind: string): string {
  return FRAMES[kind] ?? 'M12 12H88V88H12z';
}
