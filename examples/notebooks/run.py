"""Run the notebooks and keep what they show: `python examples/notebooks/run.py [NAME …]`.

A cell that is tagged `parameters` sets what a run takes; the tests run them with smaller ones.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def run_notebook(path: Path, **parameters: Any) -> dict[str, Any]:
    """Run all cells in order; the notebook with their outputs."""
    import matplotlib as mpl

    mpl.use("Agg")
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        cell["execution_count"] = number
        cell["outputs"] = _run_cell("".join(cell["source"]), names, number, f"{path.name} [{number}]")
        if "parameters" in cell["metadata"].get("tags", ()):
            names |= parameters
    return notebook


def _run_cell(source: str, names: dict[str, Any], number: int, place: str) -> list[dict[str, Any]]:
    """Run a cell: what it prints, the value of its last line, the pictures it draws."""
    import matplotlib.pyplot as plt

    tree, last, outputs = ast.parse(source, place), None, []
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, place, "exec"), names)
        worth = eval(compile(last, place, "eval"), names) if last else None
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines})
    for figure in map(plt.figure, plt.get_fignums()):
        drawn = io.BytesIO()
        figure.savefig(drawn, format="png", dpi=80)
        picture = base64.b64encode(drawn.getvalue()).decode()
        outputs.append({"output_type": "display_data", "metadata": {}, "data": {"image/png": picture}})
    plt.close("all")
    if worth is not None and not isinstance(worth, int):
        shown = {"text/plain": [repr(worth)]}
        outputs.append(
            {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": shown}
        )
    return outputs


if __name__ == "__main__":
    for path in sorted(HERE.glob("*.ipynb")):
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            done = json.dumps(run_notebook(path), indent=1, ensure_ascii=False)
            path.write_text(done + "\n", encoding="utf-8")
            print(path)
