// SQL of import jobs and of what each imported thing became here.

import { portions } from '../../core/database/chunks.ts';
import { insertRows } from '../../core/database/query-cache.ts';
import type { ListPage } from '../../core/http/pagination.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Workspaces } from '../workspaces/contract.ts';

export const importStates = [
  'queued',
  'analyzing',
  'preview_ready',
  'running',
  'completed',
  'completed_with_warnings',
  'failed',
  'cancelled',
] as const;
export type ImportState = (typeof importStates)[number];

export const ENDED: readonly ImportState[] = ['completed', 'completed_with_warnings', 'failed', 'cancelled'];

export const isWorking = (state: ImportState): boolean => state === 'analyzing' || state === 'running';

/** It came to its end by itself. */
export const isCompleted = (state: ImportState): boolean =>
  state === 'completed' || state === 'completed_with_warnings';

export interface JobRow {
  id: string;
  workspace_id: number;
  parent_id: number | null;
  user_id: number | null;
  source: string;
  filename: string;
  /** path of the folder or file that is read */
  location: string;
  status: ImportState;
  dry_run: number;
  options_json: string;
  mapping_json: string;
  progress_json: string;
  preview_json: string;
  report_json: string;
  error: string;
  lease_owner: string | null;
  lease_until: string | null;
  created_at: string;
  updated_at: string;
  undone_at: string | null;
}

