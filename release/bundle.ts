// `npm ci` makes the bundle that `npm start` and the command line read, as `npm run prepare` does by hand.
import { fileURLToPath } from 'node:url';
import { writeServerBundle } from './server-bundle.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
await writeServerBundle({ folder: root, sources: root, ending: 'ts' });
