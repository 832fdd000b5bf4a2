/** What is drawn only when it comes near the screen: long pages cost nothing before anybody scrolls. */

const MARGIN = '160px';
/** The longest that a drawing waits for a quiet moment, in milliseconds. */
const PATIENCE = 400;

const waiting: (() => void)[] = [];

/** One drawing after the other, each in a quiet moment of its own: a finger is answered between them. */
function drawNext(): void {
  waiting.shift()?.();
  if (waiting.length) later();
}

function later(): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(drawNext, { timeout: PATIENCE });
  else setTimeout(drawNext, 16);
}

function takeTurn(come: () => void): void {
  waiting.push(come);
  if (waiting.length === 1) later();
}

/** Call once, in its turn, when the element is on the screen or close to it; at once where the browser cannot tell. */
export function near(element: HTMLElement, come: () => void): { destroy: () => void } {
  if (typeof IntersectionObserver !== 'function') {
    come();
    return { destroy: () => undefined };
  }
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      takeTurn(come);
    },
    { rootMargin: MARGIN },
  );
  watch.observe(element);
  return { destroy: () => watch.disconnect() };
}
