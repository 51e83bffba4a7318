// One linked repository: whether its pages are what it holds, how that is kept, and the webhook of its forge.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { atLeast, loaded, roleHere } from '../../../core/access/access-control.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { can, type Policy } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { importRuns } from '../../importers/contract.ts';
import { pages } from '../../pages/contract.ts';
import { projectPolicies } from '../policies.ts';
import { changeProject, renewPushSecret, requestSyncAnew, unlinkRepository } from '../projects/link.ts';
import { forgeOf, presentLinked } from '../projects/present.ts';
import { type ProjectRow, SYNCS, type Sync } from '../projects/store.ts';
import { projectImportPlace, SOURCE } from '../projects/sync.ts';
import { repositoryAddress } from '../repositories/markdown-view.ts';
import { branch } from '../repositories/place-schema.ts';
import { pushSetup } from './browser-projects.ts';

const PATH = '/workspace/projects/{id}';
const DONE = ['saved', 'asked'];
const COMMIT_SHOWN = 12;
const path = params({ id: id() });
const projectOf = (request: Request): ProjectRow => loaded<ProjectRow>(request, 'id');

interface ProjectView {
  done?: string;
  /** shown this once */
  secret?: string;
  faults?: Record<string, string>;
  message?: string;
  /** known for a repository that has just been linked */
  mayChange?: boolean;
}

/** Why its pages are behind; what an import says of its end is said here, too. */
async function faultText(ctx: Ctx, row: ProjectRow): Promise<string> {
  if (!row.error) return '';
  const { error, workspace_id, refused_commit, refused_reason } = row;
  const t = ctx.app.messages.in(ctx.locale);
  const isImport = error === 'import_failed';
  const why = isImport && (await ctx.use(importRuns).faultAt(ctx, workspace_id, SOURCE, projectImportPlace(row)));
  const isRefused = refused_commit && refused_reason === error;
  const until = isRefused && t('forges.error.until', { commit: refused_commit.slice(0, COMMIT_SHOWN) });
  return [t(`forges.error.${error}`), why, until].filter(Boolean).join(' ');
}

export async function projectPageView(
  request: Request,
  h: ResponseToolkit,
  row: ProjectRow,
  view: ProjectView = {},
): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const name = `${row.owner}/${row.name}`;
  const [forge, [reader], [folder], mayChange] = await Promise.all([
    forgeOf(ctx, row),
    ctx.use(accounts).known(ctx, row.user_id === null ? [] : [row.user_id]),
    ctx.use(pages).byIds(ctx, row.page_id === null ? [] : [row.page_id]),
    view.mayChange ?? roleHere(request, 'id').then((role) => atLeast(role, 'editor')),
  ]);
  const project = presentLinked(row);
  const asked = String(request.query.done ?? '');
  const done = view.done ?? (DONE.includes(asked) && request.method === 'get' ? asked : '');
  const answer = h.view('forges/project', {
    title: name,
    breadcrumb: [{ title: t('forges.projects'), href: '/workspace' }, { title: name }],
    fault: await faultText(ctx, row),
    ...{ project, forge, mayChange, syncs: SYNCS, folder: folder?.deleted_at ? undefined : folder },
    reader: reader?.full_name || reader?.login || '',
    isReader: row.user_id === userOf(ctx).id,
    at: row.last_synced_at ? momentText(ctx, row.last_synced_at) : '',
    browse: forge
      ? repositoryAddress(forge.key, { owner: row.owner, repo: row.name, path: row.path, ref: row.ref })
      : '',
    push: view.secret ? pushSetup(request, row, view.secret) : undefined,
    done: done ? t(`forges.project.done.${done}`) : '',
    faults: view.faults ?? {},
    message: view.message ?? '',
  });
  return view.secret ? answer.header('cache-control', 'no-store') : answer;
}

const again: ShowAgain = async (request, h, { message, faults }) => {
  const row = projectOf(request);
  return projectPageView(request, h, row, { faults, message });
};

type Act = (request: Request, h: ResponseToolkit, row: ProjectRow) => Promise<ResponseObject>;

const back = (h: ResponseToolkit, { id: number }: ProjectRow, done: string): ResponseObject =>
  h.redirect(`/workspace/projects/${number}?done=${done}`).code(303);

/** The forms of the page, by the end of their address. */
const acts: { name: string; policy: Policy; fields: Record<string, Joi.Schema>; act: Act }[] = [
  {
    name: 'change',
    policy: projectPolicies.update,
    fields: { sync: Joi.valid(...SYNCS), ref: branch(), reader: Joi.valid('me') },
    async act(request, h, row) {
      const { csrf: _, ...change } = request.payload as { csrf: string; sync?: Sync; ref?: string; reader?: 'me' };
      await changeProject(request.ctx, row, change);
      return back(h, row, 'saved');
    },
  },
  {
    name: 'sync',
    policy: projectPolicies.sync,
    fields: {},
    async act({ ctx }, h, row) {
      await ctx.tx((tx) => requestSyncAnew(tx, row));
      return back(h, row, 'asked');
    },
  },
  {
    name: 'push-secret',
    policy: projectPolicies.renewPushSecret,
    fields: {},
    act: async (request, h, row) =>
      projectPageView(request, h, row, { secret: await renewPushSecret(request.ctx, row) }),
  },
  {
    name: 'unlink',
    policy: projectPolicies.unlink,
    fields: {},
    async act({ ctx }, h, row) {
      await unlinkRepository(ctx, row);
      return h.redirect('/workspace').code(303);
    },
  },
];

export const projectPageRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: can(projectPolicies.view, 'id'), html: true },
    options: {
      id: 'project-pages.show',
      validate: { params: path, query: Joi.object({ done: Joi.string().max(20) }) },
    },
    handler: (request, h) => projectPageView(request, h, projectOf(request)),
  }),
  ...acts.map(({ name, policy, fields, act }) =>
    route({
      method: 'POST',
      path: `${PATH}/${name}`,
      rules: { access: can(policy, 'id'), html: true, form: true, refused: again },
      options: {
        id: `project-pages.${name}`,
        validate: { params: path, payload: Joi.object({ csrf, ...fields }).allow(null) },
      },
      handler: (request, h) => act(request, h, projectOf(request)),
    }),
  ),
];
