// What package.json says of the product: its version, and what authors of extensions import as `commonplace/<name>`, a
// promise kept by `exports`.
import { readFileSync } from 'node:fs';

const { exports: listed, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  exports: Record<string, string>;
  version: string;
};

/** Which version of the product this is. */
export const packageVersion = (): string => version;

/** Names and files; what stands behind another name of the same file is how extensions of earlier versions call it. */
const named = Object.entries(listed).filter(([name]) => /^\.\/[\w-]+$/.test(name));
/** What stands behind `commonplace/`, but for the contracts of plugins. */
export const MODULE_NAMES = [
  ...new Map(named.toReversed().map(([name, file]) => [file, name.slice(2)])).values(),
].toReversed();

/**
 * The file that an extension means, from the root of the product: `commonplace`, `commonplace/<module>`, or
 * `commonplace/plugins/<plugin>`, the contract of one of the product's plugins.
 * @throws Error naming the modules there are
 */
export function publicModule(specifier: string): string {
  const name = `.${specifier.slice('commonplace'.length)}`;
  const plugin = /^\.\/plugins\/([a-z][a-z0-9-]*)$/.exec(name)?.[1];
  const path = plugin ? listed['./plugins/*']?.replace('*', plugin) : listed[name.includes('*') ? '' : name];
  if (path) return path.slice('./'.length);
  throw new Error(
    `${specifier} is not a module for extensions. There are commonplace, commonplace/plugins/<name of a plugin>, and commonplace/ with one of: ${MODULE_NAMES.join(', ')}.`,
  );
}
