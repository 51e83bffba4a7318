// Backups in the public API; they are fetched by people who have just proved who they are, and by no token.
import Joi from 'joi';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { backupSchema, presentBackup } from '../present.ts';
import { backupOf, beginBackup, beginVerification, deleteBackup, listBackups } from '../service.ts';

const admin = { admin: true as const };
const one = { ...admin, opaque: ['backup_id'] };
const path = '/api/v2/admin/backups';
const named = params({ backup_id: id() });
const idOf = ({ params: given }: { params: object }): number => Number((given as { backup_id: number }).backup_id);

export const backupV2Routes: Route[] = [
  route({
    method: 'GET',
    path,
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'backups.list',
      description: 'Backups that the service has made, newest first',
      validate: { query: paging() },
      response: { schema: Joi.array().items(backupSchema) },
    },
    handler: async (request, h) => {
      const { items, total } = await listBackups(request.ctx, ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map(presentBackup), total });
    },
  }),
  route({
    method: 'POST',
    path,
    rules: { access: admin, scope: 'admin' },
    options: {
      id: 'backups.create',
      description: 'Begin a backup; while one is being made, that one is answered',
      response: { schema: backupSchema },
    },
    handler: async ({ ctx }) => presentBackup(await beginBackup(ctx)) as never,
  }),
  route({
    method: 'GET',
    path: `${path}/{backup_id}`,
    rules: { access: one, scope: 'admin' },
    options: {
      id: 'backups.get',
      description: 'One backup',
      plugins: { api: { statuses: [404] } },
      validate: { params: named },
      response: { schema: backupSchema },
    },
    handler: async (request) => presentBackup(await backupOf(request.ctx, idOf(request))) as never,
  }),
  route({
    method: 'POST',
    path: `${path}/{backup_id}/verify`,
    rules: { access: one, scope: 'admin' },
    options: {
      id: 'backups.verify',
      description: 'Begin to read all of a backup and to compare it with what it says of itself',
      plugins: { api: { statuses: [404, 409] } },
      validate: { params: named },
      response: { schema: backupSchema },
    },
    handler: async (request) => presentBackup(await beginVerification(request.ctx, idOf(request))) as never,
  }),
  route({
    method: 'DELETE',
    path: `${path}/{backup_id}`,
    rules: { access: one, scope: 'admin', reauth: 'sessions' },
    options: {
      id: 'backups.delete',
      description: 'Delete a backup and its file',
      plugins: { api: { statuses: [404, 409] } },
      validate: { params: named },
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await deleteBackup(request.ctx, idOf(request));
      return { ok: true } as never;
    },
  }),
];
