// The package that runs without a clone: the same files in the same places, as JavaScript, with the browser's scripts built.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { readSources, SHIPPED_DOCS } from '../core/boot/author-docs.ts';
import { buildAssets } from '../core/views/asset-build.ts';
import { SHIPPED_ASSETS } from '../core/views/assets.ts';
import { writeDeclarations } from './declarations.ts';
import { writeServerBundle } from './server-bundle.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What the program is made of. */
const FOLDERS = ['core', 'cli', 'plugins', 'migrations', 'templates', 'testing'];
const FILES = ['LICENSE', 'README.md', 'SECURITY.md', 'GLOSSARY.md'];
/** Bundled for browsers, and not read by the server again. */
const BROWSER_ONLY = /\.(tsx|css|svg)$/;
/** These write files for authors of extensions, whose own ones Node reads as they are. */
const WRITERS = /^(core\/cli\/scaffold[\w-]*|cli\/commands\/migrate)\.ts$/;

/** Node strips no types within node_modules, so a file that names another one names what that has become. */
const named = (code: string): string => code.replace(/\.ts(?=['"`])/g, '.js');

async function compile(from: string, to: string): Promise<void> {
  const path = relative(root, from);
  const { code } = await transform(readFileSync(from, 'utf8'), {
    ...{ loader: 'ts', format: 'esm', target: 'node22', sourcefile: path, legalComments: 'none' },
    // As people wrote them, so that what a log says can be read.
    charset: 'utf8',
  });
  const isWriter = WRITERS.test(path);
  // The compiler writes its own imports with double quotes; what they write for others has single ones.
  const imports = isWriter ? code.replace(/((?:from|import) "[^"]+)\.ts"/g, '$1.js"') : named(code);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to.replace(/\.ts$/, '.js'), imports);
}

/** Plain JavaScript already; what it starts is so now, too. */
function writeStart(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, named(readFileSync(from, 'utf8')), { mode: 0o755 });
}

async function copyProgram(to: string): Promise<void> {
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const from = join(entry.parentPath, entry.name);
      const path = relative(root, from);
      if (/^plugins\/[^/]+\/(client|extension|worker)\//.test(path) && BROWSER_ONLY.test(path)) continue;
      if (extname(from) === '.ts') await compile(from, join(to, path));
      else if (extname(from) === '.js' && path.startsWith('cli/')) writeStart(from, join(to, path));
      else if (extname(from) !== '.tsx') cpSync(from, join(to, path), { recursive: true });
    }
}

function writeManifest(to: string): void {
  const {
    private: _,
    scripts: __,
    devDependencies: ___,
    allowScripts: ____,
    ...own
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const exports = JSON.parse(JSON.stringify(own.exports).replaceAll('.ts"', '.js"'));
  const manifest = { ...own, exports, scripts: { start: 'node core/boot/main.js' } };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes the package into an empty folder. */
export async function writePackage(to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  await copyProgram(to);
  await writeServerBundle({ folder: to, sources: root, ending: 'js' });
  writeDeclarations(root, to, named);
  writeFileSync(join(to, SHIPPED_DOCS), JSON.stringify(readSources()));
  for (const file of FILES) cpSync(join(root, file), join(to, file));
  cpSync(await buildAssets(join(root, '.build')), join(to, SHIPPED_ASSETS), { recursive: true });
  writeManifest(to);
}
