#!/usr/bin/env node
// The first file of the server: tiny, so that the compile cache covers everything after it. Not in the shared folder
// for temporary files, where others could put code.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../.compiled'));
const { serve } = await import('./serve.ts');
await serve();
