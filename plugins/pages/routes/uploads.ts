// Files that somebody puts into a page while writing it: kept at once, and for good when a saved block names them.
import Joi from 'joi';
import { loaded } from '../../../core/access.ts';
import { type Route, route } from '../../../core/route.ts';
import { files, fileUrl, maxBytesOf, receivedFile, uploadPayload } from '../../files/contract.ts';
import type { PageRow } from '../store.ts';
import { on, path } from './pages.ts';

export const uploadRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/pages/{page_id}/files',
    rules: { access: on('editor', { lock: true }) },
    options: {
      id: 'pages.upload',
      description: 'Upload a file for a page; it stays when a saved block refers to it within a day',
      payload: uploadPayload,
      validate: { params: path, payload: Joi.object({ file: Joi.object().unknown().required() }).required() },
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
      const { id, name, mime, size } = record;
      return { ok: true, file: { id, name, mime, size, url: fileUrl(record) } };
    },
  }),
];
