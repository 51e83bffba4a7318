// Stored files as browsers get them: whole, as a picture of a size, or for the viewer.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { sendBlob } from '../../../core/files/file-response.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params, toggle } from '../../../core/http/schema-fields.ts';
import { type FileRecord, THUMBNAIL_EDGES } from '../contract.ts';
import { filePolicies } from '../policies.ts';
import { thumbnail } from '../service.ts';

/** The workspace in the address must be the file's own: an address names one file in one way only. @throws Problem not_found */
function addressed(request: Request): FileRecord {
  const record = loaded<FileRecord>(request, 'filename');
  if (record.workspace_id !== Number(request.params.ws_id)) throw notFound();
  return record;
}

export const fileRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/api/files/{ws_id}/{filename}',
    rules: { access: can(filePolicies.download, 'filename', { opaque: ['ws_id'] }) },
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
    rules: { access: can(filePolicies.download, 'filename', { opaque: ['ws_id'] }) },
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
    rules: { access: can(filePolicies.download, 'filename', { opaque: ['ws_id'] }) },
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
];
