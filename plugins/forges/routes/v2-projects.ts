// Projects, repositories and their files in the public API.
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { pagedAnswer, windowIn } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, paging, params } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { ForgeFault } from '../adapters/forge-api.ts';
import { notConnected, problemOf } from '../connection/access-token.ts';
import { connectionStore } from '../connection/store.ts';
import { forgePolicies, projectPolicies } from '../policies.ts';
import {
  changeProject,
  type ProjectChange,
  renewPushSecret,
  requestSyncAnew,
  unlinkRepository,
} from '../projects/link.ts';
import { linkedSchema, presentLinked, projectSchema, projectsOf } from '../projects/present.ts';
import { projectChange } from '../projects/schema.ts';
import type { ProjectRow } from '../projects/store.ts';
import type { ForgeRow } from '../registration/store.ts';
import { contentAt, unreadableReason } from '../repositories/content.ts';
import { repositoriesAt } from '../repositories/list.ts';
import { placeFields, requestedPlace } from '../repositories/place-schema.ts';
import { pushSetup } from './browser-projects.ts';

const PATH = '/api/v2/projects';
const path = params({ id: id() });
const done = Joi.object({ ok: Joi.valid(true).required() });

const repositorySchema = Joi.object({
  owner: Joi.string().required(),
  name: Joi.string().required(),
  clone_url: Joi.string().allow('').required(),
  default_branch: Joi.string().allow('').required(),
  language: Joi.string().allow('').required(),
  description: Joi.string().allow('').required(),
  private: Joi.boolean().required(),
}).meta({ title: 'Repository' });

const contentSchema = Joi.object({
  type: Joi.valid('dir', 'file'),
  entries: Joi.array().items(
    Joi.object({
      name: Joi.string().required(),
      path: Joi.string().required(),
      type: Joi.valid('dir', 'file').required(),
      size: Joi.number().integer().required().description('bytes; 0 where the forge does not say'),
      sha: Joi.string().allow('').required(),
    }),
  ),
  truncated: Joi.boolean().description('the folder may have more entries than the 1,000 that are listed'),
  content: Joi.string().allow('').description('text of at most 1 MiB'),
  mime: Joi.string(),
  size: Joi.number().integer().description('bytes'),
  sha: Joi.string().allow(''),
  ok: Joi.valid(false),
  error: Joi.valid('binary', 'too_large'),
}).meta({ title: 'RepositoryContent' });

const readRoutes: Route[] = [
  route({
    method: 'GET',
    path: PATH,
    rules: { access: { list: true, resource: 'project' } },
    options: {
      id: 'projects.list',
      description:
        'Workspaces, linked repositories, and those that the connections of the caller show; the header X-Warnings names forges that did not answer, as in `forge=away`',
      validate: { query: paging() },
      response: { schema: Joi.array().items(projectSchema) },
    },
    handler: async (request, h) => {
      const { projects, warnings } = await projectsOf(request.ctx);
      const answer = pagedAnswer(request, h, windowIn(request, projects));
      const said = warnings.map(({ provider, reason }) => `${provider}=${reason}`).join(', ');
      return said ? answer.header('x-warnings', said) : answer;
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}`,
    rules: { access: can(projectPolicies.view, 'id') },
    options: {
      id: 'projects.get',
      description: 'A linked repository: how it is kept in step, and what the last time did',
      validate: { params: path },
      response: { schema: linkedSchema },
    },
    handler: (request) => presentLinked(loaded<ProjectRow>(request, 'id')) as never,
  }),
  route({
    method: 'GET',
    path: '/api/v2/forges/{id}/repositories',
    rules: { access: can(forgePolicies.browse, 'id') },
    options: {
      id: 'repositories.list',
      description: 'The repositories that the connection of the caller shows, at most 500',
      validate: { params: path, query: paging({ q: Joi.string().max(200).description('part of owner/name') }) },
      response: { schema: Joi.array().items(repositorySchema) },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const forge = loaded<ForgeRow>(request, 'id');
      const connection = await connectionStore.one(ctx, userOf(ctx).id, forge.id);
      if (!connection) throw notConnected(forge);
      const { repositories, warning } = await repositoriesAt(ctx, forge, connection);
      if (warning && warning !== 'more') throw problemOf(new ForgeFault(warning), forge);
      const q = String(request.query.q ?? '').toLowerCase();
      const found = repositories.filter(({ owner, name }) => `${owner}/${name}`.toLowerCase().includes(q));
      return pagedAnswer(request, h, windowIn(request, found));
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/forges/{id}/files',
    rules: { access: can(forgePolicies.browse, 'id') },
    options: {
      id: 'repository-files.get',
      description: 'A folder or text of a repository, read with the connection of the caller; nothing is stored',
      validate: { params: path, query: Joi.object(placeFields) },
      response: { schema: contentSchema },
    },
    handler: async (request) => {
      const found = await contentAt(request.ctx, loaded<ForgeRow>(request, 'id'), requestedPlace(request).place);
      if (found.type === 'dir') return found as never;
      const { bytes: _, ...file } = found;
      return (file.content === undefined ? { ok: false, error: unreadableReason(found) } : file) as never;
    },
  }),
];

const changeRoutes: Route[] = [
  route({
    method: 'PATCH',
    path: `${PATH}/{id}`,
    rules: { access: can(projectPolicies.update, 'id') },
    options: {
      id: 'projects.change',
      description: 'Change how a linked repository is kept in step',
      validate: { params: path, payload: projectChange },
      response: { schema: linkedSchema },
    },
    handler: async (request) =>
      presentLinked(
        await changeProject(request.ctx, loaded<ProjectRow>(request, 'id'), request.payload as ProjectChange),
      ) as never,
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    rules: { access: can(projectPolicies.unlink, 'id') },
    options: {
      id: 'projects.unlink',
      description: 'Unlink a repository; its pages stay',
      validate: { params: path },
      response: { schema: done },
    },
    handler: async (request) => {
      await unlinkRepository(request.ctx, loaded<ProjectRow>(request, 'id'));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/{id}/sync`,
    rules: { access: can(projectPolicies.sync, 'id') },
    options: {
      id: 'projects.sync',
      description: 'Bring the pages of a repository up to date soon',
      validate: { params: path },
      response: { schema: done },
    },
    handler: async (request) => {
      const project = loaded<ProjectRow>(request, 'id');
      await request.ctx.tx((tx) => requestSyncAnew(tx, project));
      return { ok: true } as never;
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/{id}/push-secret`,
    rules: { access: can(projectPolicies.renewPushSecret, 'id') },
    options: {
      id: 'projects.push-secret',
      description: 'Another secret for the webhook of the forge; the one before is good no more',
      validate: { params: path },
      response: { schema: Joi.object({ url: Joi.string().required(), secret: Joi.string().required() }) },
    },
    handler: async (request) => {
      const project = loaded<ProjectRow>(request, 'id');
      return pushSetup(request, project, await renewPushSecret(request.ctx, project)) as never;
    },
  }),
];

export const projectV2Routes: Route[] = [...readRoutes, ...changeRoutes];
