// Bundles what browsers get so that a page asks for few files: what always comes together is one.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile, Plugin } from 'esbuild';
import { folderImports } from './folder-imports.ts';
import { INNER_NAMES, libraryParts } from './library-parts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const LIBRARY = 'core/client';
/** Runs in every page, and has the library in it. */
const FRAME = 'shell.js';

/** What few pages load stays out of the library, as do its folders. */
const APART = [
  'fetch-document.ts',
  'offline-files.ts',
  'island.ts',
  'form-confirmation.ts',
  'request-key.ts',
  'icon.tsx',
  'popover-panel.tsx',
  'date-picker.tsx',
  'date-words.ts',
  'peek-address.ts',
];

/** Scripts that run where there is no frame. */
const ALONE = ['docs.js', 'mermaid-frame.js', 'early-keys.js'];

/** Sources that load more on use when their script is there already: the rest need not bring what that has. */
const LOADERS: [source: RegExp, script: string][] = [
  [/\/client\/page-tools\.ts$/, 'page-tools.js'],
  [/\/editor\/client\/(?!shell|live\/)|\/blocks\/types\//, 'editor.js'],
  [/\/databases\/(client\/database[./]|schema\/types\/)/, 'database.js'],
];

/**
 * Libraries that frames load as they are, by the name under which they find them. Bundled here and not taken as they were
 * published: what they are made of is then what the lock file says.
 */
const LIBRARIES: Record<string, string> = { mermaid: 'mermaid' };

const common = {
  // Names of sources in what the bundler tells are relative to it, wherever the process was started.
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'silent',
} as const;

/** Sources by the script that they become; those of one name, in several plugins, become one. */
type Scripts = Map<string, string[]>;

function scriptsOf(paths: string[]): Scripts {
  const found: Scripts = new Map();
  for (const path of [...paths].sort()) {
    const name = basename(path).replace(/\.tsx?$/, '.js');
    found.set(name, [...(found.get(name) ?? []), relative(root, path)]);
  }
  return found;
}

/**
 * The bundler makes a file of all that the same scripts need. They all say that they come after the frame, and what is
 * loaded on use by the editor that it comes after the editor: then the frame is one file, and the editor another.
 */
function together(scripts: Scripts): Plugin {
  const library = readdirSync(join(root, LIBRARY)).filter((name) => /\.tsx?$/.test(name) && !APART.includes(name));
  const frame = [...(scripts.get(FRAME) ?? []), ...library.map((name) => `${LIBRARY}/${name}`)];
  const load = (before: string[], own: string[]) => ({
    contents: [...before.map((path) => `import './${path}';`), ...own.map((path) => `export * from './${path}';`)].join(
      '\n',
    ),
    resolveDir: root,
  });
  return {
    name: 'together',
    setup(build) {
      build.onResolve({ filter: /\.js$/ }, ({ kind, path }) =>
        kind === 'entry-point' ? { path, namespace: 'script' } : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'script' }, ({ path }) =>
        load(ALONE.includes(path) ? [] : frame, scripts.get(path) ?? []),
      );
      build.onResolve({ filter: /^\..*\.tsx?$/ }, ({ kind, path, importer, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const [, loader = FRAME] = LOADERS.find(([source]) => source.test(importer)) ?? [];
        return { path: relative(root, join(resolveDir, path)), namespace: `after-${loader}` };
      });
      for (const loader of [FRAME, ...LOADERS.map(([, script]) => script)])
        build.onLoad({ filter: /./, namespace: `after-${loader}` }, ({ path }) =>
          load([...frame, ...(scripts.get(loader) ?? [])], [path]),
        );
    },
  };
}

/** Scripts import a piece that holds the bundler's own functions also where they take none of them. */
function dropIdleImports({ outputs }: Metafile, folder: string): void {
  const own = Object.entries(outputs).filter(([, { inputs }]) => !Object.keys(inputs).length);
  for (const name of own.map(([path]) => basename(path)))
    for (const [path, output] of Object.entries(outputs)) {
      const file = join(folder, basename(path));
      const before = readFileSync(file, 'utf8');
      const text = before.replaceAll(`import"./${name}";`, '');
      if (text === before) continue;
      writeFileSync(file, text);
      if (!text.includes(name)) output.imports = output.imports.filter((one) => basename(one.path) !== name);
    }
}

/** For a script its own file and those that it imports before it runs, but for the frame, which every page has. */
export interface ScriptFiles {
  file: string;
  needs: string[];
}

/**
 * The pieces of all scripts by name, and of what they load on use by its source. Where others need what a script is made
 * of, that is a file of its own and stands for the script.
 */
function piecesIn({ outputs }: Metafile, scripts: Scripts): Record<string, ScriptFiles> {
  const byFile = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const importsOf = (file: string, found = new Set<string>()): Set<string> => {
    for (const { path, kind } of byFile.get(file)?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(basename(path))) continue;
      found.add(basename(path));
      importsOf(basename(path), found);
    }
    return found;
  };
  const holderOf = (sources: string[]): string | undefined =>
    sources.length ? [...byFile].find(([, { inputs }]) => sources.every((one) => one in inputs))?.[0] : undefined;
  const frame = holderOf(scripts.get(FRAME) ?? []);
  return Object.fromEntries(
    [...byFile].flatMap(([own, { entryPoint = '', exports }]) => {
      const [, kind, name = ''] = /^(script|after-[^:]+):(.*)$/.exec(entryPoint) ?? [];
      if (!kind) return [];
      const file = (exports.length === 0 && holderOf(scripts.get(name) ?? [name])) || own;
      const needs = [...importsOf(file)].filter((one) => one !== frame);
      return [[name, { file, needs: kind === 'script' ? needs : [file, ...needs] }]];
    }),
  );
}

