/** Drawings that stand by themselves: a picture has no stylesheet and fetches no letters. */

import latin from '../../.font/latin.woff2';
import extended from '../../.font/latin-ext.woff2';

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
export const LETTERS = "'Source Sans', sans-serif";

/** A text as it may stand in a drawing. */
export const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An element of a drawing; lengths are written to a tenth. */
export function element(name: string, attributes: Record<string, string | number>, inside = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    return ` ${key}="${typeof value === 'number' ? Math.round(value * 10) / 10 : value}"`;
  });
  return `<${name}${written.join('')}>${inside}</${name}>`;
}

/** A whole drawing of this size. */
export function drawing(w: number, h: number, attributes: Record<string, string>, inside: string): string {
  const size = { width: w, height: h, viewBox: `0 0 ${w} ${h}` };
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size, ...attributes }, inside);
}

/** A copy of a drawing on the page, with what its stylesheet says written into it. */
export function standing(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll<SVGElement>('*');
  drawing.querySelectorAll('*').forEach((element, n) => {
    const seen = getComputedStyle(element);
    copies[n]!.setAttribute('style', STYLES.map((name) => `${name}:${seen.getPropertyValue(name)}`).join(';'));
  });
  for (const name of ['class', 'role', 'aria-label']) copy.removeAttribute(name);
  return copy;
}

/** Our letters as a style for a drawing; what cannot be fetched is written in the device's own. */
export async function embeddedLetters(): Promise<string> {
  const faces = [face(latin), face(extended, 'unicode-range:U+0100-02FF;')];
  return (await Promise.all(faces)).join('');
}

async function face(address: string, range = ''): Promise<string> {
  try {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const source = `url(data:font/woff2;base64,${encoded}) format('woff2')`;
    return `@font-face{font-family:'Source Sans';font-weight:400 800;${range}src:${source}}`;
  } catch {
    return '';
  }
}

/** As an address that an image takes. */
export const addressOf = (drawing: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
