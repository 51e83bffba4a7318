// How the program finds its modules: its own files name one another in full, which need not be looked for.
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

const ROOT = new URL('../../', import.meta.url);

/** Keeps compiled modules for the next start, and spares Node the search for our own; comes before all other imports. */
export function prepareModules(): void {
  // Not in the shared folder for temporary files, where others could put code.
  enableCompileCache(join(import.meta.dirname, '../../.compiled'));
  // Before the hook below, which would be asked about each of their six hundred files.
  const require = createRequire(import.meta.url);
  for (const name of ['joi', '@hapi/hapi', 'knex']) require(name);
  registerHooks({
    resolve(specifier, { parentURL = '', ...context }, next) {
      const isOurs = /^\.{1,2}\/.*\.ts$/.test(specifier) && parentURL.startsWith(ROOT.href);
      if (!isOurs || parentURL.includes('/node_modules/')) return next(specifier, { parentURL, ...context });
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
    },
  });
}
