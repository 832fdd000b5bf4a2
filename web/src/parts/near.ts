/** What is drawn only when it comes near the screen: long pages cost nothing before anybody scrolls. */

const MARGIN = '300px';

/** Call once when the element is on the screen or close to it; at once where the browser cannot tell. */
export function near(element: HTMLElement, come: () => void): { destroy: () => void } {
  if (typeof IntersectionObserver !== 'function') {
    come();
    return { destroy: () => undefined };
  }
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      come();
    },
    { rootMargin: MARGIN },
  );
  watch.observe(element);
  return { destroy: () => watch.disconnect() };
}
