async ([wish, most]) => {
  const chunk = performance.getEntriesByType('resource').find(({ name }) => /device\.svelte-[^/]*\.js/.test(name));
  const device = Object.values(await import(chunk.name)).find((one) => one && one.ask);
  const made = JSON.parse((await device.ask('POST', '/tables', JSON.stringify(wish))).text);
  const wire = {};
  const state = { looked: null };
  let count = 0;
  let answered = '';

  const send = (message) => wire.send(JSON.stringify(message));
  const say = (message) => send({ ...message, id: `m${++count}` });

  const hash = async (...lines) => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  };

  /** Our part of the dice. */
  const draw = async ({ what, for: [seat] }) => {
    const seed = `seed ${seat}`;
    if (what === 'seeds') return say({ type: 'seed', seat, seed });
    return say({ type: 'seal', seat, seal: await hash('rowlock seal 2', state.table.dice.label, seat, seed) });
  };

  const move = () => {
    const asked = state.views.filter((view) => view.waiting.includes(view.seat));
    const able = asked.find((view) => view.moves.length);
    if (able) {
      const { seat, turn, phase, moves } = able;
      say({ type: 'move', seat, turn, phase, move: moves[count % moves.length].move });
    } else if (asked.length && state.looked !== asked[0].seat) {
      state.looked = asked[0].seat; // a hand of cards is shown to who looks
      send({ type: 'look', seat: state.looked });
    }
  };

  return new Promise((resolve, reject) => {
    const hear = (message) => {
      if (message.type === 'refusal' || message.type === 'bye') reject(new Error(JSON.stringify(message)));
      if (message.table) Object.assign(state, { table: message.table, views: message.views });
      if (message.type === 'receipt') answered = message.id;
      if (!state.table || message.type === 'presence' || (count && answered !== `m${count}`)) return;
      if (state.table.state === 'over' || count > most) {
        wire.close();
        resolve({ table: made.table, over: state.views[0].over });
      } else if (state.table.drawing || ['seals', 'seeds'].includes(state.table.waiting.what))
        void draw(state.table.waiting);
      else if (state.table.state === 'playing') move();
    };
    wire.onopen = () => send({ type: 'hello', protocol: 1, one_hand: true });
    wire.onclose = () => reject(new Error('closed'));
    wire.onmessage = ({ data }) => hear(JSON.parse(data));
    device.connect(made.table, wire);
  });
}
