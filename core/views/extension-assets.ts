// Scripts and styles of an extension: bundled when the product starts, since they come to it after its own were built.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** What scripts of extensions import as `commonplace/client`: the library that the pages have loaded already. */
export const CLIENT_LIBRARY = 'library.js';

const takenFromPage = (address: string): Plugin => ({
  name: 'client-library',
  setup(build) {
    build.onResolve({ filter: /^commonplace\/client$/ }, () => ({ path: address, external: true }));
  },
});

/** @throws Error for a name that another plugin could have, too */
function entriesOf(owner: string, folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /(?<!\.d)\.(ts|js|css)$/.test(name));
  const foreign = names.find((name) => !new RegExp(`^${owner}(-[\\w-]+)?\\.\\w+$`).test(name));
  if (foreign) throw new Error(`the file ${foreign} of client must be called ${owner} or begin with ${owner}-`);
  return names.map((name) => join(folder, name));
}

/**
 * What browsers get of the files directly in a folder, by the name below `/static`: `weather.ts` becomes `weather.js`.
 * @param library address of the library
 * @throws Error naming the file at fault
 */
export async function bundleExtension(owner: string, client: URL, library: string): Promise<[string, string][]> {
  const folder = fileURLToPath(client);
  if (!existsSync(folder)) throw new Error(`the folder of scripts and styles is missing: ${folder}`);
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: entriesOf(owner, folder),
    outdir: folder,
    absWorkingDir: folder,
    ...{ bundle: true, write: false, minify: true, logLevel: 'silent' },
    ...{ format: 'esm', target: 'es2022', loader: { '.svg': 'dataurl', '.png': 'dataurl' } },
    plugins: [takenFromPage(library)],
  });
  return outputFiles.map(({ path, text }) => [basename(path), text]);
}
