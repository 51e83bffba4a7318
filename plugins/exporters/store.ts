// SQL of exports and their schedules, and of what is inside an export.
import type { Knex } from 'knex';
import { portions } from '../../core/database/chunks.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Page, pages } from '../pages/contract.ts';

export const exportStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ExportState = (typeof exportStates)[number];

export const isPending = (state: ExportState): boolean => state === 'queued' || state === 'running';

export interface ExportRow {
  id: string;
  workspace_id: number | null;
  page_id: number | null;
  user_id: number;
  format: string;
  subtree: number;
  scheduled: number;
  status: ExportState;
  progress_json: string;
  report_json: string;
  name: string;
  filename: string;
  size: number;
  sha256: string;
  error: string;
  created_at: string;
  updated_at: string;
  expires_at: string | null;
  /** null: made before it was kept */
  holds_json: string | null;
}

const read = (row: ExportRow): ExportRow => ({ ...row, size: Number(row.size) });

export const exportStore = {
  async insert(ctx: Ctx, row: Pick<ExportRow, 'id' | 'user_id' | 'format' | 'name'> & Partial<ExportRow>) {
    const now = ctx.now();
    const [made] = await ctx
      .db('exports')
      .insert({ status: 'queued', created_at: now, updated_at: now, ...row })
      .returning('*');
    return read(made as ExportRow);
  },
  async byId(ctx: Ctx, id: string): Promise<ExportRow | undefined> {
    const row: ExportRow | undefined = await ctx.db('exports').where({ id }).first();
    return row && read(row);
  },
  /** newest first */
  async ofUser(ctx: Ctx, userId: number): Promise<ExportRow[]> {
    const rows = ctx.db('exports').where({ user_id: userId }).orderBy('created_at', 'desc').orderBy('id');
    return ((await rows) as ExportRow[]).map(read);
  },
  /** changes it while it is in one of these states; undefined when it is in another by now */
  async move(
    ctx: Ctx,
    id: string,
    from: readonly ExportState[],
    change: Partial<ExportRow>,
  ): Promise<ExportRow | undefined> {
    const [row] = await ctx
      .db('exports')
      .where({ id })
      .whereIn('status', from)
      .update({ ...change, updated_at: ctx.now() })
      .returning('*');
    return row && read(row as ExportRow);
  },
  /** those whose file is kept no longer */
  expired: (ctx: Ctx): Promise<ExportRow[]> => ctx.db('exports').where('expires_at', '<', ctx.now()),
  /** files that the schedule of a workspace made, newest first */
  scheduled: (ctx: Ctx, workspaceId: number): Promise<ExportRow[]> =>
    ctx
      .db('exports')
      .where({ workspace_id: workspaceId, scheduled: 1, status: 'completed' })
      .orderBy('created_at', 'desc'),
  remove: (ctx: Ctx, id: string) => ctx.db('exports').where({ id }).delete(),
  /** of these blobs, those that are results */
  async holding(ctx: Ctx, filenames: string[]) {
    const found: Pick<ExportRow, 'filename' | 'size' | 'sha256'>[] = [];
    for (const some of portions(filenames))
      found.push(...(await ctx.db('exports').whereIn('filename', some).select('filename', 'size', 'sha256')));
    return found.map((row) => ({ ...row, size: Number(row.size) }));
  },
};

/** Of these pages, or of all, those that are there still; in the trash, too, unless the query is narrowed. */
export async function existingPages(
  ctx: Ctx,
  ids?: number[],
  narrow: (query: Knex.QueryBuilder) => void = () => {},
): Promise<number[]> {
  const found: number[] = [];
  for (const some of ids ? portions(ids) : [undefined]) {
    const query = ctx.db('pages');
    if (some) query.whereIn('pages.id', some);
    narrow(query);
    for (const id of await query.pluck('pages.id')) found.push(id);
  }
  return found;
}

/** A page as an export needs to know it before its content. */
export type ExportPage = Pick<
  Page,
  | 'id'
  | 'workspace_id'
  | 'parent_id'
  | 'kind'
  | 'title'
  | 'page_icon'
  | 'cover_url'
  | 'cover_position'
  | 'position'
  | 'created_at'
  | 'updated_at'
> & { collection_id: number | null };

const COLUMNS = [
  'id',
  'workspace_id',
  'parent_id',
  'kind',
  'title',
  'page_icon',
  'cover_url',
  'cover_position',
  'position',
  'created_at',
  'updated_at',
];

/** All live pages and rows of a workspace that the actor sees, in the order of their places. */
export async function leavesOf(ctx: Ctx, workspaceId: number): Promise<ExportPage[]> {
  const query = ctx
    .db('pages')
    .where('pages.workspace_id', workspaceId)
    .select([...COLUMNS, 'collection_id'].map((column) => `pages.${column}`))
    .orderBy(['position', 'pages.id']);
  ctx.use(pages).narrow(ctx, query, await ctx.app.access.scope(ctx, workspaceId));
  return query;
}

/** Ids of the files that these pages consist of, by page. */
export async function uploadsOf(ctx: Ctx, pageIds: number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const some of portions(pageIds))
    for (const { id, content } of await ctx.db('pages').whereIn('id', some).select('id', 'content')) {
      const { fileId } = JSON.parse(content || '{}') as { fileId?: number };
      if (fileId) found.set(id, fileId);
    }
  return found;
}

export interface ScheduleRow {
  workspace_id: number;
  user_id: number;
  format: string;
  every: 'day' | 'week';
  keep: number;
  next_at: string;
}

export const scheduleStore = {
  of: (ctx: Ctx, workspaceId: number): Promise<ScheduleRow | undefined> =>
    ctx.db('export_schedules').where({ workspace_id: workspaceId }).first(),
  due: (ctx: Ctx): Promise<ScheduleRow[]> => ctx.db('export_schedules').where('next_at', '<=', ctx.now()),
  put: (ctx: Ctx, row: ScheduleRow) => ctx.db('export_schedules').insert(row).onConflict('workspace_id').merge(),
  /** true for the one who moved it on, so that a slot is made once */
  async advance(ctx: Ctx, row: ScheduleRow, next_at: string): Promise<boolean> {
    const { workspace_id, next_at: from } = row;
    return (await ctx.db('export_schedules').where({ workspace_id, next_at: from }).update({ next_at })) > 0;
  },
  remove: (ctx: Ctx, workspaceId: number) => ctx.db('export_schedules').where({ workspace_id: workspaceId }).delete(),
};
