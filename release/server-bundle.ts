// Writes the program's own modules as one file, in the order in which a start loads them.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { BUNDLE_FOLDER, type BundleIndex } from '../core/boot/server-bundle.ts';
import { withImports } from '../core/views/folder-imports.ts';

/** What is loaded before the bundle can be used. */
const BEFORE = /^core\/boot\/(main|module-resolution|server-bundle)\.[tj]s$/;

/** What a start loads: the server, the command line, and the plugins, which both find by reading their folder. */
function entriesOf(folder: string, ending: string): string[] {
  const plugins = readdirSync(join(folder, 'plugins')).map((name) => `plugins/${name}/index.${ending}`);
  return [`core/boot/serve.${ending}`, `cli/program.${ending}`, ...plugins].filter((path) =>
    existsSync(join(folder, path)),
  );
}

/** A module as a part of the bundle: it still has an address of its own, and no folder is read for its modules. */
async function partOf(folder: string, file: string, folders: Set<string>): Promise<string> {
  const text = readFileSync(file, 'utf8');
  const found = withImports(text, dirname(file));
  if (found !== null) folders.add(relative(folder, dirname(file)));
  const source = found ?? text;
  if (!source.includes('import.meta')) return source;
  const address = `new URL(${JSON.stringify(`../${relative(folder, file)}`)}, import.meta.url).href`;
  const { code } = await transform(source, { loader: 'ts', define: { 'import.meta.url': 'moduleUrl' } });
  if (/import\.meta\.(?!url)/.test(code))
    throw new Error(`${file}: a bundled module may use nothing but import.meta.url`);
  return `const moduleUrl = ${address};\n${code}`;
}

/** Takes in what is imported by a path; packages, and what is loaded later, stay where they are. */
const parts = (folder: string, folders: Set<string>): Plugin => ({
  name: 'parts',
  setup(builder) {
    builder.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return null;
      if (!path.startsWith('.')) return { path, external: true };
      const file = join(resolveDir, path);
      const name = relative(folder, file);
      if (kind === 'import-statement' && !BEFORE.test(name)) return { path: file };
      return { path: `../${name}`, external: true };
    });
    builder.onLoad({ filter: /\.[tj]s$/ }, async ({ path }) => ({
      contents: await partOf(folder, path, folders),
      loader: 'ts',
    }));
  },
});

const optionsOf = (
  folder: string,
  lines: string[],
  plugin: Plugin,
): BuildOptions & { metafile: true; write: false } => ({
  stdin: { contents: lines.join('\n'), resolveDir: folder, loader: 'ts' },
  ...{ bundle: true, format: 'esm', platform: 'node', target: 'node22', charset: 'utf8', legalComments: 'none' },
  ...{ metafile: true, write: false, absWorkingDir: folder, plugins: [plugin] },
});

/** A program that is bundled. */
interface Program {
  folder: string;
  /** where it is as TypeScript: the same folder, or the one that it was made from, and then it changes no more */
  sources: string;
  ending: 'ts' | 'js';
}

/** The modules of a start, each with the names that it exports, among which are those that it hands on from others. */
async function modulesOf({ sources }: Program, paths: string[]): Promise<BundleIndex['modules']> {
  const modules: BundleIndex['modules'] = {};
  for (const [at, path] of paths.entries()) {
    const file = pathToFileURL(join(sources, path.replace(/\.js$/, '.ts')));
    modules[path] = { prefix: `m${at}_`, names: Object.keys(await import(file.href)) };
  }
  return modules;
}

/** Writes the bundle of a program into its folder, with what tells whether its sources have changed since. */
export async function writeServerBundle(program: Program): Promise<void> {
  const { folder, sources, ending } = program;
  const read = new Set<string>();
  const plugin = parts(folder, read);
  const entries = entriesOf(folder, ending).map((path) => `import './${path}';`);
  const { metafile } = await build(optionsOf(folder, entries, plugin));
  const paths = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>');
  const modules = await modulesOf(program, paths);
  const named = Object.entries(modules).flatMap(([path, { prefix, names }]) =>
    names.map((name) => `export { ${name} as ${prefix}${name} } from './${path}';`),
  );
  const { outputFiles } = await build(optionsOf(folder, [...entries, ...named], plugin));
  const index: BundleIndex = { modules, sources: {}, folders: {} };
  if (sources === folder) {
    for (const path of paths) {
      const { mtimeMs, size } = statSync(join(folder, path));
      index.sources[path] = [mtimeMs, size];
    }
    for (const path of read) index.folders[`${path}/`] = readdirSync(join(folder, path));
  }
  const to = join(folder, BUNDLE_FOLDER);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'server.js'), outputFiles[0]?.contents ?? '');
  writeFileSync(join(to, 'index.json'), JSON.stringify(index));
}
