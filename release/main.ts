// `npm run package`: writes the package into a folder, where `npm pack` makes one file of it.
import { resolve } from 'node:path';
import { writePackage } from './package.ts';

const folder = resolve(process.argv[2] ?? 'dist');
await writePackage(folder);
console.log(`Wrote ${folder}. "npm pack ${folder}" makes one file of it, and "npx ./commonplace-….tgz serve" runs it.`);
