// How the program finds its modules: its own files name one another in full, which need not be looked for.
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

const ROOT = new URL('../../', import.meta.url);
const OWN = /^\.{1,2}\/.*\.([tj]s)$/;
/** As they are in a clone, and as the package has them. */
const FORMATS: Record<string, string> = { ts: 'module-typescript', js: 'module' };

/** Keeps compiled modules for the next start, and spares Node the search for our own; comes before all other imports. */
export function prepareModules(): void {
  // Not in the shared folder for temporary files, where others could put code.
  enableCompileCache(join(import.meta.dirname, '../../.compiled'));
  // Before the hook below, which would be asked about each of their six hundred files.
  const require = createRequire(import.meta.url);
  for (const name of ['joi', '@hapi/hapi', 'knex']) require(name);
  registerHooks({
    resolve(specifier, { parentURL = '', ...context }, next) {
      // The program may itself lie in a folder of that name.
      const isOurs = parentURL.startsWith(ROOT.href) && !parentURL.slice(ROOT.href.length).includes('node_modules/');
      const kind = isOurs && OWN.exec(specifier)?.[1];
      if (!kind) return next(specifier, { parentURL, ...context });
      return { url: new URL(specifier, parentURL).href, format: FORMATS[kind], shortCircuit: true };
    },
  });
}
