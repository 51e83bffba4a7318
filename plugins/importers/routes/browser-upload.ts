// The upload of an import: streamed into the data folder by hapi, with its fields read from either kind of body.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { invalid, notFound } from '../../../core/http/problem.ts';
import { file, textId } from '../../../core/http/schema-fields.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { baseName } from '../reading/entry-path.ts';
import { importerNamed } from '../registry.ts';
import { beginUpload, importUploadFolder } from '../service.ts';
import type { JobRow } from '../store.ts';

const MIB = 1_048_576;
/** Room for the fields and the frame around the file. */
const FRAME = 65_536;

interface Upload {
  path: string;
  filename: string;
  bytes?: number;
}

interface Fields {
  file?: Upload;
  url?: string;
  source: string;
  workspace_id?: number | string;
  parent_id?: number | string | null;
  dry_run?: unknown;
  options?: string | Record<string, unknown>;
}

/** hapi takes these two when the routes are registered, which comes after the plugin is set up with its settings. */
export const importUploadPayload = {
  output: 'data' as const,
  parse: true,
  multipart: { output: 'file' as const },
  allow: ['multipart/form-data', 'application/json'],
  maxBytes: 0,
  uploads: '',
};

/** Sets limit and place of uploads, and removes those that no job took. */
export function limitImportUploads(app: App, folder: string): void {
  importUploadPayload.maxBytes = app.settings.IMPORT_MAX_MB * MIB + FRAME;
  importUploadPayload.uploads = folder;
  app.server.events.on('response', (request) => {
    const { file, files } = (request.payload ?? {}) as { file?: Partial<Upload>; files?: unknown };
    // What was refused keeps the name that it came by, and may be several.
    for (const { path } of [file ?? {}, files ?? {}].flat() as Partial<Upload>[])
      if (typeof path === 'string' && path.startsWith(folder))
        rm(path, { force: true }).catch((error) => app.log.warn({ err: error }, 'an upload was not removed'));
  });
}

export const uploadFields = Joi.object({
  file: file().description('the file or archive to import (multipart); `files` is another name for it'),
  url: Joi.string()
    .max(2048)
    .allow('')
    .description('instead of a file, for sources that read addresses')
    .example('https://example.org/article'),
  source: Joi.string().max(100).required().example('clipper'),
  workspace_id: textId(),
  parent_id: textId().allow(null, ''),
  dry_run: Joi.alternatives(Joi.boolean(), Joi.valid(0, 1, '0', '1', 'true', 'false', '')),
  options: Joi.alternatives(Joi.object().unknown(), Joi.string().allow('').max(10_000)),
})
  .rename('files', 'file')
  .required();

/** @throws Problem validation_failed, forbidden, not_found */
export async function receive(request: Request): Promise<JobRow> {
  const { file, url, source, workspace_id, parent_id, dry_run, options } = request.payload as Fields;
  // Browsers send a field for a file that nobody chose, too.
  const hasFile = Boolean(file?.path) && !(file?.filename === '' && file.bytes === 0);
  if (url && hasFile) throw invalid(['body', 'url'], 'cannot be sent together with file', 'extra_forbidden');
  if (!url && !hasFile) throw invalid(['body', 'file'], 'Field required', 'missing');
  const given = url ? await addressFile(request.ctx, source, url) : (file as Upload);
  const parentId = parent_id ? Number(parent_id) : null;
  return beginUpload(
    request.ctx,
    {
      source,
      parentId,
      workspaceId: await targetOf(request, parentId, workspace_id),
      filename: baseName((given.filename || 'import').replaceAll('\\', '/')),
      dryRun: [true, 1, '1', 'true'].includes(dry_run as string),
      options: parseOptions(options),
    },
    given.path,
  );
}

/** An address as the file that browsers keep one in. @throws Problem validation_failed */
async function addressFile({ app }: Ctx, source: string, address: string): Promise<Upload> {
  const importer = await importerNamed(app, source);
  if (importer && !importer.accepts.includes('.url'))
    throw invalid(['body', 'url'], `is not read by ${importer.title}`, 'value_error');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid(['body', 'url'], 'must be a web address', 'value_error', address);
  const folder = importUploadFolder(app);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  await writeFile(path, `[InternetShortcut]\nURL=${url.href.replaceAll("'", '%27')}\n`, { mode: 0o600 });
  return { path, filename: `${url.hostname}.url` };
}

async function targetOf(request: Request, parentId: number | null, wanted: Fields['workspace_id']): Promise<number> {
  const parent = parentId === null ? undefined : loaded<{ workspace_id: number }>(request, 'parent_id').workspace_id;
  if (parent !== undefined && wanted !== undefined && Number(wanted) !== parent)
    throw invalid(['body', 'parent_id'], 'belongs to another workspace', 'value_error', parentId);
  if (parent !== undefined || wanted !== undefined) return parent ?? Number(wanted);
  const active = await request.ctx.use(workspaces).active(request.ctx, request);
  if (!active) throw notFound();
  return active.id;
}

function parseOptions(options: Fields['options']): Record<string, unknown> {
  if (!options) return {};
  if (typeof options === 'object') return options;
  try {
    const value = JSON.parse(options) as unknown;
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The same answer as for JSON of another shape.
  }
  throw invalid(['body', 'options'], 'must be a JSON object', 'dict_type');
}
