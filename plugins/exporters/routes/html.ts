// Exports as a page: a form for what is to be exported, and the files that were made; works without scripts.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { faultText } from '../../../core/http/localized-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Ref, type Route, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { ScopeKind } from '../contract.ts';
import type { ExportWarning } from '../export-source.ts';
import { allFormats } from '../formats/registry.ts';
import { exportPolicies, exportRefs } from '../policies.ts';
import { cancelExport, listExports, removeExport } from '../service.ts';
import { type ExportRow, isPending } from '../store.ts';
import {
  beginRequestedExport,
  type ExportFields,
  exportFields,
  exportOf,
  exportPath,
  sendExport,
} from './browser-exports.ts';

const SHOWN = 50;
/** Of an administrator: all workspaces in place of the one at hand. */
const everything = Joi.boolean();
const formFields = Joi.object({ ...exportFields, everything, csrf }).required();
const asked: Ref[] = exportRefs.map((ref) => ({ ...ref, in: 'query' }));

function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let at = 0;
  let size = bytes;
  for (; size >= 1024 && at < units.length - 1; at++) size /= 1024;
  return `${at ? size.toFixed(1) : size} ${units[at]}`;
}

function shown(request: Request, row: ExportRow) {
  const { ctx } = request;
  const { done = 0, total = 0 } = JSON.parse(row.progress_json) as { done?: number; total?: number };
  const { warnings = [], warnings_total = 0 } = JSON.parse(row.report_json) as {
    warnings?: ExportWarning[];
    warnings_total?: number;
  };
  const { id: exportId, name, status, error } = row;
  return {
    ...{ id: exportId, name, status, error, done, total, warnings, warnings_total },
    open: isPending(status),
    ready: status === 'completed',
    format: ctx.app.messages.text(ctx.locale, `exporters.format.${row.format}`),
    size: sizeText(row.size),
    at: momentText(ctx, row.created_at),
    until: row.expires_at ? momentText(ctx, row.expires_at) : '',
  };
}

interface Subject {
  page_id?: number;
  workspace_id?: number;
  isDatabase?: boolean;
  title: string;
}

/** What the address names, else the workspace at hand. */
async function subjectOf(request: Request, given: { page_id?: unknown; workspace_id?: unknown }): Promise<Subject> {
  const { ctx } = request;
  if (given.page_id) {
    const page = loaded<{ id: number; title: string; content_format: string }>(request, 'page_id');
    return { page_id: page.id, title: page.title, isDatabase: page.content_format === 'collection' };
  }
  const mine = await ctx.use(workspaces).mine(ctx);
  const named = given.workspace_id ? loaded<{ id: number; name: string }>(request, 'workspace_id') : undefined;
  const home = named ?? (await ctx.use(workspaces).active(ctx, request)) ?? mine[0];
  return home ? { workspace_id: home.id, title: home.name } : { title: '' };
}

/** Formats that hold any of these, for a form. */
export const formatChoices = (request: Request, kinds: ScopeKind[]) => {
  const { app, locale } = request.ctx;
  return allFormats(app)
    .filter(({ scopes }) => kinds.some((kind) => scopes.includes(kind)))
    .map(({ name, missing }) => {
      const lacking = missing?.(app);
      const text = lacking
        ? faultText(app.messages, locale, lacking)
        : app.messages.text(locale, `exporters.format.${name}.text`);
      return { name, title: app.messages.text(locale, `exporters.format.${name}`), text, isLacking: Boolean(lacking) };
    });
};

/** What people mostly want of a page, a database and a workspace; what cannot be made here gives its place to the next. */
const USUAL = {
  page: ['markdown', 'html', 'pdf', 'docx'],
  database: ['csv', 'xlsx', 'markdown'],
  workspace: ['markdown', 'archive', 'html'],
};
const USUAL_MAX = 3;

/** The usual ones in their order, and all others. */
function sortedFormats(request: Request, { page_id, isDatabase }: Subject) {
  const all = formatChoices(request, page_id ? ['page', 'subtree'] : ['workspace']);
  const names = USUAL[isDatabase ? 'database' : page_id ? 'page' : 'workspace'];
  const usual = names.flatMap((name) => all.filter((one) => one.name === name && !one.isLacking)).slice(0, USUAL_MAX);
  return { usual, others: all.filter((one) => !usual.includes(one)) };
}

async function view(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  // What was asked for is known by then, unless the form itself was wrong.
  const asked = refusal?.problem.code === 'conflict' ? (request.payload as object) : refusal ? {} : request.query;
  const subject = await subjectOf(request, asked);
  const { items } = await listExports(ctx, SHOWN, 0);
  const title = ctx.app.messages.text(ctx.locale, 'exporters.title');
  return h.view('exporters/exports', {
    title,
    breadcrumb: subject.page_id
      ? [{ title: subject.title, href: `/pages/${subject.page_id}` }, { title }]
      : [{ title }],
    subject,
    message: refusal ? refusal.message || Object.values(refusal.faults)[0] || '' : '',
    formats: sortedFormats(request, subject),
    chosen: 'markdown',
    mayTakeAll: !subject.page_id && userOf(ctx).isAdmin,
    exports: items.map((row) => shown(request, row)),
  });
}

const again: ShowAgain = view;

/** A button on an export. */
const act = (name: 'cancel' | 'delete', run: (request: Request) => Promise<unknown>): Route =>
  route({
    method: 'POST',
    path: `/exports/{id}/${name}`,
    rules: { access: can(exportPolicies[name], 'id'), html: true, form: true },
    options: { id: `exports.${name}-by-form`, validate: { params: exportPath, payload: Joi.object({ csrf }) } },
    handler: async (request, h) => {
      await run(request);
      return h.redirect('/exports').code(303);
    },
  });

export const exportPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/exports',
    rules: { access: { list: true, resource: 'export', refs: asked }, html: true },
    options: { id: 'exports.page', validate: { query: Joi.object({ page_id: id(), workspace_id: id() }) } },
    handler: (request, h) => view(request, h),
  }),
  route({
    method: 'POST',
    path: '/exports',
    rules: { access: { member: true, refs: exportRefs }, html: true, form: true, refused: again },
    options: { id: 'exports.begin-by-form', validate: { payload: formFields } },
    handler: async (request, h) => {
      const { everything, workspace_id, ...fields } = request.payload as ExportFields & { everything?: boolean };
      const home = workspace_id ? { workspace_id } : {};
      const { page_id } = await beginRequestedExport(request.ctx, { ...fields, ...(!everything && home) });
      const of = page_id ? `?page_id=${page_id}` : workspace_id ? `?workspace_id=${workspace_id}` : '';
      return h.redirect(`/exports${of}`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/exports/{id}/file',
    rules: { access: can(exportPolicies.download, 'id'), html: true },
    options: { id: 'exports.file', validate: { params: exportPath } },
    handler: sendExport,
  }),
  act('cancel', (request) => cancelExport(request.ctx, exportOf(request).id)),
  act('delete', (request) => removeExport(request.ctx, exportOf(request))),
];
