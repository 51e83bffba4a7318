// Builds what browsers get: scripts and styles of all plugins, the sprite of icons, and islands once more for the server.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const require = createRequire(import.meta.url);

/** Where icons are named: `icon('trash-2')` in templates and scripts, `icon: 'trash-2'` in data. */
const ICON = /icon(?:\(\s*|:\s*|=)["']([a-z][a-z0-9-]*)["']/g;

interface Sources {
  /** entries: files directly in a client folder */
  scripts: string[];
  islands: string[];
  pictures: string[];
  /** everything whose change asks for a new build */
  all: string[];
  /** everything that may name an icon */
  naming: string[];
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

function findSources(): Sources {
  const found: Sources = { scripts: [], islands: [], pictures: [], all: [], naming: [] };
  for (const plugin of readdirSync(join(root, 'plugins'))) {
    const client = join(root, 'plugins', plugin, 'client');
    for (const path of filesBelow(client)) {
      if (!/\.(tsx?|css|svg)$/.test(path)) continue;
      found.all.push(path);
      if (dirname(path) !== client) continue;
      if (path.endsWith('.svg')) found.pictures.push(path);
      else found.scripts.push(path);
      if (path.endsWith('.tsx')) found.islands.push(path);
    }
  }
  found.all.push(...filesBelow(join(root, 'core', 'client')));
  const folders = ['plugins', 'core', 'templates'].map((name) => join(root, name));
  found.naming = folders.flatMap(filesBelow).filter((path) => /\.(tsx?|ejs)$/.test(path));
  return found;
}

/** Names, sizes and times of all sources: cheap to take at each start, changed by every edit. */
function stampOf(sources: Sources): string {
  const hash = createHash('sha256');
  const paths = new Set([...sources.all, ...sources.naming, join(root, 'package-lock.json')]);
  for (const path of [...paths].sort()) {
    const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
    hash.update(`${path}:${size}:${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** One picture that holds every named icon as a symbol; names that the set does not know are left out. */
function spriteOf(paths: string[]): string {
  const names = new Set<string>();
  for (const path of paths) {
    for (const [, name] of readFileSync(path, 'utf8').matchAll(ICON)) names.add(name as string);
  }
  const folder = join(dirname(require.resolve('lucide-static/package.json')), 'icons');
  const symbols = [...names].sort().flatMap((name) => {
    const path = join(folder, `${name}.svg`);
    if (!existsSync(path)) return [];
    const inner = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
    return `<symbol id="${name}" viewBox="0 0 24 24">${inner.trim().replace(/\s*\n\s*|\s+(?=\/>)/g, '')}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

const common = {
  bundle: true,
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'silent',
} as const;

const LIBRARY = join(root, 'core', 'client');
/** What few pages load stays out of it. */
const APART = ['island.ts', 'dropped.ts', 'form-manners.ts', 'comment-request.ts'];

/** The library of the browser as one piece, because a page that loads it in ten waits for the slowest. */
async function bundleLibrary(esbuild: typeof import('esbuild'), out: string): Promise<string> {
  const names = readdirSync(LIBRARY).filter((name) => !APART.includes(name));
  const { metafile } = await esbuild.build({
    ...common,
    stdin: { contents: names.map((name) => `export * from './${name}';`).join('\n'), resolveDir: LIBRARY },
    outdir: join(out, 'static'),
    target: 'es2022',
    entryNames: 'chunk-[hash]',
    metafile: true,
  });
  return basename(Object.keys(metafile.outputs)[0] as string);
}

/** Lets entries import the library from its one piece. */
const fromLibrary = (piece: string): import('esbuild').Plugin => ({
  name: 'library',
  setup(build) {
    build.onResolve({ filter: /\/[\w-]+\.ts$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      if (dirname(file) !== LIBRARY || APART.includes(basename(file))) return undefined;
      return { path: `./${piece}`, external: true };
    });
  },
});

async function bundle(sources: Sources, out: string): Promise<void> {
  const esbuild = await import('esbuild');
  const { build } = esbuild;
  const library = await bundleLibrary(esbuild, out);
  await Promise.all([
    build({
      ...common,
      entryPoints: sources.scripts,
      outdir: join(out, 'static'),
      splitting: true,
      plugins: [fromLibrary(library)],
      target: 'es2022',
      entryNames: '[name]',
      chunkNames: 'chunk-[hash]',
      metafile: true,
    }).then(({ metafile }) => writeFileSync(join(out, 'metafile.json'), JSON.stringify(metafile))),
    build({
      ...common,
      entryPoints: sources.islands,
      outdir: join(out, 'islands'),
      platform: 'node',
      packages: 'external',
      minify: false,
    }),
  ]);
}

/** Fills `out` with `static/`, `islands/` and `metafile.json`, unless the last build saw the same sources. */
export async function buildAssets(out: string): Promise<void> {
  const sources = findSources();
  const stamp = stampOf(sources);
  const stampFile = join(out, 'stamp');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  for (const folder of ['static', 'islands']) {
    // Another process that starts now may be writing there; what it writes is the same.
    rmSync(join(out, folder), { recursive: true, force: true, maxRetries: 8, retryDelay: 100 });
    mkdirSync(join(out, folder), { recursive: true });
  }
  await bundle(sources, out);
  for (const path of sources.pictures) copyFileSync(path, join(out, 'static', basename(path)));
  writeFileSync(join(out, 'static', 'icons.svg'), spriteOf(sources.naming));
  writeFileSync(join(out, 'islands', 'package.json'), '{"type":"module"}\n');
  writeFileSync(stampFile, stamp);
}

interface Metafile {
  outputs: Record<string, { imports: { path: string; kind: string }[] }>;
}

/** File names of what a script imports before it runs, directly or by others; what it loads on use is left out. */
export function piecesOf(metafile: string, name: string): string[] {
  const { outputs } = JSON.parse(readFileSync(metafile, 'utf8')) as Metafile;
  const byName = new Map(Object.entries(outputs).map(([path, { imports }]) => [basename(path), imports]));
  const found = new Set<string>();
  const visit = (one: string): void => {
    for (const { path, kind } of byName.get(one) ?? []) {
      if (kind !== 'import-statement' || found.has(basename(path))) continue;
      found.add(basename(path));
      visit(basename(path));
    }
  };
  visit(name);
  return [...found];
}
