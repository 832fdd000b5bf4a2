/** The response to a tap is painted first: whatever arrives at that moment waits for the frame. */

/** The longest that anything waits, in milliseconds; a page that nobody sees has no frames. */
const PATIENCE = 250;

let waiting: (() => void)[] | null = null;
let late: ReturnType<typeof setTimeout> | undefined;

function begin(): void {
  waiting ??= [];
  clearTimeout(late);
  late = setTimeout(end, PATIENCE);
}

function end(): void {
  clearTimeout(late);
  const all = waiting ?? [];
  waiting = null;
  for (const one of all) one();
}

/** A tap is over, or a key is pressed: the frame that shows it comes next. */
function answered(): void {
  begin();
  requestAnimationFrame(() => setTimeout(end));
}

/** Watch fingers and keys, until the returned function is called. */
export function mindTaps(): () => void {
  const minded: [string, () => void][] = [
    ['pointerdown', begin],
    ['pointercancel', end],
    ['click', answered],
    ['keydown', answered],
  ];
  for (const [kind, react] of minded) addEventListener(kind, react, true);
  return () => {
    for (const [kind, react] of minded) removeEventListener(kind, react, true);
    end();
  };
}

/** At once, or after the frame that answers a tap; in the order of the calls. */
export function whenPainted(then: () => void): void {
  if (waiting) waiting.push(then);
  else then();
}
