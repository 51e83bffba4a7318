// The import as a page: a wizard where scripts run, and plain forms that take the same steps where they do not.
import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can, inQuery } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { MAPPED_TYPES } from '../../databases/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { importPlaceRefs, importPolicies } from '../policies.ts';
import { jobPreview, presentShown, presentSources } from '../present.ts';
import { cancelImport, listImports, requestUndo, startImport } from '../service.ts';
import { ENDED, type JobRow } from '../store.ts';
import { importJobPath, jobOf } from './browser-imports.ts';
import { importUploadPayload, receive, uploadFields } from './browser-upload.ts';

const EARLIER = 20;
const csrf = Joi.string().allow('');

/** A job with its preview, as the wizard shows it. */
const shown = (ctx: Ctx, row: JobRow) => ({
  ...presentShown(ctx, row),
  preview: row.preview_json === '{}' ? null : jobPreview(row),
});

async function view(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const page = refusal ? 1 : Number(request.query.page);
  const [sources, mine, active, { items, total }] = await Promise.all([
    presentSources(ctx),
    ctx.use(workspaces).mine(ctx),
    ctx.use(workspaces).active(ctx, request),
    listImports(ctx, EARLIER, (page - 1) * EARLIER),
  ]);
  const asked = request.query.job && !refusal ? loaded<JobRow>(request, 'job') : undefined;
  // Whoever comes back while something runs, or waits for an answer, finds it.
  const running = items.find(({ user_id, status }) => user_id === userOf(ctx).id && !ENDED.includes(status));
  const wantsNew = request.query.new === '1' || refusal;
  const job = asked ?? (wantsNew ? undefined : running);
  const title = ctx.app.messages.text(ctx.locale, 'importers.title');
  const names = new Map(sources.map((source) => [source.name, source.title]));
  return h.view('importers/import', {
    title,
    breadcrumb: [{ title }],
    props: {
      sources,
      workspaces: mine
        .filter(({ role, archived_at }) => atLeast(role, 'editor') && !archived_at)
        .map(({ id, name }) => ({ id, name })),
      activeId: active?.id ?? null,
      maxMb: ctx.app.settings.IMPORT_MAX_MB,
      columnTypes: MAPPED_TYPES,
      csrf: ctx.app.csrf.tokenFor(userOf(ctx).sessionId ?? ''),
      job: job ? shown(ctx, job) : null,
      message: refusal ? refusal.message || Object.values(refusal.faults)[0] || '' : '',
    },
    page,
    pages: Math.ceil(total / EARLIER),
    jobs: items.map((row) => ({
      id: row.id,
      name: row.filename,
      source: names.get(row.source) ?? row.source,
      status: row.undone_at ? 'undone' : row.status,
      at: momentText(ctx, row.created_at),
    })),
  });
}

const again: ShowAgain = view;

const action = (name: 'start' | 'cancel' | 'undo', run: (request: Request) => Promise<JobRow>): Route =>
  route({
    method: 'POST',
    path: `/import/{id}/${name}`,
    rules: { access: can(importPolicies.run, 'id'), html: true, form: true },
    options: { id: `imports.${name}-by-form`, validate: { params: importJobPath } },
    handler: async (request, h) => {
      const { id } = await run(request);
      return h.redirect(`/import?job=${id}`).code(303);
    },
  });

export const importPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/import',
    rules: {
      access: { list: true, resource: 'workspace', refs: [inQuery('job', importPolicies.view)] },
      html: true,
    },
    options: {
      id: 'imports.page',
      validate: {
        query: Joi.object({
          job: Joi.string().max(64),
          new: Joi.string().max(1),
          page: Joi.number().integer().min(1).max(100_000).default(1),
        }),
      },
    },
    handler: (request, h) => view(request, h),
  }),
  route({
    method: 'POST',
    path: '/import',
    rules: { access: { member: true, refs: importPlaceRefs }, html: true, form: true, refused: again },
    options: {
      id: 'imports.begin-by-form',
      payload: importUploadPayload,
      validate: { payload: (uploadFields as Joi.ObjectSchema).keys({ csrf }) },
    },
    handler: async (request, h) => {
      const { id } = await receive(request);
      return h.redirect(`/import?job=${id}`).code(303);
    },
  }),
  action('start', (request) => startImport(request.ctx, jobOf(request).id)),
  action('cancel', (request) => cancelImport(request.ctx, jobOf(request).id)),
  action('undo', (request) => requestUndo(request.ctx, jobOf(request).id)),
];
