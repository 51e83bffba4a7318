// Stored files in the public API: those the caller reads, new ones, and the end of those nobody needs.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowOf } from '../../../core/http/pagination.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { file, id, paging, params, textId } from '../../../core/http/schema-fields.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { type FileRecord, fileUrl, thumbnailUrl } from '../contract.ts';
import { maxBytesOf, receivedFile, uploadPayload } from '../multipart.ts';
import { filePolicies } from '../policies.ts';
import { fileService, listFiles, removeFile } from '../service.ts';

const PATH = '/api/v2/files';
const one = { params: params({ id: id() }) };

const fileSchema = Joi.object({
  id: Joi.number().integer().required().example(7),
  workspace_id: Joi.number().integer().required().example(1),
  name: Joi.string().required().description('what the uploader called it').example('plan.png'),
  mime: Joi.string().required().description('as its content says').example('image/png'),
  size: Joi.number().integer().required().description('in bytes').example(48_213),
  sha256: Joi.string().required(),
  url: Joi.string().required().example('/api/files/1/0b7a6c1e-5f0e-4c36-9a33-3f1c6c1d2e10.png'),
  thumbnail_url: Joi.string().required().allow(null).description('of a picture: a small form of it'),
  created_by: Joi.number().integer().required().allow(null),
  created_at: Joi.string().required().example('2026-11-20T09:00:00.000Z'),
}).meta({ title: 'File' });

const presentFile = ({ filename, ...record }: FileRecord) => ({
  ...record,
  size: Number(record.size),
  url: fileUrl({ filename, workspace_id: record.workspace_id }),
  thumbnail_url: thumbnailUrl({ filename, ...record }),
});

/** The named workspace, or the active one. */
async function homeOf(request: Request): Promise<number> {
  const { workspace_id } = request.payload as { workspace_id?: string | number };
  return workspace_id === undefined ? request.ctx.use(workspaces).home(request.ctx, request) : Number(workspace_id);
}

export const fileV2Routes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: {
      access: { list: true, resource: 'file', refs: [inQuery('workspace_id', filePolicies.listInWorkspace)] },
    },
    options: {
      id: 'files.list',
      description: 'Files the caller may read, newest first: own uploads, and those of pages the caller reads',
      validate: { query: paging({ workspace_id: id() }) },
      response: { schema: Joi.array().items(fileSchema) },
    },
    handler: async (request, h) => {
      const { workspace_id } = request.query as { workspace_id?: number };
      const { items, total } = await listFiles(request.ctx, workspace_id, ...windowOf(request));
      return pagedAnswer(request, h, { items: items.map(presentFile), total });
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    rules: {
      access: { member: true, refs: [inBody('workspace_id', filePolicies.addToWorkspace)] },
    },
    options: {
      id: 'files.create',
      description: 'Store a file; it stays when a page refers to it within a day',
      payload: uploadPayload,
      validate: {
        payload: Joi.object({ file: file().required(), workspace_id: textId() }).required(),
      },
      response: { schema: fileSchema },
    },
    handler: async (request) => {
      const workspaceId = await homeOf(request);
      const { content, name } = await receivedFile(request);
      fileService.checkPicture(content);
      const { ctx } = request;
      const maxBytes = maxBytesOf(ctx.app);
      return presentFile(await fileService.store(ctx, { content, name, workspaceId, maxBytes })) as never;
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}`,
    rules: { access: can(filePolicies.view, 'id') },
    options: {
      id: 'files.get',
      description: 'One file; its content is at `url`',
      validate: one,
      response: { schema: fileSchema },
    },
    handler: (request) => presentFile(loaded<FileRecord>(request, 'id')) as never,
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    rules: { access: can(filePolicies.delete, 'id') },
    options: {
      id: 'files.delete',
      description: 'Remove a file that nothing shows any more, as its uploader or an owner of the workspace',
      validate: one,
      response: { schema: Joi.object({ ok: Joi.valid(true).required() }) },
    },
    handler: async (request) => {
      await removeFile(request.ctx, loaded<FileRecord>(request, 'id').id);
      return { ok: true };
    },
  }),
];
