// Where each setting comes from before anything is checked: needed to find plugins, and to explain settings to people.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

export type SettingSource = 'environment' | '.env' | 'default';

/** Unchecked values by name, of the environment and of `.env` in `directory`; the environment wins. */
export class SettingSources {
  readonly #env: Record<string, string | undefined>;
  readonly #file: Record<string, string | undefined>;
  readonly #directory: string;

  constructor(env: Record<string, string | undefined> = process.env, directory: string = process.cwd()) {
    const file = join(directory, '.env');
    this.#env = env;
    this.#file = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
    this.#directory = directory;
  }

  value(name: string): string | undefined {
    return this.#env[name] ?? this.#file[name];
  }

  source(name: string): SettingSource {
    if (this.#env[name] !== undefined) return 'environment';
    return this.#file[name] === undefined ? 'default' : '.env';
  }

  /** Where plugins are looked for; read first, because plugins may add settings of their own. */
  pluginPlaces(): { extensions: string; packages: string[] } {
    const given = this.value('EXTENSIONS_DIR') || join(this.value('DATA_DIR') ?? './data', 'extensions');
    const packages = (this.value('PLUGINS') ?? '').split(',').map((name) => name.trim());
    return { extensions: resolve(this.#directory, given), packages: packages.filter(Boolean) };
  }
}
