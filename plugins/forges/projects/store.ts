// SQL of repositories that workspaces are linked with.
import type { Ctx } from '../../../core/kernel/context.ts';
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
  sync: Sync;
  push_secret_encrypted: string;
  /** the commit whose files the pages have, or empty */
  commit_id: string;
  report_json: string;
  /** why the last attempt came to nothing: a key of messages, or empty */
  error: string;
}

export type NewProject = Omit<
  ProjectRow,
  'id' | 'last_synced_at' | 'created_at' | 'commit_id' | 'report_json' | 'error'
>;

export const projectStore = {
  byId: (ctx: Ctx, id: number): Promise<ProjectRow | undefined> => ctx.db('projects').where({ id }).first(),
  /** of these workspaces */
  of: (ctx: Ctx, workspaceIds: number[]): Promise<ProjectRow[]> =>
    ctx.db('projects').whereIn('workspace_id', workspaceIds).orderBy(['owner', 'name']),
  /** forges write names in the capitals they were made with, and find them in any */
  named: (ctx: Ctx, forgeId: number, owner: string, name: string): Promise<ProjectRow | undefined> =>
    ctx
      .db('projects')
      .where({ forge_id: forgeId })
      .whereRaw('lower(owner) = ? and lower(name) = ?', [owner.toLowerCase(), name.toLowerCase()])
      .first(),
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
  remove: (tx: Ctx, id: number) => tx.db('projects').where({ id }).delete(),
  /** nothing is fetched for them any more */
  detach: (tx: Ctx, forgeId: number) =>
    tx.db('projects').where({ forge_id: forgeId }).update({ forge_id: null, sync: 'off' }),
  failing: (ctx: Ctx): Promise<ProjectRow[]> => ctx.db('projects').whereNot({ error: '' }).orderBy('id'),
  all: (ctx: Ctx): Promise<ProjectRow[]> => ctx.db('projects').orderBy('id'),
};
