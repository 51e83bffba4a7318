// Large files in parts: begin, send each part at its offset, ask how far it is, then take the whole as a file or a page.

import type { Readable } from 'node:stream';
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { inBody } from '../../../core/http/policy.ts';
import { invalid } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { fileUrl, nameOf, partUploads, type Upload } from '../../files/contract.ts';
import { uploadTitle } from '../files/uploads.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { writableWorkspace } from '../tree/new-page-place.ts';
import { createPage, refuseFileAsParent } from '../tree/page-tree.ts';

const PATH = '/api/uploads';
const ONE = `${PATH}/{upload_id}`;
const own = { own: true, resource: 'upload', param: 'upload_id' } as const;
const one = params({ upload_id: Joi.string().guid() });
/** Bytes of one part at most; smaller ones lose less when a connection breaks. */
const PART_BYTES = 16_777_216;

const uploadOf = (request: Request): Upload => loaded<Upload>(request, 'upload_id');
const present = ({ id: upload, name, size, received }: Upload) => ({
  ok: true,
  id: upload,
  name,
  size,
  offset: received,
});

/** Where the file is going; without a page, the active workspace. @throws Problem forbidden */
async function workspaceOf(request: Request): Promise<number> {
  const { ctx } = request;
  if ((request.payload as { page_id?: number }).page_id) return loaded<PageRow>(request, 'page_id').workspace_id;
  return writableWorkspace(ctx, request);
}

function offsetOf(request: Request): number {
  const given = header(request, 'upload-offset') ?? '';
  if (!/^\d{1,12}$/.test(given)) throw invalid(['header', 'Upload-Offset'], 'must be a number of bytes', 'int_parsing');
  return Number(given);
}

export const partUploadRoutes: Route[] = [
  route({
    method: 'POST',
    path: PATH,
    rules: {
      access: { member: true, refs: [inBody('page_id', pagePolicies.attachFile)] },
    },
    options: {
      id: 'uploads.begin',
      description:
        'Begin an upload in parts, for a page or for the active workspace; it is kept a day after its last part',
      validate: {
        payload: Joi.object({
          name: Joi.string().min(1).max(500).required(),
          size: Joi.number().integer().min(1).required(),
          page_id: id(),
        }).required(),
      },
    },
    handler: async (request) => {
      const { name, size } = request.payload as { name: string; size: number };
      const workspaceId = await workspaceOf(request);
      return present(await request.ctx.use(partUploads).begin(request.ctx, { name: nameOf(name), size, workspaceId }));
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    rules: { access: own },
    options: { id: 'uploads.get', description: 'How far an upload is', validate: { params: one } },
    handler: (request) => present(uploadOf(request)),
  }),
  route({
    method: 'PATCH',
    path: ONE,
    rules: { access: own },
    options: {
      id: 'uploads.append',
      description: 'The next part, which begins at the byte that the header Upload-Offset names',
      payload: {
        output: 'stream',
        parse: true,
        allow: 'application/offset+octet-stream',
        maxBytes: PART_BYTES,
      },
      validate: { params: one, payload: Joi.any() },
    },
    handler: async (request) => {
      const upload = uploadOf(request);
      const content = request.payload as Readable;
      const offset = await request.ctx.use(partUploads).append(request.ctx, upload, offsetOf(request), content);
      return { ok: true, offset };
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    rules: { access: own },
    options: { id: 'uploads.cancel', description: 'Give an upload up', validate: { params: one } },
    handler: async (request) => {
      await request.ctx.use(partUploads).cancel(request.ctx, uploadOf(request));
      return { ok: true };
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/file`,
    rules: { access: own },
    options: {
      id: 'uploads.finish',
      description: 'Make the whole a stored file; it stays when a saved block refers to it within a day',
      validate: { params: one },
    },
    handler: async (request) => {
      const record = await request.ctx.use(partUploads).finish(request.ctx, uploadOf(request));
      const { id: fileId, name, mime, size } = record;
      return { ok: true, file: { id: fileId, name, mime, size, url: fileUrl(record) } };
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/page`,
    rules: { access: { ...own, refs: [inBody('parent_id', pagePolicies.addBelow)] } },
    options: {
      id: 'uploads.finish-as-page',
      description: 'Make the whole a page of its own',
      validate: { params: one, payload: Joi.object({ parent_id: id().allow(null) }).required() },
    },
    handler: async (request) => {
      const { ctx } = request;
      const upload = uploadOf(request);
      const { parent_id } = request.payload as { parent_id?: number | null };
      const parent = parent_id ? loaded<PageRow>(request, 'parent_id') : undefined;
      if (parent) refuseFileAsParent(parent);
      if (parent && parent.workspace_id !== upload.workspace_id)
        throw invalid(['body', 'parent_id'], 'belongs to another workspace', 'value_error', parent_id);
      const record = await ctx.use(partUploads).finish(ctx, upload);
      const title = uploadTitle(upload.name);
      const place = { workspaceId: upload.workspace_id, parentId: parent?.id ?? null };
      const page = await createPage(ctx, { ...place, kind: 'file', title, fileId: record.id });
      return { ok: true, items: [page], errors: [] };
    },
  }),
];
