// SQL of repositories that workspaces are linked with.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ForgeFaultReason } from '../adapters/forge-api.ts';
import type { ForgeType } from '../registration/store.ts';

export const SYNCS = ['off', 'hourly', 'push'] as const;
export type Sync = (typeof SYNCS)[number];

export interface ProjectRow {
  id: number;
  name: string;
  proj_type: ForgeType;
  owner: string;
  /** null: the forge was taken away, or another one has its place */
  forge_id: number | null;
  clone_url: string;
  default_branch: string;
  language: string;
  description: string;
  last_synced_at: string | null;
  created_at: string;
  workspace_id: number;
  page_id: number | null;
  user_id: number | null;
  ref: string;
  /** folder of the repository whose files are pages; empty: all of it */
  path: string;
  sync: Sync;
  push_secret_encrypted: string;
  /** how often it was brought up to date, also in vain */
  runs: number;
  /** until then somebody is at it */
  lease_until: string | null;
  /** the commit whose files the pages have, or empty */
  commit_id: string;
  /** a `SyncReport`, or an empty object */
  report_json: string;
  /** why the last attempt came to nothing, or empty */
  error: SyncError | '';
  /** the commit whose files were refused as a whole, or empty: they are not fetched again unless somebody asks for it */
  refused_commit: string;
  refused_reason: SyncError | '';
}

/** Why pages are not what the repository has. */
export type SyncError =
  | ForgeFaultReason
  | 'forge_gone'
  | 'not_connected'
  | 'reader_gone'
  | 'page_gone'
  | 'forbidden'
  | 'locked'
  | 'import_failed';

/** What the last import of a repository did. */
export interface SyncReport {
  import_id: string;
  created: number;
  updated: number;
  skipped: number;
  /** what was left as it is, and why; the report of the import has all of it */
  warnings: number;
}

export type NewProject = Omit<
  ProjectRow,
  | ('id' | 'last_synced_at' | 'created_at' | 'runs' | 'lease_until' | 'commit_id' | 'report_json' | 'error')
  | ('refused_commit' | 'refused_reason')
>;

export const projectStore = {
  byId: (ctx: Ctx, id: number): Promise<ProjectRow | undefined> => ctx.db('projects').where({ id }).first(),
  /** of these workspaces */
  of: (ctx: Ctx, workspaceIds: number[]): Promise<ProjectRow[]> =>
    ctx.db('projects').whereIn('workspace_id', workspaceIds).orderBy(['owner', 'name']),
  /** forges write names in the capitals they were made with, and find them in any */
  named: (ctx: Ctx, type: ForgeType, owner: string, name: string): Promise<ProjectRow | undefined> =>
    ctx
      .db('projects')
      .where({ proj_type: type })
      .whereRaw('lower(owner) = ? and lower(name) = ?', [owner.toLowerCase(), name.toLowerCase()])
      .first(),
  /** a subquery: some project of the workspace whose id is in this column, or null */
  oneIn: (ctx: Ctx, page: { workspaceId: string }) =>
    ctx.db('projects').whereRaw('workspace_id = ??', [page.workspaceId]).limit(1).select('id'),
  hourly: (ctx: Ctx): Promise<ProjectRow[]> => ctx.db('projects').where({ sync: 'hourly' }).whereNotNull('forge_id'),
  async insert(tx: Ctx, row: NewProject): Promise<ProjectRow> {
    const [made] = await tx
      .db('projects')
      .insert({ ...row, created_at: tx.now() })
      .returning('*');
    return made as ProjectRow;
  },
  update: (tx: Ctx, id: number, change: Partial<Omit<ProjectRow, 'id'>>) =>
    tx.db('projects').where({ id }).update(change),
  /** of all who want to bring it up to date, in whatever process, one may */
  lease: async (tx: Ctx, { id, runs }: ProjectRow, until: string): Promise<boolean> =>
    (await tx
      .db('projects')
      .where({ id })
      .where((free) => free.whereNull('lease_until').orWhere('lease_until', '<', tx.now()))
      .update({ lease_until: until, runs: runs + 1 })) > 0,
  /** keeps it from others for longer, while somebody is at it */
  extend: (tx: Ctx, id: number, until: string) =>
    tx.db('projects').where({ id }).whereNotNull('lease_until').update({ lease_until: until }),
  remove: (tx: Ctx, id: number) => tx.db('projects').where({ id }).delete(),
  /** nothing is fetched for them any more */
  detach: (tx: Ctx, forgeId: number) =>
    tx.db('projects').where({ forge_id: forgeId }).update({ forge_id: null, sync: 'off' }),
  byIds: (ctx: Ctx, ids: number[]): Promise<ProjectRow[]> => ctx.db('projects').whereIn('id', ids),
  all: (ctx: Ctx): Promise<ProjectRow[]> => ctx.db('projects').orderBy('id'),
};
