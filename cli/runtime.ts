// What commands run in: the plugins found, the settings, and on demand a database or a whole app that serves nobody.

import { createApp } from '../core/boot/boot.ts';
import { loadSettings, prepareDataDir, type Settings } from '../core/boot/config.ts';
import { createLog, type Log } from '../core/boot/log.ts';
import { discover } from '../core/boot/plugin-discovery.ts';
import { pluginSettings } from '../core/boot/setting-rules.ts';
import { SettingSources } from '../core/boot/setting-sources.ts';
import { type Database, openDatabase } from '../core/database/database.ts';
import type { App, AppOptions } from '../core/kernel/app.ts';
import type { DiscoveredPlugin } from '../core/kernel/discovered-plugin.ts';
import type { CommandInput, CommandShape } from '../core/kernel/plugin.ts';

/** A command of the program itself; those of plugins always need the app. */
export interface CoreCommand extends CommandShape {
  run(host: Host, input: CommandInput): Promise<number>;
}

export class Host {
  readonly found: DiscoveredPlugin[];
  readonly sources: SettingSources;

  constructor(found: DiscoveredPlugin[], sources: SettingSources) {
    this.found = found;
    this.sources = sources;
  }

  static async open(sources: SettingSources = new SettingSources()): Promise<Host> {
    return new Host(await discover(sources.pluginPlaces()), sources);
  }

  /** The checked settings. @throws ConfigProblem */
  settings(): Settings {
    return loadSettings(process.env, pluginSettings(this.found));
  }

  /**
   * Runs `work` in an app that neither listens nor runs jobs nor delivers events: a server does, now or at its start. It has
   * no routes unless they are asked for.
   */
  async app<T>(work: (app: App) => Promise<T>, options: AppOptions = {}): Promise<T> {
    const settings = this.settings();
    const app = await createApp(settings, { log: this.#log(settings), routes: false, ...options });
    try {
      return await work(app);
    } finally {
      await app.stop();
    }
  }

  /** Runs `work` with the database alone, whatever the state of its schema. @throws DatabaseProblem */
  async database<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const { DATABASE_URL, DATA_DIR, ...rest } = prepareDataDir(this.settings());
    const database = await openDatabase({
      url: DATABASE_URL || undefined,
      dataDir: DATA_DIR,
      log: this.#log({ DATABASE_URL, DATA_DIR, ...rest }),
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** Beside what a command prints, only errors matter, unless somebody asked for more. */
  #log(settings: Settings): Log {
    return createLog(this.sources.source('LOG_LEVEL') === 'default' ? 'error' : settings.LOG_LEVEL);
  }
}
