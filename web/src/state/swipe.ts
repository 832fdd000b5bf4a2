/** A finger or a pen that is drawn across something: which way, once it has gone far enough. */

export type Way = 'left' | 'right' | 'down';
const FAR = 48;

export interface Swiped {
  /** How far to the right it is at the moment; 0 once it has been lifted. */
  drawn: (x: number) => void;
  swiped: (way: Way) => void;
}

/** Follows the pointer over an element, for `use:swipe`; buttons in it stay buttons. */
export function swipe(element: HTMLElement, heard: Swiped): void {
  let from: PointerEvent | null = null;
  const isOurs = (event: PointerEvent) => from?.pointerId === event.pointerId;

  element.addEventListener('pointerdown', (event) => {
    if (!(event.target as Element).closest('button')) from = event;
  });
  element.addEventListener('pointermove', (event) => {
    if (isOurs(event)) heard.drawn(event.clientX - from!.clientX);
  });
  element.addEventListener('pointercancel', () => {
    from = null;
    heard.drawn(0);
  });
  element.addEventListener('pointerup', (event) => {
    if (!isOurs(event)) return;
    const [x, y] = [event.clientX - from!.clientX, event.clientY - from!.clientY];
    from = null;
    heard.drawn(0);
    if (Math.max(Math.abs(x), y) >= FAR) heard.swiped(Math.abs(x) < y ? 'down' : x < 0 ? 'left' : 'right');
  });
}
