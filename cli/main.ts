#!/usr/bin/env node
// The first file of the command line: tiny, so that the compile cache covers everything after it.
import { prepareModules } from '../core/boot/module-resolution.ts';

prepareModules();
// Whoever reads may have read enough: what is done goes on, and is said to nobody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const { main } = await import('./program.ts');
process.exitCode = await main(process.argv.slice(2));
