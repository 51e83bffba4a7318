#!/usr/bin/env node
// The first file of the command line: tiny, so that the compile cache covers everything after it.
import { setFlagsFromString } from 'node:v8';
import { prepareModules } from '../core/boot/module-resolution.ts';

const keepYoungSpace = (): void => setFlagsFromString('--semi-space-growth-factor=1');

// What a command reads is soon of no use to it, and a server may need the memory beside it: the young space stays small,
// which saves up to 100 MB where a large document is imported. The command that is a server lets it grow while it loads
// its modules, a sixth of its start, and again when it listens.
if (process.argv[2] !== 'serve') keepYoungSpace();
prepareModules();
keepYoungSpace();
// Whoever reads may have read enough: what is done goes on, and is said to nobody.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const { main } = await import('./program.ts');
process.exitCode = await main(process.argv.slice(2));