/** Writes `static/`, `islands/` and `pieces.json`; `sources` are paths. */
export async function bundle(sources: { scripts: string[]; styles: string[]; islands: string[] }, out: string) {
  const { build } = await import('esbuild');
  const scripts = scriptsOf(sources.scripts);
  await Promise.all([
    build({
      ...common,
      entryPoints: [...scripts.keys(), ...sources.styles],
      outdir: join(out, 'static'),
      splitting: true,
      plugins: [together(scripts), folderImports],
      target: 'es2022',
      entryNames: '[name]',
      chunkNames: 'chunk-[hash]',
      metafile: true,
    }).then(({ metafile }) => {
      dropIdleImports(metafile, join(out, 'static'));
      writeFileSync(join(out, 'pieces.json'), JSON.stringify(piecesIn(metafile, scripts)));
    }),
    build({
      ...common,
      entryPoints: sources.islands,
      outdir: join(out, 'islands'),
      entryNames: '[name]',
      platform: 'node',
      packages: 'external',
      minify: false,
      plugins: [folderImports],
    }),
    ...Object.entries(LIBRARIES).map(([name, entry]) =>
      build({
        ...common,
        entryPoints: [entry],
        outfile: join(out, 'static', `${name}.js`),
        format: 'iife',
        globalName: `${name}Library`,
        footer: { js: `var ${name} = ${name}Library.default;` },
        target: 'es2022',
      }),
    ),
  ]);
}

/**
 * What runs in a place of its own, as an extension of browsers does: each script alone in one file, and whatever else
 * lies beside them as it is.
 */
export async function bundleAlone(paths: string[], out: string): Promise<void> {
  const { build } = await import('esbuild');
  mkdirSync(out, { recursive: true });
  for (const path of paths.filter((one) => !/\.(ts|css)$/.test(one))) copyFileSync(path, join(out, basename(path)));
  await build({
    ...common,
    entryPoints: paths.filter((path) => /\.(ts|css)$/.test(path)),
    outdir: out,
    format: 'iife',
    target: 'es2022',
    plugins: [libraryParts],
    mangleProps: INNER_NAMES,
  });
}
