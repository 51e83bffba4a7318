// What the server finds by reading folders, browsers get as imports: the bundler writes them in place of the call.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

const IMPORT = /^import \{ folderModules \} from .*$/m;
const CALL = /folderModules(?:<[^>]+>)?\(\s*import\.meta\.url,\s*['"]([\w.-]+)['"],?\s*\)/;

/** The source with the modules that `folderModules` finds beside it, or null where it is not called. */
export function withImports(source: string, place: string): string | null {
  const [call, file] = CALL.exec(source) ?? [];
  if (!call || !file) return null;
  const folders = readdirSync(place)
    .sort()
    .filter((name) => existsSync(join(place, name, file)));
  const imports = folders.map((name, at) => `import folder${at} from './${name}/${file}';`);
  return source.replace(IMPORT, imports.join('')).replace(call, `[${folders.map((_, at) => `folder${at}`).join()}]`);
}

const STYLES = /^@import "([^"*]*)\*\/([\w.-]+\.css)";$/gm;

/** The same for styles: `@import "./types/*\/style.css"` names those of all folders that have one, in their order. */
const withStyles = (source: string, place: string): string =>
  source.replace(STYLES, (_, above: string, file: string) =>
    readdirSync(join(place, above))
      .sort()
      .filter((name) => existsSync(join(place, above, name, file)))
      .map((name) => `@import "${above}${name}/${file}";`)
      .join('\n'),
  );

export const folderImports: Plugin = {
  name: 'folder-imports',
  setup(build) {
    build.onLoad({ filter: /\/plugins\/.*\.css$/, namespace: 'file' }, ({ path }) => ({
      contents: withStyles(readFileSync(path, 'utf8'), dirname(path)),
      loader: 'css',
    }));
    build.onLoad({ filter: /\/plugins\/.*\.ts$/, namespace: 'file' }, ({ path }) => {
      const contents = withImports(readFileSync(path, 'utf8'), dirname(path));
      return contents === null ? undefined : { contents, loader: 'ts' };
    });
  },
};
