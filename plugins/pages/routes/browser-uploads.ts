// Files that somebody puts into a page while writing it: kept at once, and for good when a saved block names them.

import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { file } from '../../../core/http/schema-fields.ts';
import { type FileRecord, files, fileUrl, maxBytesOf, receivedFile, uploadPayload } from '../../files/contract.ts';
import { keepWebPicture } from '../files/remote-image.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { pagePath } from './browser.ts';

function kept(record: FileRecord) {
  const { id, name, mime, size } = record;
  return { ok: true, file: { id, name, mime, size, url: fileUrl(record) } };
}

export const uploadRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/files',
    rules: { access: can(pagePolicies.attachFile, 'page_id') },
    options: {
      id: 'pages.upload',
      description: 'Upload a file for a page; it stays when a saved block refers to it within a day',
      payload: uploadPayload,
      validate: { params: pagePath, payload: Joi.object({ file: file().required() }).required() },
    },
    handler: async (request) => {
      const { ctx } = request;
      const { content, name: given } = await receivedFile(request);
      const service = ctx.use(files);
      service.checkPicture(content);
      const record = await service.store(ctx, {
        content,
        name: given,
        workspaceId: loaded<PageRow>(request, 'page_id').workspace_id,
        maxBytes: maxBytesOf(ctx.app),
      });
      return kept(record);
    },
  }),
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/pictures',
    rules: { access: can(pagePolicies.attachFile, 'page_id') },
    options: {
      id: 'pages.copy-picture',
      description: 'Copy a picture of another site for a page; it stays when a saved block refers to it within a day',
      validate: { params: pagePath, payload: Joi.object({ url: Joi.string().max(4000).required() }).required() },
    },
    handler: async (request) => {
      const { url } = request.payload as { url: string };
      const { workspace_id } = loaded<PageRow>(request, 'page_id');
      return kept(await keepWebPicture(request.ctx, url, workspace_id));
    },
  }),
];
