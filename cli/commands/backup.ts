// Backups of an installation, their way back, checks of both kinds of archives, and the move to another database.
import { resolve } from 'node:path';
import { prepareDataDir, type Settings } from '../../core/boot/config.ts';
import { fitTogether } from '../../core/boot/plugin-discovery.ts';
import { tablesOf } from '../../core/boot/table-registry.ts';
import { type Database, isInUse, openDatabase } from '../../core/database/database.ts';
import type { Tally } from '../../core/database/database-dump.ts';
import { ledgersOf } from '../../core/database/migration-ledgers.ts';
import { archives } from '../../core/files/archive-service.ts';
import {
  BACKUP,
  type BackupManifest,
  checkBackup,
  type Installation,
  moveDatabase,
  openBackup,
  planBackup,
  restoreBackup,
} from '../../core/files/backup.ts';
import { EXTENSION_FILES, removeExtensions, restoreExtensions } from '../../core/files/backup-extensions.ts';
import { writeDurableFile } from '../../core/files/durable-file.ts';
import { SealedReader } from '../../core/files/manifest-zip.ts';
import { Storage } from '../../core/files/storage.ts';
import { Problem } from '../../core/http/problem.ts';
import { type CommandInput, UsageProblem } from '../../core/kernel/plugin.ts';
import { type CoreCommand, Host } from '../runtime.ts';

/** One bar after the other, as the labels change. */
function bars(output: CommandInput['output']) {
  let shown: { label: string; bar: ReturnType<typeof output.progress> } | undefined;
  const progress = (label: string, done: number, total: number): void => {
    if (shown?.label !== label) {
      shown?.bar.end();
      shown = { label, bar: output.progress(label) };
    }
    shown.bar.update(done, total);
  };
  return { progress, end: () => shown?.bar.end() };
}

function installation(
  host: Host,
  database: Database,
  settings: Settings,
  progress: Installation['progress'],
): Installation {
  const { sorted } = fitTogether(host.found);
  const manifests = sorted.map(({ manifest }) => manifest);
  const [ledgers, tables] = [ledgersOf(database, manifests), tablesOf(manifests)];
  const storage = new Storage(settings);
  return { settings, database, storage, ledgers, tables, plugins: host.found, ...(progress && { progress }) };
}

