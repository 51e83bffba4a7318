#!/usr/bin/env node
// The first file of the server: tiny, so that the compile cache covers everything after it. Not in the shared folder
// for temporary files, where others could put code.
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../.compiled'));

// Before the hook below, which would be asked about each of their six hundred files.
const require = createRequire(import.meta.url);
for (const name of ['joi', '@hapi/hapi', 'knex']) require(name);

const ours = new URL('../../', import.meta.url).href;
// Our files name one another in full, so Node need not look for each of them and for what kind it is of.
registerHooks({
  resolve(specifier, { parentURL = '', ...context }, next) {
    const isOurs = /^\.{1,2}\/.*\.ts$/.test(specifier) && parentURL.startsWith(ours);
    if (!isOurs || parentURL.includes('/node_modules/')) return next(specifier, { parentURL, ...context });
    return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});

const { serve } = await import('./serve.ts');
await serve();
