#!/usr/bin/env node
// The first file of the command line: tiny, so that the compile cache covers everything after it.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../.compiled'));
const { main } = await import('./program.ts');
process.exitCode = await main(process.argv.slice(2));
