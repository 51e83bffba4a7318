// Projects for people: workspaces, linked repositories and those of forges in one list, and the form that links one.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { requireForge } from '../connection/connection.ts';
import { noForge } from '../connection/connector.ts';
import { connectionStore } from '../connection/store.ts';
import { projectHomeRef } from '../policies.ts';
import { type LinkInput, linkRepository } from '../projects/link.ts';
import { type Project, projectsOf } from '../projects/present.ts';
import { projectStore, SYNCS } from '../projects/store.ts';
import { forgeStore } from '../registration/store.ts';
import { owner, ref, repositoryName, repositoryPath } from '../repositories/place-schema.ts';
import { projectPageView } from './html-project.ts';

const PATH = '/workspace';
const LINK = `${PATH}/projects`;

/** The forges that there are, each with what the caller sees there. */
async function forgesOf(ctx: Ctx, projects: Project[], warnings: { provider: string; reason: string }[]) {
  const [forges, own] = await Promise.all([forgeStore.all(ctx), connectionStore.of(ctx, userOf(ctx).id)]);
  return forges.map(({ id: forgeId, key, name }) => ({
    ...{ key, name },
    isConnected: own.some(({ forge_id }) => forge_id === forgeId),
    warning: warnings.find(({ provider }) => provider === key)?.reason ?? '',
    hasLinked: projects.some((one) => one.forge_id === forgeId && one.id !== null),
    repositories: projects
      .filter((one) => one.forge_id === forgeId && one.id === null)
      .map((one) => ({
        ...one,
        link: `${LINK}/new?${new URLSearchParams({ provider: key, owner: one.owner, repo: one.name })}`,
      })),
  }));
}

/** Also where files of a repository are looked for and none is named. */
export async function projectListView(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const q = String(request.query.q ?? '').trim();
  const { projects, warnings } = await projectsOf(ctx);
  const words = q.toLowerCase();
  const shown = projects.filter(({ owner: by, name, description }) =>
    `${by}/${name} ${description}`.toLowerCase().includes(words),
  );
  const title = ctx.app.messages.text(ctx.locale, 'forges.projects');
  const linked = shown.filter(({ proj_type, id: number }) => proj_type !== 'builtin' && number !== null);
  const rows = await projectStore.byIds(
    ctx,
    linked.flatMap((one) => one.id ?? []),
  );
  return h.view('forges/projects', {
    title,
    breadcrumb: [{ title }],
    q,
    workspaces: shown.filter(({ proj_type }) => proj_type === 'builtin'),
    linked: linked.map((one) => ({
      ...one,
      error: rows.find((row) => row.id === one.id)?.error ?? '',
      at: one.last_synced_at ? momentText(ctx, one.last_synced_at) : '',
    })),
    none: noForge(ctx),
    forges: await forgesOf(ctx, shown, warnings),
  });
}

interface LinkView {
  values?: Record<string, string>;
  faults?: Record<string, string>;
  message?: string;
}

async function linkPage(request: Request, h: ResponseToolkit, view: LinkView = {}): Promise<ResponseObject> {
  const { ctx } = request;
  const t = ctx.app.messages.in(ctx.locale);
  const { repo, ...asked } = request.query as Record<string, string>;
  const values: Record<string, string> = {
    ...asked,
    name: repo ?? '',
    ref: '',
    path: '',
    sync: 'hourly',
    ...view.values,
  };
  const forge = await requireForge(ctx, values.provider ?? '');
  const homes = (await ctx.use(workspaces).mine(ctx)).filter(
    ({ role, archived_at }) => !archived_at && (role === 'owner' || role === 'editor'),
  );
  return h.view('forges/link', {
    title: t('forges.link'),
    breadcrumb: [{ title: t('forges.projects'), href: PATH }, { title: t('forges.link') }],
    ...{ forge, values, homes, syncs: SYNCS, faults: view.faults ?? {}, message: view.message ?? '' },
    active: (await ctx.use(workspaces).active(ctx, request))?.id ?? 0,
  });
}

const again: ShowAgain = (request, h, { message, faults, typed }) => {
  const { csrf: _, ...values } = typed as Record<string, string>;
  return linkPage(request, h, { values, faults, message });
};

export const projectPages: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { list: true, resource: 'project' }, html: true },
    options: { id: 'projects-pages.list', validate: { query: Joi.object({ q: Joi.string().allow('').max(200) }) } },
    handler: projectListView,
  }),
  route({
    method: 'GET',
    path: `${LINK}/new`,
    rules: { access: { member: true }, html: true },
    options: {
      id: 'projects-pages.new',
      validate: {
        query: Joi.object({
          provider: Joi.string().max(100).required(),
          owner: owner().required(),
          repo: repositoryName().required(),
        }),
      },
    },
    handler: (request, h) => linkPage(request, h),
  }),
  route({
    method: 'POST',
    path: LINK,
    rules: { access: { member: true, refs: [projectHomeRef] }, html: true, form: true, refused: again },
    options: {
      id: 'projects-pages.link',
      validate: {
        payload: Joi.object({
          csrf,
          provider: Joi.string().max(100).required(),
          owner: owner().required(),
          name: repositoryName().required(),
          workspace_id: id().required(),
          path: repositoryPath().default(''),
          ref: ref().default(''),
          sync: Joi.valid(...SYNCS).required(),
        }),
      },
    },
    handler: async (request, h) => {
      const { csrf: _, ...input } = request.payload as Omit<LinkInput, 'folder'> & { csrf: string };
      const { project, secret } = await linkRepository(request.ctx, { ...input, folder: null });
      return projectPageView(request, h, project, { done: 'linked', secret, mayChange: true });
    },
  }),
];
