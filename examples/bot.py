"""A bot for `rowlock arena --bot "exec:python3 examples/bot.py"`: the fewest skipped cells, no big gaps."""

import json
import sys


def choose(view, moves):
    told = {move["move"]: move for move in view["moves"]}

    def worth(text):
        move = told[text]
        return -move["skips"] if move["cell"] else move["gain"] - 2.5

    return max(moves, key=worth)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"move": choose(message["view"], message["moves"])}), flush=True)
