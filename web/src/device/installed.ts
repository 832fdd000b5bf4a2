/** Whether this page may fetch by itself what it needs without a network. */

/** Installed as an app: whoever does that wants it at hand, also on the train. */
export function isInstalled(): boolean {
  const shown = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)';
  return matchMedia(shown).matches || ('standalone' in navigator && navigator.standalone === true);
}

/** Whether some megabytes cost nobody anything, as far as the browser tells. */
export function isFree(): boolean {
  const { connection: line } = navigator as {
    connection?: { saveData?: boolean; type?: string; effectiveType?: string };
  };
  return !line?.saveData && line?.type !== 'cellular' && !/[23]g/.test(line?.effectiveType ?? '');
}

/** Do something when nobody has wanted anything for a while; the answer puts it off. */
export function whenIdle(milliseconds: number, work: () => void): () => void {
  const idle = () => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : work());
  const timer = setTimeout(idle, milliseconds);
  return () => clearTimeout(timer);
}
