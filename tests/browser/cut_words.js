// What nobody can read on this screen: words that are cut off, stick out, or break in their middle.
() => {
  const found = new Set();
  const width = document.documentElement.clientWidth;
  const top = document.querySelector('dialog[open]') ?? document.body;
  const tell = (what, text) => found.add(`${what}: ${text.trim().slice(0, 60)}`);
  if (document.scrollingElement.scrollWidth > width) tell('the page is wider than the screen', document.title);

  if (top.matches('dialog') && top.scrollWidth > top.clientWidth)
    tell('the dialog is wider than its frame', top.innerText.split('\n')[0]);

  const isSeen = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest('.unseen, svg, [aria-hidden=true], code, pre');
  /** The nearest ancestor that scrolls sideways, where words may well be outside the screen. */
  const scrolls = (one) => {
    for (let up = one; up; up = up.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return true;
    return false;
  };
  /** The nearest ancestor that hides what does not fit. */
  const frame = (one) => {
    for (let up = one; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== 'visible') return up;
    return null;
  };
  const rects = (text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].filter((one) => one.width > 0.5);
  };

  /** Whether something else lies over a line of text that is scrolled to the middle of the screen. */
  const isCovered = (one) => {
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top: above, width: wide, height } = rects(one.firstText, 0, one.firstText.data.length)[0];
    const over = document.elementFromPoint(left + Math.min(wide / 2, 40), above + height / 2);
    return over !== null && !one.contains(over) && !over.contains(one);
  };

  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || !isSeen(parent) || scrolls(parent)) continue;
    const hides = frame(parent)?.getBoundingClientRect();
    const button = parent.closest('button, .button')?.getBoundingClientRect();
    for (const { 0: word, index } of text.data.matchAll(/[^\s/·–—\-\u00ad]+/g)) {
      const lines = rects(text, index, index + word.length);
      if (!lines.length) continue;
      const [left, right] = [Math.min(...lines.map((one) => one.left)), Math.max(...lines.map((one) => one.right))];
      if (left < -1 || right > width + 1) tell('outside the screen', `“${word}” in “${text.data}”`);
      if (hides && (left < hides.left - 1 || right > hides.right + 1)) tell('cut off', `“${word}” in “${text.data}”`);
      if (button && (left < button.left - 1 || right > button.right + 1))
        tell('sticks out of its button', `“${word}” in “${text.data}”`);
      const tops = new Set(lines.map((one) => Math.round(one.top)));
      const isWord = !text.data.includes('://') && /^[\p{L}\p{P}]+$/u.test(word); // notation may break anywhere
      if (isWord && tops.size > 1) tell('broken in its middle', `“${word}” in “${text.data}”`);
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const one of top.querySelectorAll('select')) {
    const style = getComputedStyle(one);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = (one.selectedOptions[0]?.label ?? '').replace(/[●○]/g, '').trim(); // strength may be cut, words may not
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (isSeen(one) && pen.measureText(text).width > room + 1) tell('cut off in its list', text);
  }
  for (const one of top.querySelectorAll('p, h1, h2, h3, figcaption')) {
    one.firstText = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const isPlain = one.firstText && isSeen(one) && !one.closest('.sheet, [role=status]');
    if (isPlain && rects(one.firstText, 0, one.firstText.data.length).length && isCovered(one))
      tell('covered', one.innerText);
  }
  return [...found];
}
