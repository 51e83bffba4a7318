// SQL of page templates, and of the template that new pages below a page start from.
import type { Knex } from 'knex';
import { sortKey } from '../../core/i18n/text-normalization.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export interface TemplateRow {
  id: number;
  /** null: for everybody */
  workspace_id: number | null;
  name: string;
  icon: string;
  description: string;
  blocks_json: string;
  created_by: number | null;
  created_at: string;
  updated_at: string;
}

export interface DefaultRow {
  page_id: number;
  template_id: number | null;
  /** of a built-in one, else empty */
  template_key: string;
}

const columns = [
  ...['id', 'workspace_id', 'name', 'icon', 'description'],
  ...['blocks_json', 'created_by', 'created_at', 'updated_at'],
];
const LISTED_MAX = 1000;

type Change = Partial<Pick<TemplateRow, 'name' | 'icon' | 'description' | 'blocks_json'>>;

const keyed = <T extends Change>(change: T) =>
  change.name === undefined ? change : { ...change, name_key: sortKey(change.name) };

export const templateStore = {
  byId: (ctx: Ctx, id: number): Promise<TemplateRow | undefined> =>
    ctx.db('page_templates').where({ id }).first(columns) as never,

  /** by name: those for everybody, and those of these workspaces */
  of: (ctx: Ctx, workspaceIds: number[]): Promise<TemplateRow[]> =>
    ctx
      .db('page_templates')
      .where((any) => any.whereNull('workspace_id').orWhereIn('workspace_id', workspaceIds))
      .orderBy('name_key')
      .orderBy('id')
      .limit(LISTED_MAX)
      .select(columns) as never,

  async insert(ctx: Ctx, row: Omit<TemplateRow, 'id' | 'created_at' | 'updated_at'>): Promise<TemplateRow> {
    const now = ctx.now();
    const [made] = await ctx
      .db('page_templates')
      .insert({ ...keyed(row), created_at: now, updated_at: now })
      .returning(columns);
    return made as TemplateRow;
  },

  async change(ctx: Ctx, id: number, change: Change): Promise<TemplateRow> {
    const [row] = await ctx
      .db('page_templates')
      .where({ id })
      .update({ ...keyed(change), updated_at: ctx.now() })
      .returning(columns);
    return row as TemplateRow;
  },

  remove: (ctx: Ctx, id: number) => ctx.db('page_templates').where({ id }).delete(),
};

/** Files that templates show: they stay while the template does, whatever becomes of the pages. */
export const templateFiles = {
  of: (ctx: Ctx, templateId: number): Promise<number[]> =>
    ctx.db('page_template_files').where({ template_id: templateId }).pluck('file_id'),

  async set(ctx: Ctx, templateId: number, fileIds: number[]): Promise<void> {
    await ctx.db('page_template_files').where({ template_id: templateId }).delete();
    if (!fileIds.length) return;
    await ctx.db('page_template_files').insert(fileIds.map((file_id) => ({ template_id: templateId, file_id })));
  },

  /** leaves out of a query over `files` what templates show */
  leaveOutHeld: (_ctx: Ctx, query: Knex.QueryBuilder): void =>
    void query.whereNotExists((held) =>
      held.from('page_template_files').whereRaw('page_template_files.file_id = files.id'),
    ),
};

export const defaultStore = {
  of: (ctx: Ctx, pageId: number): Promise<DefaultRow | undefined> =>
    ctx
      .db('page_template_defaults')
      .where({ page_id: pageId })
      .first('page_id', 'template_id', 'template_key') as never,

  set: (ctx: Ctx, row: DefaultRow) =>
    ctx.db('page_template_defaults').insert(row).onConflict('page_id').merge(['template_id', 'template_key']),

  clear: (ctx: Ctx, pageId: number) => ctx.db('page_template_defaults').where({ page_id: pageId }).delete(),
};
