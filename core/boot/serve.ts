// Runs the server as a process: one line when it listens, one clear line when it cannot, a graceful end on signals.
import { setFlagsFromString } from 'node:v8';
import { DatabaseProblem } from '../database/database.ts';
import type { App } from '../kernel/app.ts';
import { createApp } from './boot.ts';
import { ConfigProblem, loadSettings, type Settings } from './config.ts';
import { discover } from './plugin-discovery.ts';
import { pluginSettings } from './setting-rules.ts';
import { SettingSources } from './setting-sources.ts';

/** Settings with the rules that plugins add. @throws ConfigProblem */
export async function settingsWithPlugins(): Promise<Settings> {
  const found = await discover(new SettingSources().pluginPlaces());
  return loadSettings(process.env, pluginSettings(found));
}

/** What a young space that is full grows by once there is somebody to serve: the factor of V8, 1 until then. */
const GROWTH = 2;

/** Boots and listens; signals end it gracefully. @throws what `startFailure` turns into one line */
export async function startServer(): Promise<{ app: App; address: string }> {
  const app = await createApp(await settingsWithPlugins());
  for (const { origin, state, reason } of app.plugins)
    if (state === 'skipped') app.log.warn({ extension: origin, reason }, 'an extension was skipped');
  const address = await app.start().catch(async (error) => {
    await app.stop();
    throw error;
  });
  setFlagsFromString(`--semi-space-growth-factor=${GROWTH}`);
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
  return { app, address };
}

export async function serve(): Promise<void> {
  // Before anything is made: whoever asks for help wants no server.
  const [unknown] = process.argv.slice(2);
  if (unknown !== undefined) {
    process.stderr.write(`${unknown}: this file takes no arguments. See commonplace serve --help.\n`);
    process.exit(2);
  }
  try {
    const { app, address } = await startServer();
    process.stdout.write(`Commonplace ${app.version} listening on ${address}\n`);
  } catch (error) {
    process.stderr.write(`${startFailure(error as NodeJS.ErrnoException)}\n`);
    process.exit(1);
  }
}

/** One clear line instead of a stack for what an administrator can mend. */
export function startFailure(error: NodeJS.ErrnoException & { port?: number; address?: string }): string {
  if (error.code === 'EADDRINUSE') return `PORT: ${error.port} on ${error.address} is in use by another program`;
  if (error.code === 'EACCES' && error.port) return `PORT: ${error.port} may not be used by this user`;
  if (error.code === 'EADDRNOTAVAIL') return `HOST: ${error.address} is not an address of this machine`;
  if (error instanceof ConfigProblem || error instanceof DatabaseProblem) return error.message;
  return error.stack ?? String(error);
}
