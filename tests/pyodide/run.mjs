// Runs a Python file in the browser's Python, with the package of this checkout:
//   node tests/pyodide/run.mjs FILE.py [argument …]
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const require = createRequire(resolve(root, 'web/package.json'));
const { loadPyodide } = await import(require.resolve('pyodide/pyodide.mjs'));
const ts = require('typescript');

/** A module of the page, without its types. */
async function page(path) {
  const source = readFileSync(resolve(root, 'web/src', path), 'utf8');
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  return import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);
}

/** Processor time of this thread in seconds: others may be busy on the same machine. */
function cpu() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
}

const began = cpu();
const python = await loadPyodide({ env: { HOME: '/home' } });
python.registerJsModule('rowlock_layers', await page('device/layers.ts'));
python.registerJsModule('clock', { cpu, loaded: cpu() - began });
python.FS.mkdirTree('/checkout');
python.FS.mount(python.FS.filesystems.NODEFS, { root }, '/checkout');
if (process.env.XDG_DATA_HOME)
  python.FS.mount(python.FS.filesystems.NODEFS, { root: process.env.XDG_DATA_HOME }, '/home');
python.FS.chdir('/checkout');
const [file, ...rest] = process.argv.slice(2);
python.globals.set('given', python.toPy([file, ...rest]));
try {
  python.runPython(`
import runpy, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/checkout")
sys.argv = list(given)
runpy.run_path(sys.argv[0], run_name="__main__")
`);
} catch (error) {
  console.error(error.message); // and not the text of the module that it went through
  process.exit(1);
}
