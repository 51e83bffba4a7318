// Runs the server as a process: one line when it listens, one clear line when it cannot, a graceful end on signals.

import { createApp, discover } from './boot.ts';
import { ConfigProblem, loadSettings } from './config.ts';
import { DatabaseProblem } from './database.ts';

/** Settings with the rules that plugins add. */
export async function settingsWithPlugins() {
  const early = { extensions: process.env.EXTENSIONS_DIR ?? 'data/extensions', packages: [] };
  const found = await discover(early);
  return loadSettings(process.env, Object.assign({}, ...found.map(({ plugin }) => plugin?.manifest.config ?? {})));
}

export async function serve(): Promise<void> {
  try {
    const app = await createApp(await settingsWithPlugins());
    const address = await app.start();
    process.stdout.write(`Commonplace ${app.version} listening on ${address}\n`);
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) return;
        stopping = true;
        void app.stop().then(
          () => process.exit(0),
          (error) => {
            app.log.error({ err: error }, 'stop');
            process.exit(1);
          },
        );
      });
    }
  } catch (error) {
    process.stderr.write(`${explain(error as NodeJS.ErrnoException)}\n`);
    process.exit(1);
  }
}

/** One clear line instead of a stack for what an administrator can mend. */
export function explain(error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  if (error.code === 'EADDRINUSE') return `PORT: ${error.port} on ${error.address} is in use by another program`;
  if (error.code === 'EACCES' && error.port) return `PORT: ${error.port} may not be used by this user`;
  if (error.code === 'EADDRNOTAVAIL') return `HOST: ${error.address} is no address of this machine`;
  if (error instanceof ConfigProblem || error instanceof DatabaseProblem) return error.message;
  return error.stack ?? String(error);
}
