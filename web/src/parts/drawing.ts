/** Sheets on the page as one drawing that stands by itself: a picture has no stylesheet. */

const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'clip-path',
];
const WIDTH = 800;
const EDGE = 24;
const LINE = 34;
const LETTERS = 'font-family="sans-serif" font-weight="700" fill="#222"';

export interface Shown {
  caption: string;
  drawing: SVGSVGElement;
}

const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A copy with what its stylesheet says written into it. */
function standing(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  drawing.querySelectorAll('*').forEach((element, n) => {
    const seen = getComputedStyle(element);
    copies[n]!.setAttribute('style', STYLES.map((name) => `${name}:${seen.getPropertyValue(name)}`).join(';'));
  });
  copy.removeAttribute('class');
  copy.setAttribute('width', String(WIDTH));
  return copy;
}

/** One below the other, each under its caption. */
export function drawingOf(title: string, shown: Shown[]): string {
  let y = EDGE + LINE;
  const parts = [`<text x="${EDGE}" y="${y - 8}" font-size="26" ${LETTERS}>${plain(title)}</text>`];
  for (const { caption, drawing } of shown) {
    const { width, height } = drawing.viewBox.baseVal;
    const copy = standing(drawing);
    y += LINE;
    parts.push(`<text x="${EDGE}" y="${y - 8}" font-size="20" ${LETTERS}>${plain(caption)}</text>`);
    copy.setAttribute('x', String(EDGE));
    copy.setAttribute('y', String(y));
    copy.setAttribute('height', String((WIDTH * height) / width));
    copy.setAttribute('font-family', 'sans-serif');
    copy.setAttribute('font-weight', '700');
    parts.push(new XMLSerializer().serializeToString(copy));
    y += (WIDTH * height) / width + EDGE / 2;
  }
  const whole = [WIDTH + 2 * EDGE, Math.ceil(y + EDGE / 2)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole[0]}" height="${whole[1]}" viewBox="0 0 ${whole.join(' ')}">${parts.join('')}</svg>`;
}

/** As an address that an image takes. */
export const addressOf = (drawing: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
