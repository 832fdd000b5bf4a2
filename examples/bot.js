// A bot for `rowlock arena --bot "exec:node examples/bot.js"`: the most points at once, the fewest gaps.
const lines = require("node:readline").createInterface({ input: process.stdin });

function choose(view, moves) {
  const told = new Map(view.moves.map((move) => [move.move, move]));
  const worth = (text) => {
    const move = told.get(text);
    return move.cell ? 1 - move.skips : move.gain;
  };
  return moves.reduce((best, move) => (worth(move) > worth(best) ? move : best));
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "choose") {
    console.log(JSON.stringify({ move: choose(message.view, message.moves) }));
  }
});
