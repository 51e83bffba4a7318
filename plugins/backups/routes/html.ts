// Backups as a page of administrators: the schedule, what there is, a new one, another look, and the file itself.
import { createReadStream } from 'node:fs';
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { changeableRules } from '../../../core/boot/setting-rules.ts';
import { changeSettings, type SettingChanges, settingOf } from '../../../core/boot/stored-settings.ts';
import { disposition } from '../../../core/files/file-response.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { notFound } from '../../../core/http/problem.ts';
import { freshSeconds } from '../../../core/http/request-lifecycle.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, paging, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { bytesText } from '../../../core/i18n/message-format.ts';
import { adminPages } from '../../admin/contract.ts';
import { backupPath } from '../backup-file.ts';
import { backupOf, beginBackup, beginVerification, deleteBackup, listBackups } from '../service.ts';

export const BACKUPS_PAGE = '/admin/backups';
const admin = { admin: true as const };
const one = { ...admin, opaque: ['backup_id'] };
const named = params({ backup_id: id() });
const payload = Joi.object({ csrf }).allow(null);
const { BACKUP_SCHEDULE, BACKUP_KEEP } = changeableRules();
const SCHEDULES = ['off', 'daily', 'weekly'];
const DONE = ['begun', 'checking', 'deleted', 'saved'];

async function page(request: Request, h: ResponseToolkit, message = ''): Promise<ResponseObject> {
  const { ctx } = request;
  const { app, locale } = ctx;
  const isList = request.method === 'get';
  const query = (isList ? request.query : { page: 1, limit: 50 }) as { page: number; limit: number; done?: string };
  const [{ items, total }, schedule, keep] = await Promise.all([
    listBackups(ctx, query.limit, (query.page - 1) * query.limit),
    settingOf(ctx, 'BACKUP_SCHEDULE'),
    settingOf(ctx, 'BACKUP_KEEP'),
  ]);
  const t = app.messages.in(locale);
  return ctx.use(adminPages).show(request, h, BACKUPS_PAGE, 'backups/backups', {
    message,
    done: !message && DONE.includes(query.done ?? '') ? t(`backups.done.${query.done}`) : '',
    fresh: freshSeconds(ctx) > 0,
    schedules: SCHEDULES,
    ...{ schedule, keep },
    isFixed: Boolean(app.settings.given.BACKUP_SCHEDULE || app.settings.given.BACKUP_KEEP),
    isBusy: items.some(({ state }) => state === 'queued' || state === 'running'),
    backups: items.map((backup) => ({
      ...backup,
      at: momentText(ctx, backup.created_at),
      verified: backup.verified_at && momentText(ctx, backup.verified_at),
      size: bytesText(locale, Number(backup.bytes)),
    })),
    ...{
      page: query.page,
      last: Math.max(1, Math.ceil(total / query.limit)),
      address: `${BACKUPS_PAGE}?limit=${query.limit}`,
    },
  });
}

const again: ShowAgain = (request, h, { message }) => page(request, h, message);

const act = (name: string, done: string, run: (request: Request) => Promise<unknown>): Route =>
  route({
    method: 'POST',
    path: `${BACKUPS_PAGE}/{backup_id}/${name}`,
    rules: { access: one, html: true, form: true, refused: again, ...(name === 'delete' && { reauth: true }) },
    options: { id: `backup-pages.${name}`, validate: { params: named, payload } },
    handler: async (request, h) => {
      await run(request);
      return h.redirect(`${BACKUPS_PAGE}?done=${done}`).code(303);
    },
  });

const idOf = (request: Request): number => Number(request.params.backup_id);

export const backupPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: BACKUPS_PAGE,
    rules: { access: admin, html: true },
    options: { id: 'backup-pages.list', validate: { query: paging({ done: Joi.string().max(20) }) } },
    handler: (request, h) => page(request, h),
  }),
  route({
    method: 'POST',
    path: BACKUPS_PAGE,
    rules: { access: admin, html: true, form: true, refused: again },
    options: { id: 'backup-pages.make', validate: { payload } },
    handler: async (request, h) => {
      await beginBackup(request.ctx);
      return h.redirect(`${BACKUPS_PAGE}?done=begun`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: `${BACKUPS_PAGE}/schedule`,
    rules: { access: admin, html: true, form: true, refused: again },
    options: {
      id: 'backup-pages.schedule',
      validate: {
        payload: Joi.object({
          csrf,
          BACKUP_SCHEDULE: BACKUP_SCHEDULE?.required(),
          BACKUP_KEEP: BACKUP_KEEP?.required(),
        }).required(),
      },
    },
    handler: async (request, h) => {
      const { csrf: _, ...changes } = request.payload as SettingChanges & { csrf?: string };
      await changeSettings(request.ctx, changes);
      return h.redirect(`${BACKUPS_PAGE}?done=saved`).code(303);
    },
  }),
  act('verify', 'checking', (request) => beginVerification(request.ctx, idOf(request))),
  act('delete', 'deleted', (request) => deleteBackup(request.ctx, idOf(request))),
  route({
    method: 'GET',
    path: `${BACKUPS_PAGE}/{backup_id}/download`,
    // It holds everything and the key: no token fetches it, and nobody who did not just say who they are.
    rules: { access: one, html: true, session: true, reauth: true },
    options: { id: 'backup-pages.download', validate: { params: named } },
    handler: async (request, h) => {
      const backup = await backupOf(request.ctx, idOf(request));
      if (!backup.is_present) throw notFound();
      const what = { action: 'backups.download', resourceId: backup.id, detail: backup.file };
      await request.ctx.tx((tx) => tx.app.audit.acted(tx, what));
      return h
        .response(createReadStream(backupPath(request.ctx.app, backup.file)))
        .type('application/zip')
        .bytes(Number(backup.bytes))
        .header('content-disposition', disposition('attachment', backup.file))
        .header('cache-control', 'no-store');
    },
  }),
];
