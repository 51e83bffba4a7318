// What a person is shown before a page is made, written, moved, put away or brought back.
import { momentText } from '../../../core/i18n/date-format.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { commentPolicies } from '../../comments/contract.ts';
import { type Page, pagePolicies, pages, pageTexts } from '../../pages/contract.ts';
import { pageTemplates, type TemplateChoice } from '../../templates/contract.ts';
import type { ActionPreview } from '../model.ts';
import { requirePage, requirePlace, restoreByAgent } from '../tools/places.ts';
import { blockNamed, withReplaced } from '../tools/replaced-block.ts';
import { aboutPage, fieldsOf, type PreviewArgs, type Previews, workspaceName } from './preview-card.ts';
import { blockSaid, textChanges } from './text-changes.ts';

function written(before: Block[], made: Block[], { mode, block_id }: PreviewArgs): Block[] {
  if (mode === 'append') return [...before, ...made];
  if (mode === 'prepend') return [...made, ...before];
  return mode === 'replace' ? made : withReplaced(before, block_id as string | undefined, made);
}

async function ofUpdate(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const page = await requirePage(ctx, Number(args.page_id), pagePolicies.edit);
  const before = await ctx.use(pages).blocks(ctx, page.id);
  const made = await ctx.use(pageTexts).blocks(ctx, page.workspace_id, String(args.markdown));
  const lines = await textChanges(ctx, page.workspace_id, before, written(before, made, args));
  const titled = args.title === undefined ? [] : [{ name: 'title', text: String(args.title), before: page.title }];
  return { page: aboutPage(page), lines, fields: titled };
}

/** Where something new would stand: the page above it, or the workspace by its name. */
async function placeOf(ctx: Ctx, args: PreviewArgs) {
  const { workspaceId, parentId } = await requirePlace(ctx, args);
  const parent = parentId === null ? undefined : await ctx.use(pages).byId(ctx, parentId);
  const workspace = parent ? undefined : await workspaceName(ctx, workspaceId);
  return { page: parent ? aboutPage(parent) : null, workspaceId, workspace };
}

async function ofCreation(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const { page, workspaceId, workspace } = await placeOf(ctx, args);
  const made = await ctx.use(pageTexts).blocks(ctx, workspaceId, String(args.markdown ?? ''));
  const fields = fieldsOf({ workspace, title: args.title, icon: args.icon });
  return { page, lines: await textChanges(ctx, workspaceId, [], made), fields };
}

async function ofTemplate(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const { page, workspace } = await placeOf(ctx, args);
  const template = await ctx.use(pageTemplates).nameOf(ctx, args as TemplateChoice);
  return { page, lines: [], fields: fieldsOf({ workspace, template }) };
}

/** The place as it is called; undefined: the person does not see it. */
async function placeName(ctx: Ctx, page: Page, parentId: number | null): Promise<string | undefined> {
  if (parentId === null) return workspaceName(ctx, page.workspace_id);
  const seen = await ctx.use(pages).versions(ctx, [parentId]);
  return seen.has(parentId) ? (await ctx.use(pages).byId(ctx, parentId))?.title : undefined;
}

async function ofMove(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const page = await requirePage(ctx, Number(args.page_id), pagePolicies.move);
  const to = args.parent_id as number | null;
  if (to !== null) await requirePage(ctx, to, pagePolicies.addBelow);
  const [before, text] = await Promise.all([placeName(ctx, page, page.parent_id), placeName(ctx, page, to)]);
  const place = { name: 'place', text: text ?? '', ...(before !== undefined && { before }) };
  const position = args.position === undefined ? undefined : String(Number(args.position) + 1);
  return { page: aboutPage(page), lines: [], fields: [place, ...fieldsOf({ position })] };
}

async function ofTrash(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const page = await requirePage(ctx, Number(args.page_id), pagePolicies.trash);
  const inside = await ctx.use(pages).countBelow(ctx, page.id);
  return { page: aboutPage(page), lines: [], fields: fieldsOf({ inside: inside ? String(inside) : undefined }) };
}

async function ofRestore(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  if (args.version_id === undefined) {
    const page = await requirePage(ctx, Number(args.page_id), restoreByAgent);
    return { page: aboutPage(page), lines: [], fields: [] };
  }
  const page = await requirePage(ctx, Number(args.page_id), pagePolicies.restoreVersion);
  const version = await ctx.use(pageTexts).version(ctx, page.id, Number(args.version_id));
  const lines = await textChanges(ctx, page.workspace_id, await ctx.use(pages).blocks(ctx, page.id), version.blocks);
  const titled = version.title === page.title ? [] : [{ name: 'title', text: version.title, before: page.title }];
  const fields = [...fieldsOf({ version: momentText(ctx, version.created_at) }), ...titled];
  return { page: aboutPage(page), lines, fields };
}

async function ofTags(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const page = await requirePage(ctx, Number(args.page_id), pagePolicies.view);
  const [add, remove] = [args.add as string[], args.remove as string[]];
  return { page: aboutPage(page), lines: [], fields: fieldsOf({ add: add.join(', '), remove: remove.join(', ') }) };
}

async function ofComment(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const page = await requirePage(ctx, Number(args.page_id), commentPolicies.add);
  const wanted = args.block_id as string | undefined;
  const block = wanted && blockNamed(await ctx.use(pages).blocks(ctx, page.id), wanted);
  const passage = block ? await blockSaid(ctx, page.workspace_id, block) : undefined;
  return { page: aboutPage(page), lines: [], fields: fieldsOf({ passage, body: args.body }) };
}

export const pagePreviews: Previews = {
  update_page: ofUpdate,
  create_page: ofCreation,
  use_template: ofTemplate,
  move_page: ofMove,
  trash_page: ofTrash,
  restore_page: ofRestore,
  tag_item: ofTags,
  add_comment: ofComment,
};
