// What a person is shown before they allow something: the text as it would change, or all that would be sent.

import { Problem } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Block, inlineRuns, type TextInline } from '../../blocks/block.ts';
import { blockText } from '../../blocks/block-text.ts';
import { diffBlocks } from '../../blocks/diff/block-diff.ts';
import { diffWords } from '../../blocks/diff/word-diff.ts';
import type { Links } from '../../blocks/link-context.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import { pagePolicies, pages, pageTexts } from '../../pages/contract.ts';
import type { ActionPreview } from '../model.ts';
import { requireDatabase, requirePage, requirePlace } from '../tools/places.ts';
import type { Tool } from '../tools/tool.ts';

type Args = Record<string, unknown>;
type Line = ActionPreview['lines'][number];

const TEXT_MAX = 4000;
/** Unchanged lines beside a change. */
const AROUND = 1;
const LINES_MAX = 200;

const tooMuch = () =>
  new Problem('conflict', 'This is too much for the person to look through: write it in smaller parts.');

/** Whole or not at all: nobody allows what they have not seen. @throws Problem conflict */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length > TEXT_MAX) throw tooMuch();
  return text;
}

/** What a block says, with the addresses behind its words. */
function saidOf(block: Block, links: Links): string {
  const addresses = inlineRuns(block).flatMap((run) =>
    run.flatMap((node) => {
      const href = node.type === 'text' ? node.marks?.find(({ type }) => type === 'link')?.attrs?.href : undefined;
      return typeof href === 'string' && !(node as TextInline).text.includes(href) ? [href] : [];
    }),
  );
  return [blockText(block, links), ...addresses.map((href) => `(${href})`)].join(' ');
}

function linesOf(before: Block[], after: Block[], said: (block: Block) => string): Line[] {
  return diffBlocks(before, after).map((change): Line => {
    const { kind } = change;
    if (kind === 'added') return { kind, pieces: [{ kind, text: said(change.after.block) }] };
    if (kind === 'removed') return { kind, pieces: [{ kind, text: said(change.before.block) }] };
    const text = said(change.after.block);
    return { kind, pieces: change.isChanged ? diffWords(said(change.before.block), text) : [{ kind: 'same', text }] };
  });
}

/** Without what stays the same and is far from a change. @throws Problem conflict */
function shortened(lines: Line[]): Line[] {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same');
  const shown = lines.filter((_, at) => isNear(at));
  if (shown.length > LINES_MAX) throw tooMuch();
  return shown;
}

function written(before: Block[], made: Block[], { mode, block_id }: Args): Block[] {
  if (mode === 'append') return [...before, ...made];
  if (mode === 'prepend') return [...made, ...before];
  if (mode === 'replace') return made;
  return before.flatMap((one) => (one.id === block_id ? made : [one]));
}

const named = (args: Args, ...names: string[]): ActionPreview['fields'] =>
  names.filter((name) => args[name] !== undefined).map((name) => ({ name, text: textOf(args[name]) }));

async function ofText(ctx: Ctx, workspaceId: number, before: Block[], after: Block[]): Promise<Line[]> {
  const links = await ctx.use(pages).links(ctx, workspaceId, [...before, ...after]);
  return shortened(linesOf(before, after, (block) => saidOf(block, links)));
}

async function ofUpdate(ctx: Ctx, args: Args): Promise<ActionPreview> {
  const page = await requirePage(ctx, Number(args.page_id), pagePolicies.edit);
  const before = await ctx.use(pages).blocks(ctx, page.id);
  const made = await ctx.use(pageTexts).blocks(ctx, page.workspace_id, String(args.markdown));
  const lines = await ofText(ctx, page.workspace_id, before, written(before, made, args));
  return { page: { page_id: page.id, title: page.title }, lines, fields: named(args, 'title') };
}

async function ofCreation(ctx: Ctx, args: Args): Promise<ActionPreview> {
  const place = await requirePlace(ctx, args);
  const made = await ctx.use(pageTexts).blocks(ctx, place.workspaceId, String(args.markdown ?? ''));
  const parent = place.parentId === null ? undefined : await ctx.use(pages).byId(ctx, place.parentId);
  return {
    page: parent ? { page_id: parent.id, title: parent.title } : null,
    lines: await ofText(ctx, place.workspaceId, [], made),
    fields: named(args, 'title', 'icon'),
  };
}

/** Each value as it is and as it would be. */
async function ofRow(ctx: Ctx, args: Args): Promise<ActionPreview> {
  const row = await requirePage(ctx, Number(args.row_id), pagePolicies.edit);
  const home = await ctx.use(databases).ofPage(ctx, row.id);
  const now = home ? (await ctx.use(databases).rowTexts(ctx, home.id, [row.id])).get(row.id) : undefined;
  const properties = home ? await ctx.use(databases).properties(ctx, home.id) : [];
  const lines = Object.entries(args.values as object).map(([key, value]): Line => {
    const property = properties.find(({ id, name }) => String(id) === key || name.toLowerCase() === key.toLowerCase());
    const before = property?.type === 'title' ? row.title : (now?.get(property?.id ?? 0) ?? '');
    const pieces = diffWords(before, value === null ? '' : textOf(value));
    return { kind: 'changed', pieces: [{ kind: 'name', text: property?.name ?? key }, ...pieces] };
  });
  return { page: { page_id: row.id, title: row.title }, lines, fields: [] };
}

const SPECIAL: Record<string, (ctx: Ctx, args: Args) => Promise<ActionPreview>> = {
  update_page: ofUpdate,
  create_page: ofCreation,
  update_row: ofRow,
};

/** Of everything else the page it is about, and all that it was called with. */
async function plain(ctx: Ctx, tool: Tool, args: Args): Promise<ActionPreview> {
  if (args.collection_id !== undefined) await requireDatabase(ctx, Number(args.collection_id), collectionPolicies.view);
  const isTrashed = tool.name === 'restore_page' && args.version_id === undefined;
  const page =
    args.page_id === undefined
      ? undefined
      : await requirePage(
          ctx,
          Number(args.page_id),
          isTrashed ? { ...pagePolicies.view, trashed: 'only' } : pagePolicies.view,
        );
  return {
    page: page ? { page_id: page.id, title: page.title } : null,
    lines: [],
    fields: named(args, ...Object.keys(args).filter((name) => name !== 'page_id' || !page)),
  };
}

/** With arguments that were checked. @throws Problem where the person may not do this anyway */
export const previewAction = (ctx: Ctx, tool: Tool, args: Args): Promise<ActionPreview> =>
  SPECIAL[tool.name]?.(ctx, args) ?? plain(ctx, tool, args);
