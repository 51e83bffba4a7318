// Import jobs as JSON: the fields of the specification, and how far the job is.
import Joi from 'joi';
import { faultText } from '../../core/http/localized-errors.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Importer, ImportReport } from './contract.ts';
import { allImporters } from './registry.ts';
import { emptyReport } from './report.ts';
import { importStates, type JobRow } from './store.ts';

const parsed = (json: string): Record<string, unknown> => JSON.parse(json) as Record<string, unknown>;

/** A job with its whole report; the report of a job that has not ended is an empty object. */
export const presentImportJob = (row: JobRow) => ({
  id: row.id,
  workspace_id: row.workspace_id,
  parent_id: row.parent_id,
  user_id: row.user_id,
  source: row.source,
  filename: row.filename,
  status: row.status,
  dry_run: row.dry_run,
  options: parsed(row.options_json),
  mapping: parsed(row.mapping_json),
  progress: parsed(row.progress_json),
  error: row.error,
  report_json: parsed(row.report_json) as Partial<ImportReport>,
  created_at: row.created_at,
  updated_at: row.updated_at,
  undone_at: row.undone_at,
});

/** The same for people: why it failed in their language. */
export const presentShown = ({ app, locale }: Ctx, row: JobRow) => ({
  ...presentImportJob(row),
  error: faultText(app.messages, locale, row.error),
});

/** The same for lists, in which reports keep their numbers and leave out what they name. */
export function presentListed(row: JobRow) {
  const job = presentImportJob(row);
  const { warnings: _, broken_links: __, ...numbers } = job.report_json;
  return { ...job, report_json: numbers };
}

export const jobReport = (row: JobRow): ImportReport => ({
  ...emptyReport(),
  ...(parsed(row.report_json) as Partial<ImportReport>),
});

export const jobPreview = (row: JobRow): ImportReport => ({
  ...emptyReport(),
  ...(parsed(row.preview_json) as Partial<ImportReport>),
});

/** The sources in the language of the reader and in the order of their titles; those of extensions as they say it. */
export async function presentSources(ctx: Ctx) {
  const sources = (await allImporters(ctx.app)).map((one) => presentImporter(one, titleIn(ctx, one)));
  return sources.sort((a, b) => (a.title < b.title ? -1 : 1));
}

function titleIn({ app, locale }: Ctx, { name, title }: Importer): string {
  const key = `importers.source.${name}`;
  const said = app.messages.text(locale, key);
  return said === key ? title : said;
}

const presentImporter = ({ name, accepts, options }: Importer, title: string) => ({
  name,
  title,
  accepts: [...accepts],
  options: options
    ? ((options as Joi.ObjectSchema & { '~standard': { jsonSchema: { input(target: object): object } } })[
        '~standard'
      ].jsonSchema.input({ target: 'draft-2020-12' }) as object)
    : null,
});

export const importerSchema = Joi.object({
  name: Joi.string().required().example('notes-vault'),
  title: Joi.string().required().example('Notes vault (Obsidian)'),
  accepts: Joi.array().items(Joi.string()).required().example(['folder', '.zip', '.md']),
  options: Joi.object().unknown().required().allow(null).description('JSON Schema of further options'),
}).meta({ title: 'ImportSource' });

export const itemSchema = Joi.object({
  kind: Joi.valid('page', 'folder', 'file', 'database', 'row').required(),
  name: Joi.string().required().allow('').example('Notes/Today.md').description('where it lies in the source'),
  page_id: Joi.number().integer().required().allow(null).description('null: none, or one the caller may not see'),
  is_new: Joi.boolean().required().description('false: it was there before and was changed'),
}).meta({ title: 'ImportedItem' });

const counts = (...names: string[]) =>
  Joi.object(Object.fromEntries(names.map((name) => [name, Joi.number().integer().min(0).required()])));
const listed = (...names: string[]) =>
  Joi.array().items(Joi.object(Object.fromEntries(names.map((name) => [name, Joi.string().allow('').required()]))));

const warnings = listed('item', 'kind', 'reason');

export const reportSchema = Joi.object({
  counts: counts('pages', 'folders', 'databases', 'rows', 'files', 'links', 'comments').required(),
  created: Joi.number().integer().required(),
  updated: Joi.number().integer().required(),
  skipped: Joi.number().integer().required(),
  warnings: warnings.required(),
  warnings_total: Joi.number().integer().required(),
  unsupported: Joi.object().pattern(Joi.string(), Joi.number().integer()).required().example({ note_embed: 2 }),
  broken_links: listed('item', 'target', 'kind').required(),
  broken_links_total: Joi.number().integer().required(),
  first: Joi.array().items(Joi.string()).description('of a preview: what would come first'),
  tree: Joi.array().items(Joi.object().unknown()).description('of a preview: its levels, each cut'),
  databases: Joi.array().items(Joi.object().unknown()).description('databases with their columns, types and samples'),
  workspaces: Joi.array().items(Joi.string()).description('of an archive: the workspaces that came in, or would'),
  refused: Joi.valid(true).description('the source as a whole cannot be read'),
  undo: Joi.object({ trashed: Joi.number().integer(), restored: Joi.number().integer(), kept: warnings }),
}).meta({ title: 'ImportReport' });

export const jobSchema = Joi.object({
  id: Joi.string().required().example('6f1d2c3b-4a59-4e68-8f7a-0b1c2d3e4f50'),
  workspace_id: Joi.number().integer().required(),
  parent_id: Joi.number().integer().required().allow(null),
  user_id: Joi.number().integer().required().allow(null),
  source: Joi.string().required().example('notes-vault'),
  filename: Joi.string().required().example('vault.zip'),
  status: Joi.valid(...importStates).required(),
  dry_run: Joi.valid(0, 1).required(),
  options: Joi.object().unknown().required(),
  mapping: Joi.object().unknown().required(),
  progress: Joi.object().unknown().required().example({ phase: 'pages', done: 40, total: 102 }),
  error: Joi.string().required().allow(''),
  report_json: Joi.object().unknown().required().description('empty until the job has ended'),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
  undone_at: Joi.string().required().allow(null),
}).meta({ title: 'ImportJob' });
