// Backups of the service on the command line, beside a running server and without one.

import { setTimeout } from 'node:timers/promises';
import { readId } from '../../core/cli/id-argument.ts';
import { JobPostponement } from '../../core/events/jobs.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Command } from '../../core/kernel/plugin.ts';
import { backupPath } from './backup-file.ts';
import { presentBackup } from './present.ts';
import { type Backup, backupOf, beginBackup, deleteBackup, listBackups, makeBackup, verifyBackup } from './service.ts';

const system = { type: 'system' as const, reason: 'command line' };
const LISTED = 100;
const backupId = { name: 'id', description: 'id of the backup, as backups list shows it' };

const idOf = ([id]: string[]): number => readId(id, 'id', 'a backup');

const LOOK_MS = 500;

/** Made here, or by the server that was faster, which is waited for. */
async function ended(ctx: Ctx, id: number, signal: AbortSignal): Promise<Backup> {
  for (;;) {
    await makeBackup(ctx, { backup_id: id }, signal).catch((error) => {
      if (!(error instanceof JobPostponement)) throw error;
    });
    const backup = await backupOf(ctx, id);
    if (backup.state !== 'queued' && backup.state !== 'running') return backup;
    await setTimeout(LOOK_MS, undefined, { signal });
  }
}

export const backupServiceCommands: Command[] = [
  {
    name: 'backups list',
    summary: 'List the backups that the service has made, newest first',
    examples: ['backups list'],
    async run(app, { output }) {
      const { items, total } = await listBackups(app.context(system), LISTED, 0);
      output.table(
        items.map(({ id, state, cause, bytes, created_at, file, is_present }) => ({
          ...{ id, state, cause, bytes, created_at, file },
          here: is_present ? 'yes' : 'no',
        })),
      );
      output.result({ ok: true, backups: items.map(presentBackup), total });
      return 0;
    },
  },
  {
    name: 'backups make',
    summary: 'Make a backup into DATA_DIR/backups and check it; a server may be running',
    examples: ['backups make'],
    async run(app, { output, signal }) {
      const ctx = app.context(system);
      const { id } = await beginBackup(ctx);
      const backup = await ended(ctx, id, signal);
      output.line(
        backup.state === 'verified'
          ? `Wrote ${backup.rows} rows to ${backupPath(app, backup.file)}, and read all of it again.`
          : backup.error,
      );
      output.result({ ok: backup.state === 'verified', backup: presentBackup(backup) });
      return backup.state === 'verified' ? 0 : 1;
    },
  },
  {
    name: 'backups verify',
    summary: 'Read all of a backup and compare it with what it says of itself',
    arguments: [backupId],
    examples: ['backups verify 12'],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const { id } = await backupOf(ctx, idOf(args));
      await verifyBackup(ctx, { backup_id: id });
      const backup = await backupOf(ctx, id);
      output.line(backup.state === 'verified' ? 'The backup is whole.' : backup.error);
      output.result({ ok: backup.state === 'verified', backup: presentBackup(backup) });
      return backup.state === 'verified' ? 0 : 1;
    },
  },
  {
    name: 'backups delete',
    summary: 'Delete a backup and its file',
    arguments: [backupId],
    async run(app, { args, output }) {
      const id = idOf(args);
      await deleteBackup(app.context(system), id);
      output.line(`Deleted backup ${id}.`);
      output.result({ ok: true });
      return 0;
    },
  },
];
