// Starts the server, as `npm start` does.
import { startServer } from '../../core/boot/serve.ts';
import type { CoreCommand } from '../runtime.ts';

export const serveCommand: CoreCommand = {
  name: 'serve',
  summary: 'Start the server: migrate the database, listen, run jobs until SIGTERM',
  examples: ['serve', 'serve --json'],
  async run(_host, { output, signal }) {
    const { app, address } = await startServer();
    // A signal that came during the boot found no handler of the server yet.
    if (signal.aborted) await app.stop();
    output.line(`Commonplace ${app.version} listening on ${address}`);
    output.result({ version: app.version, url: address });
    return 0;
  },
};
