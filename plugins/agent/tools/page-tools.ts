// Tools that read pages: search, text, what lies below, versions, and what links there.
import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import { id } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { walk } from '../../blocks/block.ts';
import { blocksToMarkdown } from '../../blocks/markdown/serialize.ts';
import { type Page, pagePolicies, pages, pageTexts } from '../../pages/contract.ts';
import { search } from '../../search/contract.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import { requirePage } from './places.ts';
import { blockNamed } from './replaced-block.ts';
import { jsonResult, type Tool, tool } from './tool.ts';

const TYPES = ['page', 'row', 'collection', 'file'] as const;
const LISTED = 100;

const searchTool = tool<{ q: string; type?: (typeof TYPES)[number]; workspace_id?: number; limit: number }>({
  name: 'search',
  title: 'Search',
  description: 'Finds pages, rows, databases and files by words, with the text around the first hit.',
  class: 'read',
  input: Joi.object({
    q: Joi.string().min(1).max(200).required(),
    type: Joi.valid(...TYPES),
    workspace_id: id(),
    limit: Joi.number().integer().min(1).max(20).default(10),
  }),
  async run(ctx, { q, type, workspace_id, limit }) {
    if (workspace_id !== undefined) await ctx.app.access.require(ctx, workspacePolicies.view, workspace_id);
    const asked = {
      ...{ q, limit },
      ...(type && { type }),
      ...(workspace_id !== undefined && { workspaceId: workspace_id }),
    };
    const found = await ctx.use(search).findWidely(ctx, asked);
    const sources = found.results.map((one) => ({ page_id: one.id, title: one.title }));
    return jsonResult({ results: found.results, total: found.total }, sources);
  },
});

interface ReadArgs {
  page_id: number;
  block_id?: string;
  block_ids?: boolean;
}

/** Each by itself, in the order of the page, what is inside another one after it. */
async function blocksOf(ctx: Ctx, page: Page): Promise<{ block_id: string; type: string; markdown: string }[]> {
  const all = [...walk(await ctx.use(pages).blocks(ctx, page.id))];
  const links = await ctx.use(pages).links(ctx, page.workspace_id, all);
  return all.map(({ children: _, ...block }) => ({
    ...{ block_id: block.id, type: block.type },
    markdown: blocksToMarkdown([block], links).trimEnd(),
  }));
}

const readPage = tool<ReadArgs>({
  name: 'read_page',
  title: 'Read a page',
  description:
    'The text of a page as Markdown; with block_id that block and what is inside it; with block_ids its blocks one by one, each with the id by which other tools name it.',
  class: 'read',
  input: Joi.object({ page_id: id().required(), block_id: Joi.string().max(32), block_ids: Joi.boolean() }).oxor(
    'block_id',
    'block_ids',
  ),
  async run(ctx, { page_id, block_id, block_ids }) {
    const page = await requirePage(ctx, page_id, pagePolicies.view);
    const source = [{ page_id, title: page.title }];
    const about = { page_id, title: page.title, kind: page.kind, version: page.sync_version };
    if (block_ids) return jsonResult({ ...about, blocks: await blocksOf(ctx, page) }, source);
    if (block_id === undefined) {
      const markdown = await ctx.use(pageTexts).markdown(ctx, page_id);
      return { text: `# ${page.title}\n\n${markdown}`, data: about, sources: source };
    }
    const block = blockNamed(await ctx.use(pages).blocks(ctx, page_id), block_id);
    if (!block) throw new Problem('not_found', 'The page has no such block.');
    const links = await ctx.use(pages).links(ctx, page.workspace_id, [block]);
    return { text: blocksToMarkdown([block], links), data: { ...about, block_id }, sources: source };
  },
});

const listChildren = tool<{ page_id?: number; workspace_id?: number }>({
  name: 'list_children',
  title: 'List pages',
  description: 'Pages right below a page, or at the top of a workspace, in their order.',
  class: 'read',
  input: Joi.object({ page_id: id(), workspace_id: id() }).xor('page_id', 'workspace_id'),
  async run(ctx, { page_id, workspace_id }) {
    const workspaceId =
      page_id === undefined
        ? (await ctx.app.access.require(ctx, workspacePolicies.view, workspace_id as number)).id
        : (await requirePage(ctx, page_id, pagePolicies.view)).workspace_id;
    const { items, total } = await ctx.use(pages).items(ctx, Number(workspaceId), page_id ?? null, {
      ...{ limit: LISTED, offset: 0 },
      compare: (one, other) => one.position - other.position,
    });
    const shown = items.map(({ id: child, title, kind, has_children }) => ({ id: child, title, kind, has_children }));
    return jsonResult({ pages: shown, total });
  },
});

const pageVersions = tool<{ page_id: number; limit: number }>({
  name: 'page_versions',
  title: 'Versions of a page',
  description: 'Saved versions of a page, newest first.',
  class: 'read',
  input: Joi.object({ page_id: id().required(), limit: Joi.number().integer().min(1).max(50).default(20) }),
  async run(ctx, { page_id, limit }) {
    await requirePage(ctx, page_id, pagePolicies.view);
    return jsonResult({ versions: await ctx.use(pageTexts).versions(ctx, page_id, limit) });
  },
});

const backlinks = tool<{ page_id: number }>({
  name: 'backlinks',
  title: 'Backlinks',
  description: 'Pages that link to a page.',
  class: 'read',
  input: Joi.object({ page_id: id().required() }),
  async run(ctx, { page_id }) {
    await requirePage(ctx, page_id, pagePolicies.view);
    const found = await ctx.use(pageTexts).backlinks(ctx, page_id);
    return jsonResult(
      { pages: found },
      found.map(({ id: linking, title }) => ({ page_id: linking, title })),
    );
  },
});

export const pageTools: Tool[] = [searchTool, readPage, listChildren, pageVersions, backlinks];
