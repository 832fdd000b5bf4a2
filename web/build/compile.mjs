// The modules that a start imports, compiled by the browser's own Python: node compile.mjs PYODIDE LIBRARY HOUSE OUT
// HOUSE and OUT are flat archives, see pack_flat in make_python.py; OUT has `lib/NAME.pyc` and `house/NAME.pyc`, and an
// empty `built_in/NAME.py` for what Python itself contains.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [pyodide, library, house, out] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
// a traceback names lines, but no columns: a quarter of the bytes are these
const env = { PYTHONNODEBUGRANGES: '1' };
const python = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL: library, env });
python.FS.writeFile('/house.bin', readFileSync(house));
try {
  python.runPython(`
import importlib._bootstrap_external as external
import json, struct, sys
from pathlib import Path

def read_flat(packed):
    length = struct.unpack("<I", packed[:4])[0]
    at = 4 + length
    for name, size in json.loads(packed[4:at]):
        yield name, packed[at : at + size]
        at += size

for name, content in read_flat(Path("/house.bin").read_bytes()):
    path = Path("/house", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
sys.path.insert(0, "/house")
import rowlock.offline.preload

ROOTS = {"/lib/python314.zip/": "lib/", "/house/": "house/"}

def compiled():
    """Documentation strings stay with the house, whose dataclasses would make up others, and go elsewhere."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None) or ""
        root = next((root for root in ROOTS if file.startswith(root)), None)
        source = module.__loader__.get_source(module.__spec__.name) if root and file.endswith(".py") else None
        if source is not None:
            code = compile(source, file, "exec", dont_inherit=True, optimize=0 if ROOTS[root] == "house/" else 2)
            yield file.replace(root, ROOTS[root]) + "c", bytes(external._code_to_hash_pyc(code, bytes(8), False))

def built_in():
    for name, module in sys.modules.items():
        if getattr(module.__spec__, "origin", None) == "frozen":
            yield f"built_in/{name.replace('.', '/')}.py", b""

found = dict(sorted([*compiled(), *built_in()]))
names = json.dumps([[name, len(content)] for name, content in found.items()]).encode()
Path("/out.bin").write_bytes(struct.pack("<I", len(names)) + names + b"".join(found.values()))
`);
} catch (error) {
  console.error(error.message); // and not the text of the module that it went through
  process.exit(1);
}
writeFileSync(out, python.FS.readFile('/out.bin'));
