// Modules that are found by where they lie: one of a kind in each folder, so that a new one needs no list.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/**
 * What each `<folder>/<file>` beside a module exports by default, by name of the folder: `folderModules(import.meta.url,
 * 'model.ts')`. For browsers the bundler puts imports in place of the call, which therefore is written exactly so.
 */
export function folderModules<T>(module: string, file: string): T[] {
  const place = fileURLToPath(new URL('./', module));
  return readdirSync(place)
    .sort()
    .map((folder) => join(place, folder, file))
    .filter((path) => existsSync(path))
    .map((path) => (require(path) as { default: T }).default);
}
