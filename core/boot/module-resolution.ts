// How the program finds its modules: its own files name one another in full, which need not be looked for.
import { createRequire, enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module';
import { join } from 'node:path';
import { useBundle } from './server-bundle.ts';

const ROOT = new URL('../../', import.meta.url);
const OWN = /^\.{1,2}\/.*\.([tj]s)$/;
/** Where those lie; extensions, which may bring packages of their own, lie elsewhere. */
const PLACES = /^(cli|core|plugins)\//;
/** As they are in a clone, and as the package has them. */
const FORMATS: Record<string, string> = { ts: 'module-typescript', js: 'module' };

/** Keeps compiled modules for the next start, and spares Node the search for our own; comes before all other imports. */
export function prepareModules(): void {
  // Not in the shared folder for temporary files, where others could put code.
  enableCompileCache(join(import.meta.dirname, '../../.compiled'));
  // Before the hook below, which would be asked about each of their six hundred files.
  const require = createRequire(import.meta.url);
  for (const name of ['joi', '@hapi/hapi', 'knex']) require(name);
  const packages = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, { parentURL = '', ...context }, next) {
      const isOurs = parentURL.startsWith(ROOT.href) && PLACES.test(parentURL.slice(ROOT.href.length));
      if (!isOurs) return next(specifier, { parentURL, ...context });
      const kind = OWN.exec(specifier)?.[1];
      if (kind) return { url: new URL(specifier, parentURL).href, format: FORMATS[kind], shortCircuit: true };
      if (specifier.startsWith('.')) return next(specifier, { parentURL, ...context });
      // A package is the same for all of our files; what requires it may be given another form of it.
      const key = `${context.conditions.join()} ${specifier}`;
      const known = packages.get(key);
      if (known) return known;
      const found = next(specifier, { parentURL, ...context });
      packages.set(key, { ...found, shortCircuit: true });
      return found;
    },
  });
  useBundle();
}
