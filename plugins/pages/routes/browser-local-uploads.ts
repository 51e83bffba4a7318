// Uploads into the local workspace, and the files behind file pages.

import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { sweepFolder } from '../../../core/files/disk-storage.ts';
import { blobText, sendBlob } from '../../../core/files/file-response.ts';
import { can, inBody } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { file, textId } from '../../../core/http/schema-fields.ts';
import { DAY } from '../../../core/i18n/calendar-date.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type FileRecord, files } from '../../files/contract.ts';
import { fileBehind } from '../content/page-body.ts';
import {
  type ReceivedFile,
  readStructure,
  type UploadOutcome,
  type UploadTarget,
  uploadFiles,
  uploadFolder,
} from '../files/uploads.ts';
import { pagePolicies } from '../policies.ts';
import type { PageRow } from '../store.ts';
import { writableWorkspace } from '../tree/new-page-place.ts';
import { refuseFileAsParent } from '../tree/page-tree.ts';
import { pagePath } from './browser.ts';

const MIB = 1_048_576;
/** Room for the structure and the frames around the files. */
const FRAME = 4 * MIB;
/** Text that a browser is asked to show at once. */
const SHOWN_MAX = MIB;

/** hapi takes the last two when the routes are registered, which comes after the plugin is set up with its settings. */
const payload = {
  output: 'data' as const,
  parse: true,
  multipart: { output: 'file' as const },
  allow: ['multipart/form-data'],
  maxBytes: 0,
  uploads: '',
};

const incoming = (app: App): string => join(app.settings.DATA_DIR, 'incoming');

const receivedOf = (given: unknown): ReceivedFile[] => (given === undefined ? [] : [given].flat()) as ReceivedFile[];

/** Sets limit and place of uploads, and removes what was received once it is answered. */
export function limitLocalUploads(app: App): void {
  payload.maxBytes = app.settings.UPLOAD_MAX_MB * MIB + FRAME;
  payload.uploads = incoming(app);
  mkdirSync(payload.uploads, { recursive: true, mode: 0o700 });
  app.server.events.on('response', (request) => {
    if (!request.path.startsWith('/api/local-workspace/upload')) return;
    const body = request.payload as Record<string, unknown> | null;
    for (const file of Object.values(body ?? {}).flatMap(receivedOf)) {
      if (typeof file?.path === 'string' && file.path.startsWith(payload.uploads))
        rm(file.path, { force: true }).catch((error) => app.log.warn({ err: error }, 'an upload was not removed'));
    }
  });
}

/** What was being received when a process ended is nobody's any more. */
export const sweepLocalUploads = (ctx: Ctx): Promise<void> => sweepFolder(incoming(ctx.app), DAY);

const upload = () => file().keys({ path: Joi.string(), filename: Joi.string() });
const filesField = () => Joi.alternatives(Joi.array().items(upload()).max(1000), upload());

/** Decided before anything is stored. @throws Problem forbidden, not_found, validation_failed */
async function placeOf(request: Request): Promise<UploadTarget> {
  const { ctx } = request;
  const { parent_id } = request.payload as { parent_id?: string | number };
  if (parent_id === undefined) {
    return { workspaceId: await writableWorkspace(ctx, request), parentId: null };
  }
  const parent = loaded<PageRow>(request, 'parent_id');
  refuseFileAsParent(parent);
  return { workspaceId: parent.workspace_id, parentId: parent.id };
}

const answer = ({ items, errors }: UploadOutcome) => ({ ok: errors.length === 0, items, errors });

async function recordOf(request: Request): Promise<FileRecord | undefined> {
  const fileId = fileBehind(loaded<PageRow>(request, 'page_id'));
  const [record] = fileId ? await request.ctx.use(files).byIds(request.ctx, [fileId]) : [];
  return record;
}

export const localUploadRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/local-workspace/upload',
    rules: { access: { member: true, refs: [inBody('parent_id', pagePolicies.addBelow)] } },
    options: {
      id: 'items.upload',
      description: 'Upload files; each becomes a file page',
      payload,
      validate: { payload: Joi.object({ files: filesField().required(), parent_id: textId().empty('') }).required() },
    },
    handler: async (request) => {
      const received = receivedOf((request.payload as { files: unknown }).files);
      return answer(await uploadFiles(request.ctx, await placeOf(request), received));
    },
  }),
  route({
    method: 'POST',
    path: '/api/local-workspace/upload-folder',
    rules: { access: { member: true, refs: [inBody('parent_id', pagePolicies.addBelow)] } },
    options: {
      id: 'items.upload-folder',
      description: 'Upload a folder: first its folders, then the files inside them',
      payload,
      validate: {
        payload: Joi.object({
          structure: Joi.string()
            .required()
            .max(2_000_000)
            .description("JSON array of objects with `path` and `type` 'folder' or 'file'"),
          files: filesField(),
          parent_id: textId().empty(''),
        }).required(),
      },
    },
    handler: async (request) => {
      const { structure, files: given } = request.payload as { structure: string; files?: unknown };
      const received = receivedOf(given);
      const entries = readStructure(structure, received.length);
      return answer(await uploadFolder(request.ctx, await placeOf(request), entries, received));
    },
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/download',
    rules: { access: can(pagePolicies.read, 'page_id') },
    options: {
      id: 'pages.download',
      description: 'The original file of a file page',
      validate: { params: pagePath },
      plugins: { api: { produces: 'application/octet-stream' } },
    },
    handler: async (request, h) => {
      const record = await recordOf(request);
      if (!record) throw notFound();
      return sendBlob(request.ctx.app.storage, record, request, h, { attachment: true });
    },
  }),
  route({
    method: 'GET',
    path: '/api/pages/{page_id}/file-content',
    rules: { access: can(pagePolicies.read, 'page_id') },
    options: {
      id: 'pages.file-content',
      description: 'The text of a file page; ok is false for files that are not text',
      validate: { params: pagePath },
    },
    handler: async (request) => {
      const record = await recordOf(request);
      if (!record) return { ok: false, error: 'no_file', detail: 'The page has no file behind it.' };
      if (!record.mime.startsWith('text/'))
        return { ok: false, error: 'binary', detail: 'The file is not text; download it instead.' };
      if (record.size > SHOWN_MAX)
        return { ok: false, error: 'too_large', detail: 'The file is too large to be shown; download it instead.' };
      const content = blobText(record, await buffer(await request.ctx.app.storage.read(record.filename)));
      return { ok: true, content, mime: record.mime };
    },
  }),
];
