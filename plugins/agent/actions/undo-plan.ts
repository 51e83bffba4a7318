// What has to be known before a tool writes, so that what it wrote can be taken back.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import { pages, pageTexts } from '../../pages/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import type { UndoMethod } from '../model.ts';
import type { ToolResult } from '../tools/tool.ts';

/** What is written to, as it is now, and how the way back is made of what came of it. */
export interface UndoPlan {
  pageId: number | null;
  undo(result: ToolResult): UndoMethod | Promise<UndoMethod>;
}

type Args = Record<string, unknown>;
const number = (value: unknown): number => Number(value);

/** The text as it is becomes a version, to which the page can go back. */
async function toVersion(ctx: Ctx, pageId: number): Promise<UndoPlan> {
  const version_id = await ctx.use(pageTexts).keep(ctx, pageId);
  return { pageId, undo: () => ({ kind: 'version', version_id }) };
}

async function toPlace(ctx: Ctx, pageId: number): Promise<UndoPlan> {
  const page = await ctx.use(pages).byId(ctx, pageId);
  return {
    pageId,
    undo: () => ({ kind: 'place', parent_id: page?.parent_id ?? null, position: page?.position ?? 0 }),
  };
}

/** Of those values that are written, which are named by ids or names of properties. */
async function toValues(ctx: Ctx, { row_id, values }: Args): Promise<UndoPlan> {
  const pageId = number(row_id);
  const home = await ctx.use(databases).ofPage(ctx, pageId);
  const properties = home ? await ctx.use(databases).properties(ctx, home.id) : [];
  const before = (await ctx.use(databases).values(ctx, [pageId])).get(pageId) ?? {};
  const [row] = await ctx.use(pages).byIds(ctx, [pageId]);
  const written = Object.keys(values as object).map((key) => key.toLowerCase());
  const kept = properties
    .filter(({ id, name }) => written.includes(String(id)) || written.includes(name.toLowerCase()))
    .map(({ id, type }) => [id, type === 'title' ? row?.title : (before[id] ?? null)]);
  return { pageId, undo: () => ({ kind: 'values', values: Object.fromEntries(kept) }) };
}

async function toTags(ctx: Ctx, pageId: number): Promise<UndoPlan> {
  const before = await ctx.use(tagNames).of(ctx, pageId);
  return { pageId, undo: async () => ({ kind: 'tags', before, after: await ctx.use(tagNames).of(ctx, pageId) }) };
}

/** Into the trash, with what came with it and no more. */
const toTrash = (ctx: Ctx, pageId: number | null): UndoPlan => ({
  pageId,
  async undo(result) {
    const made = pageId ?? resultPageId(result);
    return { kind: 'trash', inside: made === null ? 0 : await ctx.use(pages).countBelow(ctx, made) };
  },
});

const PLANS: Record<string, (ctx: Ctx, args: Args) => UndoPlan | Promise<UndoPlan>> = {
  create_page: (ctx) => toTrash(ctx, null),
  create_row: (ctx) => toTrash(ctx, null),
  use_template: (ctx) => toTrash(ctx, null),
  update_page: (ctx, { page_id }) => toVersion(ctx, number(page_id)),
  move_page: (ctx, { page_id }) => toPlace(ctx, number(page_id)),
  trash_page: (_, { page_id }) => ({ pageId: number(page_id), undo: () => ({ kind: 'restore' }) }),
  restore_page: (ctx, { page_id, version_id }) =>
    version_id === undefined ? toTrash(ctx, number(page_id)) : toVersion(ctx, number(page_id)),
  update_row: toValues,
  tag_item: (ctx, { page_id }) => toTags(ctx, number(page_id)),
  add_comment: (_, { page_id, body }) => ({
    pageId: number(page_id),
    undo: ({ data }) => ({ kind: 'comment', comment_id: number(data?.comment_id), body: String(body) }),
  }),
  add_property: (_, { collection_id }) => ({
    pageId: null,
    undo({ data = {} }) {
      const { id } = data.property as { id: number };
      return { kind: 'property', collection_id: number(collection_id), property_id: id };
    },
  }),
};

export const undoPlan = async (ctx: Ctx, tool: string, args: Args): Promise<UndoPlan | undefined> =>
  PLANS[tool]?.(ctx, args);

/** The page that a tool made or changed. */
export const resultPageId = ({ data }: ToolResult): number | null => {
  const id = data?.page_id ?? data?.row_id;
  return typeof id === 'number' ? id : null;
};