const rowsIn = (tables: Record<string, Tally>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

const backup: CoreCommand = {
  name: 'backup',
  summary: 'Write everything, rows, files and the key, into one archive; a server may be running',
  arguments: [{ name: 'file', description: 'the archive to write' }],
  examples: ['backup commonplace-backup.zip'],
  run: (host, { args: [file = ''], output }) =>
    host.database(async (database) => {
      const { progress, end } = bars(output);
      const settings = prepareDataDir(host.settings());
      const path = resolve(file);
      const from = installation(host, database, settings, progress);
      try {
        // It holds the key, so nobody else reads it.
        await writeDurableFile(path, `${path}.part`, await openBackup(await planBackup(from), from));
      } finally {
        end();
      }
      const reader = await SealedReader.open(path);
      const { tables, missing } = reader.manifest as unknown as { tables: Record<string, Tally>; missing: string[] };
      reader.close();
      for (const name of missing) output.line(`${name} is missing in the storage.`);
      output.line(`Wrote ${rowsIn(tables)} rows to ${path}. It holds secrets: keep it as safe as the server.`);
      output.result({ ok: true, path, rows: rowsIn(tables), missing });
      return 0;
    }),
};

const restore: CoreCommand = {
  name: 'restore',
  summary: 'Bring a backup back into an empty installation, or an archive of pages in as workspaces of their own',
  arguments: [{ name: 'file', description: 'a backup, or an archive made by export' }],
  options: [
    { flags: '--owner <user>', description: 'of an archive: who owns pages whose owner it does not name' },
    {
      flags: '--without-extensions',
      description: 'of a backup: leave out files of extensions, and tables that no plugin here creates',
    },
  ],
  examples: [
    'restore commonplace-backup.zip',
    'restore commonplace-backup.zip --without-extensions',
    'restore handbook.zip --owner ann',
  ],
  async run(host, input) {
    const path = resolve(input.args[0] ?? '');
    const reader = await SealedReader.open(path);
    try {
      if (reader.manifest.format === BACKUP) return await restoreFrom(host, reader, input);
    } finally {
      reader.close();
    }
    return bring(host, path, input);
  },
};

/** Extensions of the backup make their tables, so they are brought first, and taken away again when the rest fails. */
async function restoreAll(host: Host, database: Database, reader: SealedReader, { output, options }: CommandInput) {
  const { progress, end } = bars(output);
  const settings = prepareDataDir(host.settings());
  const withoutExtensions = options.withoutExtensions === true;
  let written: string[] = [];
  try {
    await checkBackup(installation(host, database, settings, progress), reader);
    written = withoutExtensions ? [] : await restoreExtensions(settings.EXTENSIONS_DIR, reader);
    const now = written.length ? await Host.open(host.sources) : host;
    const into = installation(now, database, settings, progress);
    return { tables: await restoreBackup(into, reader, { withoutExtensions }), written: written.length };
  } catch (error) {
    await removeExtensions(written);
    throw error;
  } finally {
    end();
  }
}

const restoreFrom = (host: Host, reader: SealedReader, input: CommandInput): Promise<number> =>
  host.database(async (database) => {
    const { output } = input;
    const { tables, written } = await restoreAll(host, database, reader, input);
    output.line(`Restored ${rowsIn(tables)} rows of ${Object.keys(tables).length} tables; all are as they were.`);
    if (written) output.line(`Wrote ${written} files of extensions to ${host.settings().EXTENSIONS_DIR}.`);
    const left = input.options.withoutExtensions === true ? leftOut(reader, tables) : undefined;
    for (const line of left?.lines ?? []) output.line(line);
    if (!reader.has('secret.key')) output.line('The backup holds no key: set SECRET_KEY to the one it was made with.');
    output.result({ ok: true, tables, extension_files: written, left_out: left?.tables ?? {} });
    return 0;
  });

/** What of a backup is not brought back without extensions. */
function leftOut(reader: SealedReader, restored: Record<string, Tally>) {
  const { manifest } = reader;
  const all = Object.entries((manifest as BackupManifest).tables);
  const tables = Object.fromEntries(all.filter(([name]) => !restored[name]));
  const files = Object.keys(manifest.entries).filter((name) => name.startsWith(EXTENSION_FILES)).length;
  const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
  const named = Object.entries(tables).map(([name, { rows }]) => `${name} (${counted(rows, 'row')})`);
  const lines = [
    ...(named.length ? [`Left out tables of extensions: ${named.join(', ')}.`] : []),
    ...(files ? [`Left out ${counted(files, 'file')} of extensions.`] : []),
  ];
  return { tables, lines };
}

const bring = (host: Host, path: string, { options, output }: CommandInput): Promise<number> =>
  host.app(async (app) => {
    const { progress, end } = bars(output);
    const ownerId = typeof options.owner === 'string' ? await idOf(app, options.owner) : undefined;
    const brought = await app
      .use(archives)
      .bring(app, path, {
        ...(ownerId !== undefined && { ownerId }),
        progress: (done, total) => progress('Checking', done, total),
      })
      .finally(end);
    for (const { id, name } of brought.workspaces) output.line(`Brought in ${name} (workspace ${id}).`);
    if (brought.accounts) output.line(`${brought.accounts} people were not known here; each has to set a password.`);
    output.result({ ok: true, ...brought });
    return 0;
  });

async function idOf(app: Parameters<Parameters<Host['app']>[0]>[0], name: string): Promise<number> {
  const row = await app.database
    .reader('users')
    .where(/^[1-9]\d{0,9}$/.test(name) ? { id: Number(name) } : { login_key: name.toLowerCase() })
    .first('id');
  if (!row) throw new Problem('not_found', `There is no account ${name}.`);
  return row.id;
}

const verify: CoreCommand = {
  name: 'verify',
  summary: 'Check a backup or an archive: every entry is there as it was written',
  arguments: [{ name: 'file', description: 'a backup, or an archive made by export' }],
  examples: ['verify commonplace-backup.zip'],
  async run(_host, { args: [file = ''], output }) {
    const reader = await SealedReader.open(resolve(file));
    const { progress, end } = bars(output);
    try {
      const faults = await reader.faults((done, total) => progress('Checking', done, total)).finally(end);
      const { format, version, entries } = reader.manifest;
      for (const fault of faults) output.line(fault);
      output.line(
        faults.length
          ? `${faults.length} entries are not as they were written.`
          : `${format}, version ${version}: all ${Object.keys(entries).length} entries are as they were written.`,
      );
      output.result({ ok: !faults.length, format, version, entries: Object.keys(entries).length, faults });
      return faults.length ? 1 : 0;
    } finally {
      reader.close();
    }
  },
};

const move: CoreCommand = {
  name: 'move-database',
  summary: 'Copy all rows into an empty database of either engine, then count and compare them',
  arguments: [{ name: 'url', description: 'postgres://… or sqlite:<path>' }],
  options: [{ flags: '--without-extensions', description: 'leave out tables that no plugin here creates' }],
  examples: [
    'move-database postgres://commonplace@db.example.org/commonplace',
    'move-database sqlite:./data/commonplace.db',
  ],
  async run(host, { args: [url = ''], options, output }) {
    if (!/^(?:postgres(?:ql)?:\/\/|sqlite:|file:)/.test(url))
      throw new UsageProblem('url: must be postgres://… or sqlite:<path>');
    const settings = prepareDataDir(host.settings());
    // What a server writes meanwhile would be in one of them only.
    const { DATABASE_URL, DATA_DIR: dataDir } = settings;
    for (const [name, place] of [
      ['database', DATABASE_URL || undefined],
      ['new database', url],
    ] as const)
      if (await isInUse({ ...(place && { url: place }), dataDir }))
        throw new Problem('conflict', `Another process works with the ${name}: stop the server and try again.`);
    return host.database(async (database) => {
      const target = await openDatabase({ url, dataDir: settings.DATA_DIR });
      const { progress, end } = bars(output);
      try {
        const from = installation(host, database, settings, progress);
        const to = installation(host, target, settings, progress);
        const withoutExtensions = options.withoutExtensions === true;
        const tables = await moveDatabase(from, to, { withoutExtensions }).finally(end);
        output.line(`Copied ${rowsIn(tables)} rows of ${Object.keys(tables).length} tables; all are the same.`);
        output.line('Set DATABASE_URL to the new database before the next start.');
        output.result({ ok: true, tables });
        return 0;
      } finally {
        await target.close();
      }
    });
  },
};

export const backupCommands: CoreCommand[] = [backup, restore, verify, move];
