// Projects as JSON: workspaces, repositories that are linked with them, and those that somebody sees at forges.
import Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { type Workspace, workspaces } from '../../workspaces/contract.ts';
import type { Repository } from '../adapters/adapter.ts';
import { type ForgeRow, forgeStore, TYPES } from '../registration/store.ts';
import { type ForgeRepositories, repositoriesOf } from '../repositories/list.ts';
import { repositoryAddress } from '../repositories/markdown-view.ts';
import { type ProjectRow, projectStore, SYNCS, type SyncReport } from './store.ts';

export interface Project {
  /** of the workspace or the linked repository, each with numbers of its own; null: it is not linked */
  id: number | null;
  name: string;
  proj_type: 'builtin' | ForgeRow['type'];
  owner: string;
  forge_id: number | null;
  clone_url: string;
  default_branch: string;
  language: string;
  description: string;
  last_synced_at: string | null;
  created_at: string | null;
  workspace_id: number | null;
  url: string;
}

export const projectSchema = Joi.object({
  id: Joi.number()
    .integer()
    .allow(null)
    .required()
    .description(
      'of a built-in project that of its workspace, which the operations of one project do not take; null: a repository that is not linked',
    ),
  name: Joi.string().required(),
  proj_type: Joi.valid('builtin', ...TYPES).required(),
  owner: Joi.string().allow('').required(),
  forge_id: Joi.number().integer().allow(null).required(),
  clone_url: Joi.string().allow('').required(),
  default_branch: Joi.string().allow('').required(),
  language: Joi.string().allow('').required(),
  description: Joi.string().allow('').required(),
  last_synced_at: Joi.string().allow(null).required(),
  created_at: Joi.string().allow(null).required(),
  workspace_id: Joi.number().integer().allow(null).required(),
  url: Joi.string().required(),
}).meta({ title: 'Project' });

const reportSchema = Joi.object({
  import_id: Joi.string().required(),
  created: Joi.number().integer().required(),
  updated: Joi.number().integer().required(),
  skipped: Joi.number().integer().required(),
  warnings: Joi.number().integer().required().description('what was left as it is; the report of the import says why'),
});

export const linkedSchema = projectSchema
  .keys({
    page_id: Joi.number().integer().allow(null).required().description('the folder of its pages'),
    ref: Joi.string().required(),
    path: Joi.string().allow('').required(),
    sync: Joi.valid(...SYNCS).required(),
    commit: Joi.string().allow('').required(),
    error: Joi.string().allow('').required().description('why its pages are not what the repository has; or empty'),
    refused_commit: Joi.string()
      .allow('')
      .required()
      .description(
        'a commit whose files were refused as a whole: they are fetched again only when somebody asks for it',
      ),
    last_report: reportSchema.allow(null).required(),
  })
  .meta({ title: 'LinkedProject' });

export const presentBuiltin = (one: Workspace, owner: string): Project => ({
  ...{ id: one.id, name: one.slug, proj_type: 'builtin', owner, forge_id: null, clone_url: '', default_branch: '' },
  ...{ language: '', description: one.name, last_synced_at: null, created_at: one.created_at },
  ...{ workspace_id: one.id, url: '/workspaces' },
});

export function presentLinked(row: ProjectRow) {
  const report = JSON.parse(row.report_json) as Partial<SyncReport>;
  return {
    ...presentProject(row),
    ...{ page_id: row.page_id, ref: row.ref, path: row.path, sync: row.sync, commit: row.commit_id, error: row.error },
    refused_commit: row.refused_commit,
    last_report: report.import_id === undefined ? null : report,
  };
}

export const presentProject = (row: ProjectRow): Project => ({
  ...{ id: row.id, name: row.name, proj_type: row.proj_type, owner: row.owner, forge_id: row.forge_id },
  ...{ clone_url: row.clone_url, default_branch: row.default_branch, language: row.language },
  ...{ description: row.description, last_synced_at: row.last_synced_at, created_at: row.created_at },
  ...{ workspace_id: row.workspace_id, url: `/workspace/projects/${row.id}` },
});

export const presentRepository = (forge: ForgeRow, { private: _, ...one }: Repository): Project => ({
  ...{ id: null, proj_type: forge.type, forge_id: forge.id, ...one },
  ...{ last_synced_at: null, created_at: null, workspace_id: null },
  url: repositoryAddress(forge.key, { owner: one.owner, repo: one.name, path: '', ref: '' }),
});

export interface Projects {
  projects: Project[];
  warnings: { provider: string; reason: NonNullable<ForgeRepositories['warning']> }[];
}

const nameIn = ({ forge_id, owner, name }: Pick<Project, 'forge_id' | 'owner' | 'name'>): string =>
  `${forge_id} ${owner}/${name}`.toLowerCase();

/** All that the caller sees: workspaces of theirs, repositories linked with them, and what their own tokens show. */
export async function projectsOf(ctx: Ctx): Promise<Projects> {
  const mine = (await ctx.use(workspaces).mine(ctx)).filter(({ archived_at }) => !archived_at);
  const ids = mine.map(({ id }) => id);
  const [owners, linked, listed] = await Promise.all([
    ctx.use(accounts).known(
      ctx,
      mine.flatMap(({ owner_id }) => owner_id ?? []),
    ),
    projectStore.of(ctx, ids),
    repositoriesOf(ctx),
  ]);
  const login = new Map(owners.map((one) => [one.id, one.login]));
  const known = new Set(linked.map(nameIn));
  const found = listed.flatMap(({ forge, repositories }) => repositories.map((one) => presentRepository(forge, one)));
  return {
    projects: [
      ...mine.map((one) => presentBuiltin(one, (one.owner_id !== null && login.get(one.owner_id)) || '')),
      ...linked.map(presentProject),
      ...found.filter((one) => !known.has(nameIn(one))),
    ],
    warnings: listed.flatMap(({ forge, warning }) => (warning ? [{ provider: forge.key, reason: warning }] : [])),
  };
}

/** The forge of a linked repository, while it is registered. */
export const forgeOf = (ctx: Ctx, { forge_id }: ProjectRow): Promise<ForgeRow | undefined> =>
  forge_id === null ? Promise.resolve(undefined) : forgeStore.byId(ctx, forge_id);
