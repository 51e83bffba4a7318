// Backups that the service makes by itself or when asked: made, checked, kept for a while, and told of when they fail.

import { hasEnded } from '../../core/boot/instance.ts';
import { settingOf } from '../../core/boot/stored-settings.ts';
import { isDiskFull } from '../../core/database/engine-errors.ts';
import { JobPostponement } from '../../core/events/jobs.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import { notFound, Problem } from '../../core/http/problem.ts';
import { actorId, type Ctx } from '../../core/kernel/context.ts';
import { accounts } from '../auth/contract.ts';
import { notifications } from '../notifications/contract.ts';
import { backupFaults, backupName, presentFiles, removeBackup, sweepUnfinished, writeBackup } from './backup-file.ts';
import { type BackupRow, backupStore } from './store.ts';

/** A backup, and whether its file is there. */
export type Backup = BackupRow & { is_present: boolean };

export async function listBackups(ctx: Ctx, limit: number, offset: number): Promise<ListPage<Backup>> {
  const [rows, total, files] = await Promise.all([
    backupStore.page(ctx, limit, offset),
    backupStore.total(ctx),
    presentFiles(ctx.app),
  ]);
  return { items: rows.map((row) => ({ ...row, is_present: files.has(row.file) })), total };
}

/** @throws Problem not_found */
export async function backupOf(ctx: Ctx, id: number): Promise<Backup> {
  const row = await backupStore.byId(ctx, id);
  if (!row) throw notFound();
  return { ...row, is_present: (await presentFiles(ctx.app)).has(row.file) };
}

/** Of two that ask at the same moment, one waits and finds the other's. */
const BEGIN_LOCK = 0x6261636b;

/** Queues one; while one is being made, that one is meant. */
export const beginBackup = (ctx: Ctx, cause: BackupRow['cause'] = 'manual'): Promise<Backup> =>
  ctx.tx(async (tx) => {
    await tx.dialect.advisoryLock(tx.db as never, BEGIN_LOCK);
    const pending = await backupStore.pending(tx);
    if (pending) return { ...pending, is_present: false };
    const row = await backupStore.insert(tx, { file: backupName(tx.now()), cause, created_by: actorId(tx) });
    await tx.enqueue('backups.make', { backup_id: row.id });
    return { ...row, is_present: false };
  });

/** Queues another look at whether it still says what it said. @throws Problem not_found, conflict for one that is not made */
export const beginVerification = (ctx: Ctx, id: number): Promise<Backup> =>
  ctx.tx(async (tx) => {
    const backup = await backupOf(tx, id);
    if (!backup.is_present) throw new Problem('conflict', 'The file of this backup is not on this machine.');
    await tx.enqueue('backups.verify', { backup_id: id }, { uniqueKey: `backups.verify:${id}` });
    return backup;
  });

/** @throws Problem not_found, conflict for one that is being made */
export async function deleteBackup(ctx: Ctx, id: number): Promise<void> {
  const backup = await backupOf(ctx, id);
  if (!backup.finished_at) throw new Problem('conflict', 'The backup is being made: wait for its end.');
  await ctx.tx(async (tx) => void (await backupStore.remove(tx, id)));
  await removeBackup(ctx.app, backup.file);
}

const reasonOf = (error: unknown): string =>
  isDiskFull(error)
    ? 'The disk of the service is full. Nothing of the backup was kept.'
    : `The backup could not be made: ${(error as Error).message}`;

const update = (ctx: Ctx, id: number, change: Partial<BackupRow>): Promise<void> =>
  ctx.tx(async (tx) => void (await backupStore.change(tx, id, change)));

/**
 * Makes and checks a backup, unless another process is at it; one whose process was killed begins anew.
 * @throws JobPostponement while another process makes it
 */
