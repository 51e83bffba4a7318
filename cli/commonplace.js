#!/usr/bin/env node
// Plain JavaScript, which every Node reads: those that cannot read the rest are told so in a sentence.
const OLDEST = [22, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(`Commonplace needs Node ${OLDEST.join('.')} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else await import('./main.ts');
