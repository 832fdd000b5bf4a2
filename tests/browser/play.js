/** Answers whatever the page asks, until the game is over, `stopAt` is to be seen or there are this many crosses. */
({ stopAt = null, crosses = null, style = 'random', seconds = 120 } = {}) => new Promise((done, failed) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const first = (selector) => document.querySelector(selector);
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const end = performance.now() + seconds * 1000;
  const answered = (window.answered = {});

  const cells = () => all('.play button.cell[aria-disabled=false]:not(.pencil)');
  const pass = () => first('.buttons .pass:not(:disabled)');
  const finish = () => first('.buttons .pass ~ .main:not(:disabled)');
  const cards = () => any(all('.play .held[aria-disabled=false]:not(.chosen)'));
  const gap = (cell) => {
    let open = 0;
    for (let one = cell; (one = one.previousElementSibling)?.matches('.open'); ) open += 1;
    return open;
  };

  /** How a plain question is answered: a cell, a card, done or pass. */
  const styles = {
    /** Cards are played one by one or several together. */
    random: () =>
      ((!first('.play.cards') || Math.random() < 0.5) && finish()) || any(cells()) || finish() || cards() || pass(),
    /** With few gaps, as people do. */
    careful: () => {
      const [near] = cells().sort((a, b) => gap(a) - gap(b));
      const good = near && (gap(near) < 3 || pass()?.matches('.warn'));
      return finish() || (good && near) || pass() || near;
    },
    /** White sums in the first row, and nothing else. */
    first_row: () => finish() || first('.row')?.querySelector('button.cell.white') || pass(),
    pass: () => finish() || pass(),
  };

  /** All that the page can ask, each with what is tapped; the first that is there is answered. */
  const questions = {
    curtain: () => first('.curtain button'),
    roll: () => first('.buttons .roll'),
    ending: () => first('.ending .plain'),
    consent: () => first('.consent .main'),
    tutor: () => first('.advice .keep'),
    dice: () => first('.enter .main:not(:disabled)') ?? any(all('.enter .faces .button:not(.main)')),
    row: () => any(all('.play .row .pick')),
    way: () => any(all('.play .way')),
    card: () => any(all('.play .display .slot[aria-disabled=false]')),
    colour: () => any(all('.play .colours button')),
    count: () => first('.buttons .count:not(:disabled)'),
    move: () => first('.play[data-asked=true]') && styles[style](),
  };

  const look = () => {
    for (const [name, find] of Object.entries(questions)) {
      const answer = find();
      if (answer) return { name, answer };
    }
    return null;
  };

  const isSeen = (question) => {
    if (question === 'curtain' || (!question && !first('.play[data-asked=true]'))) return false;
    if (stopAt) return first('.play')?.querySelector(stopAt);
    return crosses !== null && all('button.cell.crossed').length >= crosses && first('.play button.cell.white');
  };

  const tick = () => {
    if (first('.end')) return done('over');
    const question = look();
    if (isSeen(question?.name)) return done('stopped');
    if (performance.now() > end) {
      const asked = first('.ask')?.innerText ?? document.title;
      const late = `not over after ${seconds} s at ${location.pathname}`;
      return failed(new Error(`${late}: asked "${asked}", answered ${JSON.stringify(answered)}`));
    }
    if (question) {
      answered[question.name] = (answered[question.name] ?? 0) + 1;
      question.answer.click();
    }
    return setTimeout(tick, 12);
  };
  tick();
})
