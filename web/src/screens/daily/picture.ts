/**
 * A day's result as a picture to send around: date, pad, points, loss and a square a turn. It tells nothing about the
 * dice.
 */

const SIZE = 44;
const ROW = 5;
/** Kept, a little lost, much lost: told apart by size as well as by colour. */
const MARKS = [
  { side: 36, fill: '#1f7a43' },
  { side: 22, fill: '#c98a12' },
  { side: 36, fill: 'none' },
];

const safe = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function picture(lines: [string, string, string], squares: number[]): string {
  const rows = Math.ceil(squares.length / ROW);
  const height = 150 + rows * SIZE;
  const marks = squares.map((mark, n) => {
    const { side, fill } = MARKS[mark] ?? MARKS[2]!;
    const [x, y] = [90 + (n % ROW) * SIZE + (SIZE - side) / 2, 125 + Math.floor(n / ROW) * SIZE + (SIZE - side) / 2];
    return `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="5" fill="${fill}" stroke="#555" stroke-width="${fill === 'none' ? 3 : 0}"/>`;
  });
  const text = lines.map(
    (line, n) =>
      `<text x="200" y="${[36, 78, 108][n]}" font-size="${[17, 34, 17][n]}" font-weight="${n === 1 ? 700 : 400}" text-anchor="middle">${safe(line)}</text>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="${height}" viewBox="0 0 400 ${height}" font-family="sans-serif" fill="#222">` +
    `<rect width="400" height="${height}" fill="#fffdf6"/>${text.join('')}${marks.join('')}</svg>`;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