const later = (now: string, seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString();

/** Seconds without a sign of life after which another process may go on with a job. */
export const LEASE_SECONDS = 60;

type JoinEpoch = Workspaces['joinEpoch'];

/** Whose jobs a person sees: own ones where still a member, all of owned workspaces. */
export interface JobVisibility {
  userId: number;
  member: number[];
  owned: number[];
}

export const jobStore = {
  async insert(
    ctx: Ctx,
    row: Pick<
      JobRow,
      | ('id' | 'workspace_id' | 'parent_id' | 'source' | 'filename' | 'location' | 'user_id' | 'dry_run')
      | 'options_json'
    > &
      Partial<Pick<JobRow, 'mapping_json'>>,
  ): Promise<JobRow> {
    const now = ctx.now();
    const [made] = await ctx
      .db('import_jobs')
      .insert({ ...row, status: 'queued', created_at: now, updated_at: now })
      .returning('*');
    return made as JobRow;
  },
  byId: (ctx: Ctx, id: string): Promise<JobRow | undefined> => ctx.db('import_jobs').where({ id }).first(),
  /** the error of the last job from a place, empty where it ended well */
  async faultAt(ctx: Ctx, workspace_id: number, source: string, location: string): Promise<string> {
    const jobs = ctx.db('import_jobs').where({ workspace_id, source, location });
    return (await jobs.orderBy('created_at', 'desc').first('error'))?.error ?? '';
  },
  /** the job of a live workspace, with the permission epoch of that */
  withEpoch(ctx: Ctx, id: string, joinEpoch: JoinEpoch): Promise<(JobRow & { epoch: number }) | undefined> {
    const query = ctx.db('import_jobs').where('import_jobs.id', id).first('import_jobs.*');
    joinEpoch(query, 'import_jobs.workspace_id');
    return query;
  },
  async page(ctx: Ctx, visible: JobVisibility | 'all', limit: number, offset: number) {
    const build = () => {
      const query = ctx.db('import_jobs');
      if (visible === 'all') return query;
      query.where((any) =>
        any
          .where((own) => own.where({ user_id: visible.userId }).whereIn('workspace_id', visible.member))
          .orWhereIn('workspace_id', visible.owned),
      );
      return query;
    };
    const [items, counts] = await Promise.all([
      build().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset) as Promise<JobRow[]>,
      build().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { items, total: Number(counts[0]?.total ?? 0) };
  },
  /** changes the job if it is in one of these states; returns it, or undefined when it was not */
  async move(ctx: Ctx, id: string, from: readonly ImportState[], change: Partial<JobRow>): Promise<JobRow | undefined> {
    const [row] = await ctx
      .db('import_jobs')
      .where({ id })
      .whereIn('status', from)
      .update({ ...change, updated_at: ctx.now() })
      .returning('*');
    return row as JobRow | undefined;
  },
  /** takes the job for this process, unless another one gave a sign of life lately */
  async take(
    ctx: Ctx,
    id: string,
    owner: string,
    from: readonly ImportState[],
    status: ImportState,
  ): Promise<JobRow | undefined> {
    const now = ctx.now();
    const [row] = await ctx
      .db('import_jobs')
      .where({ id })
      .whereIn('status', from)
      .where((free) => free.whereNull('lease_owner').orWhere('lease_until', '<', now))
      .update({ status, error: '', lease_owner: owner, lease_until: later(now, LEASE_SECONDS), updated_at: now })
      .returning('*');
    return row as JobRow | undefined;
  },
  /** a sign of life; false when the job was cancelled or taken over */
  async beat(ctx: Ctx, id: string, owner: string, progress: object): Promise<boolean> {
    const now = ctx.now();
    const kept = await ctx
      .db('import_jobs')
      .where({ id, lease_owner: owner })
      .whereIn('status', ['analyzing', 'running'])
      .update({ progress_json: JSON.stringify(progress), lease_until: later(now, LEASE_SECONDS), updated_at: now });
    return kept > 0;
  },
  /** gives the job back, to be taken up again */
  release: (ctx: Ctx, id: string, owner: string) =>
    ctx.tx((tx) =>
      tx.db('import_jobs').where({ id, lease_owner: owner }).update({ lease_owner: null, lease_until: null }),
    ),
  /** keeps the lease for the last steps, whatever the state; false when another process has it */
  async hold(ctx: Ctx, id: string, owner: string): Promise<boolean> {
    const lease_until = later(ctx.now(), LEASE_SECONDS);
    return (await ctx.db('import_jobs').where({ id, lease_owner: owner }).update({ lease_until })) > 0;
  },
  /** ends the job of this owner; false when it is another's by now, or was cancelled and started again */
  async end(ctx: Ctx, id: string, owner: string | null, change: Partial<JobRow>): Promise<boolean> {
    const ended = await ctx
      .db('import_jobs')
      .where({ id, lease_owner: owner })
      .whereNot('status', 'queued')
      .update({ ...change, lease_owner: null, lease_until: null, updated_at: ctx.now() });
    return ended > 0;
  },
  /** jobs that somebody left in the middle */
  abandoned: (ctx: Ctx): Promise<JobRow[]> =>
    ctx.db('import_jobs').whereIn('status', ['analyzing', 'running']).where('lease_until', '<', ctx.now()),
  /** of these, the ids of those that were undone */
  async undoneOf(ctx: Ctx, ids: string[]): Promise<string[]> {
    const found: string[] = [];
    for (const some of portions(ids))
      found.push(...(await ctx.db('import_jobs').whereIn('id', some).whereNotNull('undone_at').pluck('id')));
    return found;
  },
  /** jobs that were touched since, or are at work */
  idsSince: (ctx: Ctx, since: string): Promise<string[]> =>
    ctx.db('import_jobs').where('updated_at', '>=', since).orWhereIn('status', ['analyzing', 'running']).pluck('id'),
};

export interface ItemRow {
  workspace_id: number;
  source: string;
  external_id: string;
  kind: string;
  page_id: number | null;
  file_id: number | null;
  job_id: string | null;
  created_by_job: string | null;
  fingerprint: string;
  /** of what the source had under this name when it was read last, or empty */
  content_hash: string;
  /** version of the page as the import left it; 0 while the page is only reserved */
  page_version: number;
  tags_json: string;
  /** what `tags_json` was before the job wrote it */
  former_tags_json: string;
  properties_json: string;
  /** comments that imports made of what was said of it */
  remarks_json: string;
}

/** By what they are known by in the source: each comment, and the job that brought it. */
export type KeptRemarks = Record<string, { id: number; job: string }>;

export const keptRemarks = (row?: Pick<ItemRow, 'remarks_json'>): KeptRemarks =>
  JSON.parse(row?.remarks_json ?? '{}') as KeptRemarks;

/** The tags of an item as it keeps them. */
export const itemTags = (tagsJson = '[]'): string[] => JSON.parse(tagsJson) as string[];

const CHUNK = 200;

const SEEN_BEFORE = 'on conflict (workspace_id, source, external_id) do update set';
const CHANGED = [
  ...['kind', 'page_id', 'file_id', 'job_id', 'created_by_job', 'fingerprint', 'content_hash', 'page_version'],
  ...['tags_json', 'former_tags_json', 'properties_json', 'remarks_json', 'updated_at'],
];

export const itemStore = {
  async known(ctx: Ctx, workspaceId: number, source: string, externalIds: string[]): Promise<ItemRow[]> {
    const found: ItemRow[] = [];
    for (const ids of portions(externalIds, CHUNK * 2)) {
      found.push(
        ...(await ctx.db('import_items').where({ workspace_id: workspaceId, source }).whereIn('external_id', ids)),
      );
    }
    return found;
  },
  async save(ctx: Ctx, rows: ItemRow[]): Promise<void> {
    const now = ctx.now();
    for (const part of portions(rows, CHUNK)) {
      const some = part.map((row) => ({ ...row, created_at: now, updated_at: now }));
      await insertRows(
        ctx.db,
        'import_items',
        some,
        `${SEEN_BEFORE} ${CHANGED.map((name) => `${name} = excluded.${name}`)}`,
      );
    }
  },
  /** what a job made or changed last */
  ofJob: (ctx: Ctx, jobId: string): Promise<ItemRow[]> => ctx.db('import_items').where({ job_id: jobId }).orderBy('id'),
  /** the same, and the databases that it made: a later import that only saw them left its name on them */
  ofUndo: (ctx: Ctx, jobId: string): Promise<ItemRow[]> =>
    ctx.db('import_items').where({ job_id: jobId }).orWhere({ created_by_job: jobId, kind: 'database' }).orderBy('id'),
  /** another job that made or changed live pages right below this one, and stands */
  async jobBelow(ctx: Ctx, pageId: number, jobId: string): Promise<string | undefined> {
    const row = await ctx
      .db('import_items')
      .join('pages', 'pages.id', 'import_items.page_id')
      .join('import_jobs', 'import_jobs.id', 'import_items.job_id')
      .where({ 'pages.parent_id': pageId })
      .whereNull('pages.deleted_at')
      .whereNull('import_jobs.undone_at')
      .whereNot('import_items.job_id', jobId)
      .orderBy('import_items.id')
      .first('import_items.job_id');
    return row?.job_id;
  },
  /** the same some at a time, in the order in which they came */
  async page(ctx: Ctx, jobId: string, limit: number, offset: number): Promise<ListPage<ItemRow>> {
    const build = () => ctx.db('import_items').where({ job_id: jobId });
    const [items, counts] = await Promise.all([
      build().orderBy('id').limit(limit).offset(offset) as Promise<ItemRow[]>,
      build().count({ total: '*' }) as unknown as Promise<{ total: number }[]>,
    ]);
    return { items, total: Number(counts[0]?.total ?? 0) };
  },
  /** whose comments the job brought, wholly or in part; ids of jobs are unlike anything else that stands there */
  remarkedBy: (ctx: Ctx, { id, workspace_id, source }: JobRow): Promise<ItemRow[]> =>
    ctx.db('import_items').where({ workspace_id, source }).whereLike('remarks_json', `%"${id}"%`),
  /** the pages that imports of the same folder or file made or changed last */
  fromPlace: (ctx: Ctx, { workspace_id, source, location }: JobRow): Promise<ItemRow[]> =>
    ctx
      .db('import_items')
      .join('import_jobs', 'import_jobs.id', 'import_items.job_id')
      .where({ 'import_items.workspace_id': workspace_id, 'import_items.source': source, location })
      .where('page_version', '>', 0)
      .whereNotNull('page_id')
      .orderBy('import_items.id')
      .select('import_items.*'),
  ofPage: (ctx: Ctx, pageId: number, source: string): Promise<Pick<ItemRow, 'external_id'>[]> =>
    ctx.db('import_items').where({ page_id: pageId, source }).select('external_id').limit(1),
  /** `page_id` of items whose name begins so, found by the index on their names */
  below: (ctx: Ctx, workspace_id: number, source: string, prefix: string) =>
    ctx
      .db('import_items')
      .where({ workspace_id, source })
      .where('external_id', '>=', prefix)
      .where('external_id', '<', `${prefix.slice(0, -1)}0`)
      .whereNotNull('page_id')
      .select('page_id'),
  /** whether live pages lie right below this one, whoever may see them */
  hasLiveBelow: async (ctx: Ctx, pageId: number): Promise<boolean> =>
    (await ctx.db('pages').where({ parent_id: pageId }).whereNull('deleted_at').first('id')) !== undefined,
  /** pages that were reserved and never filled */
  unfilled: (ctx: Ctx, jobId: string): Promise<number[]> =>
    ctx.db('import_items').where({ created_by_job: jobId, page_version: 0 }).whereNotNull('page_id').pluck('page_id'),
  async remove(ctx: Ctx, rows: ItemRow[]): Promise<void> {
    for (const { workspace_id, source, external_id } of rows)
      await ctx.db('import_items').where({ workspace_id, source, external_id }).delete();
  },
};
