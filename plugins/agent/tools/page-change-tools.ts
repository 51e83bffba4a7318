// Tools that change pages: make, write, move, delete and bring back, each as one version with a note of who wrote.
import Joi from 'joi';
import { id, title } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { type Page, pagePolicies, pages, pageTexts } from '../../pages/contract.ts';
import { pageTemplates } from '../../templates/contract.ts';
import { requirePage, requirePlace, restoreByAgent } from './places.ts';
import { withReplaced } from './replaced-block.ts';
import { jsonResult, type Tool, tool } from './tool.ts';

const TEXT_MAX = 200_000;
const NOTE = 'Written by an agent';
const markdown = () => Joi.string().allow('').max(TEXT_MAX);

const shown = ({ id: page_id, title: called, sync_version }: Page) => ({
  ...{ page_id, title: called, version: sync_version },
  url: `/pages/${page_id}`,
});
const changedPage = (page: Page) => jsonResult(shown(page), [{ page_id: page.id, title: page.title }]);

const createPage = tool<{ title: string; markdown?: string; parent_id?: number; workspace_id?: number; icon?: string }>(
  {
    name: 'create_page',
    title: 'Create a page',
    description: 'Makes a page with a text in Markdown, below a page or at the top of a workspace.',
    class: 'write',
    input: Joi.object({
      title: title().required(),
      markdown: markdown(),
      parent_id: id(),
      workspace_id: id(),
      icon: Joi.string().max(40),
    }).xor('parent_id', 'workspace_id'),
    async run(ctx, { title: called, markdown: text = '', icon, ...where }) {
      const place = await requirePlace(ctx, where);
      const blocks = await ctx.use(pageTexts).blocks(ctx, place.workspaceId, text);
      return changedPage(await ctx.use(pages).create(ctx, { ...place, title: called, blocks, ...(icon && { icon }) }));
    },
  },
);

interface UpdateArgs {
  page_id: number;
  mode: 'append' | 'prepend' | 'replace' | 'replace_block';
  markdown: string;
  block_id?: string;
  title?: string;
  if_version?: number;
}

const updatePage = tool<UpdateArgs>({
  name: 'update_page',
  title: 'Write in a page',
  description: 'Adds Markdown to a page, replaces its text, or replaces one block; what was there stays as a version.',
  class: 'write',
  input: Joi.object({
    page_id: id().required(),
    mode: Joi.valid('append', 'prepend', 'replace', 'replace_block').required(),
    markdown: markdown().required(),
    block_id: Joi.string().max(32).description('of the block that replace_block replaces, as read_page names it'),
    title: title(),
    if_version: Joi.number().integer().min(1).description('refuses when the page has changed since'),
  }),
  async run(ctx, { page_id, mode, markdown: text, block_id, title: called, if_version = null }) {
    await requirePage(ctx, page_id, pagePolicies.edit);
    if (mode === 'replace_block') return changedPage(await replaceBlock(ctx, page_id, block_id, text, if_version));
    const save = { note: NOTE, expected: if_version };
    let page = await ctx.use(pageTexts).patch(ctx, page_id, { [mode]: text }, save);
    if (called !== undefined) page = await ctx.use(pages).change(ctx, page_id, { title: called });
    return changedPage(page);
  },
});

/** @throws Problem not_found where the page has no such block */
async function replaceBlock(
  ctx: Ctx,
  pageId: number,
  blockId: string | undefined,
  text: string,
  expected: number | null,
) {
  const [page] = await ctx.use(pages).byIds(ctx, [pageId]);
  const blocks = await ctx.use(pageTexts).blocks(ctx, page?.workspace_id ?? 0, text);
  return ctx.use(pages).save(ctx, pageId, {
    ...{ note: NOTE, expected },
    blocks: (before: Block[]) => withReplaced(before, blockId, blocks),
  });
}

const movePage = tool<{ page_id: number; parent_id: number | null; position?: number }>({
  name: 'move_page',
  title: 'Move a page',
  description: 'Moves a page with all below it within its workspace; null is the top.',
  class: 'write',
  input: Joi.object({
    page_id: id().required(),
    parent_id: id().allow(null).required(),
    position: Joi.number().integer().min(0),
  }),
  async run(ctx, { page_id, parent_id, position }) {
    await requirePage(ctx, page_id, pagePolicies.move);
    if (parent_id !== null) await requirePage(ctx, parent_id, pagePolicies.addBelow);
    const to = { parentId: parent_id, ...(position !== undefined && { position }) };
    return changedPage(await ctx.use(pages).move(ctx, page_id, to));
  },
});

const trashPage = tool<{ page_id: number }>({
  name: 'trash_page',
  title: 'Put a page into the trash',
  description: 'Puts a page with all below it into the trash, from where it can be restored.',
  class: 'write',
  input: Joi.object({ page_id: id().required() }),
  async run(ctx, { page_id }) {
    await requirePage(ctx, page_id, pagePolicies.trash);
    await ctx.use(pages).trash(ctx, page_id);
    return jsonResult({ page_id, trashed: true });
  },
});

const restorePage = tool<{ page_id: number; version_id?: number }>({
  name: 'restore_page',
  title: 'Restore a page',
  description: 'Brings a page back from the trash; with version_id the text of that version.',
  class: 'write',
  input: Joi.object({ page_id: id().required(), version_id: id() }),
  async run(ctx, { page_id, version_id }) {
    if (version_id === undefined) {
      await requirePage(ctx, page_id, restoreByAgent);
      return changedPage(await ctx.use(pages).restore(ctx, page_id));
    }
    await requirePage(ctx, page_id, pagePolicies.restoreVersion);
    return changedPage(await ctx.use(pageTexts).restoreVersion(ctx, page_id, version_id));
  },
});

const useTemplate = tool<{ template_id?: number; key?: string; parent_id?: number; workspace_id?: number }>({
  name: 'use_template',
  title: 'Use a template',
  description: 'Makes a page of a template by its id, or of a built-in one by its key.',
  class: 'write',
  input: Joi.object({ template_id: id(), key: Joi.string().max(60), parent_id: id(), workspace_id: id() })
    .xor('template_id', 'key')
    .xor('parent_id', 'workspace_id'),
  async run(ctx, { template_id, key, ...where }) {
    const place = await requirePlace(ctx, where);
    const choice = { ...(template_id !== undefined && { template_id }), ...(key !== undefined && { key }) };
    return changedPage(await ctx.use(pageTemplates).use(ctx, choice, place));
  },
});

export const pageChangeTools: Tool[] = [createPage, updatePage, movePage, trashPage, restorePage, useTemplate];
