// Files that somebody puts into a page while writing it: kept at once, and for good when a saved block names them.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Joi from 'joi';
import { loaded } from '../../../core/access.ts';
import type { App } from '../../../core/app.ts';
import { invalid } from '../../../core/problem.ts';
import { type Route, route } from '../../../core/route.ts';
import { files, fileUrl } from '../../files/contract.ts';
import type { PageRow } from '../store.ts';
import { on, path } from './pages.ts';

const MIB = 1_048_576;
/** Room for the frame around the file. */
const FRAME = 65_536;

/** hapi takes the limit when the routes are registered, which comes after the plugin is set up with its settings. */
const uploadPayload = {
  multipart: { output: 'stream' as const },
  output: 'stream' as const,
  parse: true,
  allow: ['multipart/form-data'],
  maxBytes: 0,
  timeout: false as const,
};

export function limitUploads(app: App): void {
  uploadPayload.maxBytes = app.settings.UPLOAD_MAX_MB * MIB + FRAME;
}

interface Upload extends Readable {
  hapi?: { filename?: string };
}

/** The last part of what a browser calls a file; some send whole paths. */
const nameOf = (upload: Upload): string =>
  (upload.hapi?.filename ?? '')
    .replaceAll('\\', '/')
    .split('/')
    .at(-1)
    ?.replace(/[\u0000-\u001f]/g, '')
    .trim() || 'file';

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
      const { file } = request.payload as { file: Upload };
      if (typeof file.pipe !== 'function') throw invalid(['body', 'file'], 'takes one file', 'value_error');
      const content = await buffer(file);
      const service = ctx.use(files);
      service.checkPicture(content);
      const record = await service.store(ctx, {
        content,
        name: nameOf(file),
        workspaceId: loaded<PageRow>(request, 'page_id').workspace_id,
        maxBytes: ctx.app.settings.UPLOAD_MAX_MB * MIB,
      });
      const { id, name, mime, size } = record;
      return { ok: true, file: { id, name, mime, size, url: fileUrl(record) } };
    },
  }),
];