export async function makeBackup(ctx: Ctx, payload: Record<string, unknown>, signal: AbortSignal): Promise<void> {
  const row = await backupStore.byId(ctx, Number(payload.backup_id));
  if (!row || ENDED.includes(row.state)) return;
  const isTaken = row.owner !== '' && row.owner !== ctx.app.instance && !hasEnded(row.owner);
  if (isTaken || !(await ctx.tx((tx) => backupStore.take(tx, row))))
    throw new JobPostponement(
      'another process makes this backup',
      new Date(Date.parse(ctx.now()) + AGAIN_MS).toISOString(),
    );
  if (!row.finished_at && !(await write(ctx, row, signal))) return;
  await verifyBackup(ctx, { backup_id: row.id });
  await removeOutlived(ctx);
}

const ENDED: readonly BackupRow['state'][] = ['verified', 'damaged', 'failed'];
const AGAIN_MS = 30_000;

/** False: it could not be made, which is written down. */
async function write(ctx: Ctx, row: BackupRow, signal: AbortSignal): Promise<boolean> {
  await sweepUnfinished(ctx.app);
  try {
    const written = await writeBackup(ctx.app, row.file, signal);
    await update(ctx, row.id, { ...written, finished_at: ctx.now() });
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    ctx.log.error({ err: error, backup: row.id }, 'backup failed');
    await endFailed(ctx, row.id, 'failed', reasonOf(error));
    return false;
  }
}

/** Another try of one that failed begins from nothing. */
export const restartBackup = (tx: Ctx, payload: Record<string, unknown>): Promise<void> =>
  update(tx, Number(payload.backup_id), { state: 'queued', owner: '', finished_at: null, error: '' });

/** Reads all of it and compares it with what it says of itself. */
export async function verifyBackup(ctx: Ctx, payload: Record<string, unknown>): Promise<void> {
  const row = await backupStore.byId(ctx, Number(payload.backup_id));
  if (!row?.finished_at) return;
  // It may lie on another machine, which says nothing about it.
  if (!(await presentFiles(ctx.app)).has(row.file)) return;
  const faults = await backupFaults(ctx.app, row.file).catch((error: Error) => [error.message]);
  if (faults.length) return endFailed(ctx, row.id, 'damaged', `The backup is damaged: ${faults[0]}`);
  await update(ctx, row.id, { state: 'verified', error: '', verified_at: ctx.now() });
}

/** After the last try, and when it took its process with it. */
export const giveUpBackup = (ctx: Ctx, payload: Record<string, unknown>): Promise<void> =>
  endFailed(ctx, Number(payload.backup_id), 'failed', 'The process ended while the backup was made.');

const endFailed = (ctx: Ctx, id: number, state: 'failed' | 'damaged', error: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await backupStore.change(tx, id, { state, error: error.slice(0, 500), finished_at: tx.now() });
    const admins = await tx.use(accounts).admins(tx);
    await tx.use(notifications).tell(tx, {
      ...{ type: 'backup_failed', cause: `backup:${id}:${tx.now()}`, topic: 'backups', url: '/admin/backups' },
      ...{ pageId: null, actorId: null, isUrgent: true, text: error },
      userIds: admins.map((one) => one.id),
    });
  });

async function removeOutlived(ctx: Ctx): Promise<void> {
  const keep = Number(await settingOf(ctx, 'BACKUP_KEEP'));
  const here = await presentFiles(ctx.app);
  // Those of other machines are removed there.
  for (const { id, file } of await backupStore.outlived(ctx, keep)) if (here.has(file)) await deleteBackup(ctx, id);
}

const SUNDAY = 0;

/** Each night: makes one when the schedule has this day. */
export async function keepSchedule(ctx: Ctx): Promise<void> {
  const schedule = await settingOf(ctx, 'BACKUP_SCHEDULE');
  const isDay = schedule === 'daily' || (schedule === 'weekly' && new Date(ctx.now()).getUTCDay() === SUNDAY);
  if (isDay) await beginBackup(ctx, 'schedule');
}
