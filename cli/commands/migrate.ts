// Brings the schema of the database forwards and backwards, and begins new steps.
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fitTogether } from '../../core/boot/plugin-discovery.ts';
import { migrationFile } from '../../core/cli/scaffold-migration.ts';
import { isInUse } from '../../core/database/database.ts';
import { type Ledger, ledgersOf } from '../../core/database/migration-ledgers.ts';
import { Problem } from '../../core/http/problem.ts';
import { UsageProblem } from '../../core/kernel/plugin.ts';
import type { CoreCommand, Host } from '../runtime.ts';

/** Runs `work` with all ledgers of the database, the program's own first. */
const withLedgers = <T>(host: Host, work: (ledgers: Ledger[]) => Promise<T>): Promise<T> =>
  host.database((database) => {
    const { sorted } = fitTogether(host.found);
    return work(
      ledgersOf(
        database,
        sorted.map(({ manifest }) => manifest),
      ),
    );
  });

const up: CoreCommand = {
  name: 'migrate up',
  summary: 'Run all pending steps; each one happens whole or not at all',
  examples: ['migrate up'],
  run: (host, { output }) =>
    withLedgers(host, async (ledgers) => {
      const states = await Promise.all(ledgers.map(({ migrator }) => migrator.status()));
      const steps = ledgers.flatMap(({ migrator }, index) =>
        (states[index]?.pending ?? []).map((name) => ({ migrator, to: Number(name.slice(0, 4)) })),
      );
      const applied: string[] = [];
      const progress = steps.length ? output.progress('Migrating') : undefined;
      for (const { migrator, to } of steps) {
        applied.push(...(await migrator.up({ to })));
        progress?.update(applied.length, steps.length);
      }
      progress?.end();
      for (const name of applied) output.line(`applied ${name}`);
      if (!steps.length) output.line('The schema is up to date.');
      output.result({ applied });
      return 0;
    }),
};

const status: CoreCommand = {
  name: 'migrate status',
  summary: 'List all steps and whether they have run; fails while some are pending',
  examples: ['migrate status', 'migrate status --json'],
  run: (host, { output }) =>
    withLedgers(host, async (ledgers) => {
      const rows: { owner: string; step: string; state: 'applied' | 'pending' }[] = [];
      for (const { owner, migrator } of ledgers) {
        const { applied, pending } = await migrator.status();
        rows.push(...applied.map((step) => ({ owner, step, state: 'applied' as const })));
        rows.push(...pending.map((step) => ({ owner, step, state: 'pending' as const })));
      }
      const pending = rows.filter((row) => row.state === 'pending').length;
      output.table(rows);
      output.result({ steps: rows, pending });
      return pending ? 1 : 0;
    }),
};

const down: CoreCommand = {
  name: 'migrate down',
  summary: 'Undo the newest step of the program; its tables and their content are lost',
  options: [{ flags: '--yes', description: 'confirm that data may be lost' }],
  examples: ['migrate down --yes'],
  async run(host, { options, output }) {
    const { DATABASE_URL: url, DATA_DIR: dataDir } = host.settings();
    if (options.yes && (await isInUse({ ...(url && { url }), dataDir })))
      throw new Problem('conflict', 'Another process works with the database: stop the server and try again.');
    return withLedgers(host, async ([own]) => {
      const { applied } = await (own as Ledger).migrator.status();
      const newest = applied.at(-1);
      if (newest && !options.yes) throw new UsageProblem(`Undoing ${newest} may lose data: confirm with --yes`);
      const undone = newest ? await (own as Ledger).migrator.down() : null;
      output.line(undone ? `undone ${undone}` : 'There is nothing to undo.');
      output.result({ undone });
      return 0;
    });
  },
};

const OWN = fileURLToPath(new URL('../../migrations/', import.meta.url));

const isPlugin = async (folder: string): Promise<boolean> => {
  const about = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  return /"name":\s*"commonplace-plugin-/.test(about);
};

/** The folder of steps of the extension in which somebody stands, if any; it is made. */
async function stepsOfExtension(extensions: string): Promise<string | undefined> {
  for (let folder = process.cwd(); folder !== dirname(folder); folder = dirname(folder)) {
    if (dirname(folder) !== extensions && !(await isPlugin(folder))) continue;
    const steps = join(folder, 'migrations');
    await mkdir(steps, { recursive: true });
    return steps;
  }
  return undefined;
}

export const beginMigration: CoreCommand = {
  name: 'migrate new',
  summary: 'Write the next numbered step, with a table to change into what is needed',
  arguments: [{ name: 'name', description: 'what it adds, as a snake_case noun' }],
  options: [
    {
      flags: '--directory <folder>',
      description: 'folder of a plugin’s own steps; default: that of the extension you are in',
    },
  ],
  examples: ['migrate new reading_lists', 'migrate new shelves --directory ./extensions/library/migrations'],
  async run(host, { args: [name = ''], options, output }) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
      throw new UsageProblem('The name of a step is snake_case, for example reading_lists');
    const folder =
      typeof options.directory === 'string'
        ? resolve(options.directory)
        : ((await stepsOfExtension(host.settings().EXTENSIONS_DIR)) ?? OWN);
    await access(folder).catch(() => {
      throw new Problem('not_found', `There is no folder ${folder}.`);
    });
    const steps = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.[jt]s$/.test(file));
    const file = join(folder, `${String(steps.length + 1).padStart(4, '0')}_${name}.ts`);
    await writeFile(file, migrationFile(name, folder === OWN), { flag: 'wx' });
    output.line(`wrote ${file}`);
    if (folder !== OWN && !steps.length)
      output.line(
        "Say in the manifest: migrations: new URL('./migrations/', import.meta.url), and what becomes of each table in tables.",
      );
    output.result({ files: [file] });
    return 0;
  },
};

export const migrateCommands: CoreCommand[] = [up, status, down, beginMigration];
