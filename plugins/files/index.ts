// Stored files: their records, who may read them, and the address that serves them.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../core/access.ts';
import { fileHolders, sendBlob } from '../../core/blob.ts';
import { actorId, type Ctx } from '../../core/context.ts';
import { id, params, toggle } from '../../core/fields.ts';
import { adding, definePlugin } from '../../core/plugin.ts';
import { notFound } from '../../core/problem.ts';
import { route } from '../../core/route.ts';
import { type FileRecord, files, partUploads, readableFiles, readablePages, THUMBNAIL_EDGES } from './contract.ts';
import { partUploadService, purgeUploads } from './parts.ts';
import { v2Routes } from './routes/v2.ts';
import { fileService, purgeFiles, thumbnail } from './service.ts';
import { fileStore, uploadStore } from './store.ts';
import { limitUploads } from './upload.ts';

/** The workspace in the address must be the file's own: an address names one file in one way only. @throws Problem not_found */
function addressed(request: Request): FileRecord {
  const record = loaded<FileRecord>(request, 'filename');
  if (record.workspace_id !== Number(request.params.ws_id)) throw notFound();
  return record;
}

async function purgeAll(ctx: Ctx): Promise<void> {
  await purgeUploads(ctx);
  await purgeFiles(ctx);
}

export default definePlugin({
  name: 'files',
  version: '1.0.0',
  summary: 'Stored files and the pages that refer to them',
  messages: new URL('./messages/', import.meta.url),
  dependencies: { auth: '^1.0.0', workspaces: '^1.0.0' },
  provides: [files, partUploads],
  opens: [readablePages, readableFiles],
  adds: [adding(fileHolders, fileStore.leaveOutReferred)],
  setup(app) {
    limitUploads(app);
    app.provide(files, fileService);
    app.provide(partUploads, partUploadService);
  },
  resources: {
    upload: {
      async load(ctx, id) {
        const row = await uploadStore.byId(ctx, String(id));
        return row && { id: row.id, workspaceId: row.workspace_id, epoch: 0, rootId: null, ownerId: row.user_id, row };
      },
    },
    file: {
      async load(ctx, id) {
        const found = await fileStore.withEpoch(ctx, Number(id));
        if (!found) return undefined;
        const { epoch, ...row } = found;
        return {
          id: row.id,
          workspaceId: row.workspace_id as number,
          epoch,
          rootId: null,
          ownerId: row.created_by,
          row,
        };
      },
      /** who reads it is a viewer; who uploaded it or owns the workspace may end it */
      async role(ctx, subject) {
        if (!(await fileService.readable(ctx, [Number(subject.id)])).size) return null;
        const isOwn = subject.ownerId !== null && subject.ownerId === actorId(ctx);
        return isOwn || (await ctx.app.access.roleOn(ctx, subject)) === 'owner' ? 'owner' : 'viewer';
      },
    },
    'file-by-name': {
      async load(ctx, name) {
        const row = await fileStore.byName(ctx, String(name));
        return row && { id: row.id, workspaceId: row.workspace_id, epoch: 0, rootId: null, row };
      },
      role: async (ctx, subject) => ((await fileService.readable(ctx, [Number(subject.id)])).size ? 'viewer' : null),
    },
  },
  routes: [
    ...v2Routes,
    route({
      method: 'GET',
      path: '/api/files/{ws_id}/{filename}',
      rules: { access: { role: 'viewer', resource: 'file-by-name', param: 'filename', opaque: ['ws_id'] } },
      options: {
        id: 'files.content',
        description: 'An uploaded file, with ranges; `download=1` always saves it',
        validate: {
          params: params({ ws_id: id(), filename: Joi.string().max(100) }),
          query: Joi.object({ download: toggle() }),
        },
      },
      handler: (request, h) =>
        sendBlob(request.ctx.app.storage, addressed(request), request, h, {
          attachment: Boolean(request.query.download),
        }),
    }),
    route({
      method: 'GET',
      path: '/api/files/{ws_id}/{filename}/thumbnail',
      rules: { access: { role: 'viewer', resource: 'file-by-name', param: 'filename', opaque: ['ws_id'] } },
      options: {
        id: 'files.thumbnail',
        description: 'A picture within a square of `edge` pixels, as WebP, upright and without what cameras note in it',
        validate: {
          params: params({ ws_id: id(), filename: Joi.string().max(100) }),
          query: Joi.object({
            edge: Joi.number()
              .valid(...THUMBNAIL_EDGES)
              .default(320),
          }),
        },
      },
      handler: async (request, h) => {
        const record = addressed(request);
        const edge = Number(request.query.edge);
        const content = await thumbnail(request.ctx, record, edge);
        const form = { name: record.name, mime: 'image/webp', size: content.length };
        const filename = `${record.filename}-${edge}`;
        return sendBlob(request.ctx.app.storage, { ...form, filename }, request, h, { content });
      },
    }),
    route({
      method: 'GET',
      path: '/api/files/{ws_id}/{filename}/view',
      rules: { access: { role: 'viewer', resource: 'file-by-name', param: 'filename', opaque: ['ws_id'] } },
      options: {
        id: 'files.view',
        description: 'A PDF as the viewer of a browser takes it; there is none of other files',
        validate: { params: params({ ws_id: id(), filename: Joi.string().max(100) }) },
      },
      handler: (request, h) => {
        const record = addressed(request);
        if (record.mime !== 'application/pdf') throw notFound();
        return sendBlob(request.ctx.app.storage, record, request, h, { framed: true });
      },
    }),
  ],
  jobs: { 'files.purge': { cron: '23 4 * * *', run: purgeAll } },
});
