// Starts the server, as `npm start` does.
import { setFlagsFromString } from 'node:v8';
import { startServer } from '../../core/boot/serve.ts';
import type { CoreCommand } from '../runtime.ts';

/** What a space grows by that is full: the factor of V8, which other commands keep at 1. */
const GROWTH = 2;

export const serveCommand: CoreCommand = {
  name: 'serve',
  summary: 'Start the server: migrate the database, listen, run jobs until SIGTERM',
  examples: ['serve', 'serve --json'],
  async run(_host, { output, signal }) {
    setFlagsFromString(`--semi-space-growth-factor=${GROWTH}`);
    const { app, address } = await startServer();
    // A signal that came during the boot found no handler of the server yet.
    if (signal.aborted) await app.stop();
    output.line(`Commonplace ${app.version} listening on ${address}`);
    output.result({ version: app.version, url: address });
    return 0;
  },
};
