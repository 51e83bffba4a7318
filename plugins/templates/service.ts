// Use cases of templates: list, keep, change, and make pages of them.

import { invalid, Problem } from '../../core/http/problem.ts';
import { type Ctx, userOf, zoneOf } from '../../core/kernel/context.ts';
import type { Block } from '../blocks/block.ts';
import { blocksPlainText } from '../blocks/plain-text.ts';
import { collectReferences } from '../blocks/references.ts';
import { files } from '../files/contract.ts';
import { type Page, pages, withoutHiddenReferences } from '../pages/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import { BUILT_IN_TEMPLATES, type BuiltInKey, builtIn, GALLERY_TEMPLATES, isBuiltIn } from './built-in.ts';
import type { TemplateChoice } from './contract.ts';
import { pageTemplatePolicies } from './policies.ts';
import { defaultStore, type TemplateRow, templateFiles, templateStore } from './store.ts';
import { builtInTemplate, DEFAULT_ICON, type Template, templateFromRow } from './template.ts';
import { filled, filledLine, type VariableValues } from './variables.ts';

export interface NewTemplate {
  /** null: for everybody, which only service administrators decide */
  workspaceId: number | null;
  name: string;
  icon?: string;
  description?: string;
  blocks: Block[];
}

export interface TemplateUse {
  workspaceId: number;
  parentId?: number | null;
  /** default: the name of the template */
  title?: string;
  answers?: Record<string, string>;
}

async function templatesBehind(ctx: Ctx, keys: readonly BuiltInKey[]): Promise<Template[]> {
  const mine = await ctx.use(workspaces).mine(ctx);
  const rows = await templateStore.of(
    ctx,
    mine.map(({ id }) => id),
  );
  return [...keys.map((key) => builtInTemplate(builtIn(ctx.locale, key))), ...rows.map(templateFromRow)];
}

/** The built-in ones first, then those that the actor sees, by name. */
export const listTemplates = (ctx: Ctx): Promise<Template[]> => templatesBehind(ctx, BUILT_IN_TEMPLATES);

/** The same for people who choose one: with the further samples of the gallery. */
export const galleryTemplates = (ctx: Ctx): Promise<Template[]> => templatesBehind(ctx, GALLERY_TEMPLATES);

/** The template of a request: `row` is what access loaded, null for the built-in ones. @throws Problem */
export function templateOf(ctx: Ctx, row: TemplateRow | null, key: string | undefined): Template {
  if (row) return templateFromRow(row);
  if (key === undefined) throw invalid(['body', 'key'], 'Field required', 'missing');
  if (!isBuiltIn(key)) throw invalid(['body', 'key'], 'names no built-in template', 'literal_error', key);
  return builtInTemplate(builtIn(ctx.locale, key));
}

const envelope = (blocks: Block[], at: string): string =>
  JSON.stringify({ version: '1', time: Date.parse(at), blocks });

/** @throws Problem forbidden */
export async function saveTemplate(ctx: Ctx, { workspaceId, blocks, ...input }: NewTemplate): Promise<Template> {
  const { actor } = ctx;
  if (workspaceId !== null) await ctx.app.access.require(ctx, pageTemplatePolicies.addToWorkspace, workspaceId);
  else if (actor.type === 'user' && !actor.isAdmin)
    throw new Problem('forbidden', 'Templates for everybody are kept by service administrators.');
  return ctx.tx(async (tx) => {
    const made = await templateStore.insert(tx, {
      workspace_id: workspaceId,
      name: input.name,
      icon: input.icon ?? DEFAULT_ICON,
      description: input.description ?? '',
      blocks_json: envelope(blocks, tx.now()),
      created_by: userOf(tx).id,
    });
    await holdFiles(tx, made.id, blocks);
    return templateFromRow(made);
  });
}

/** Of what the template shows, what its writer may read; and what others have put in before stays. */
async function holdFiles(ctx: Ctx, id: number, blocks: Block[]): Promise<void> {
  const named = collectReferences(blocks).files;
  const readable = await ctx.use(files).readable(ctx, named);
  const held = new Set(await templateFiles.of(ctx, id));
  const kept = named.filter((file) => readable.has(file) || held.has(file));
  await templateFiles.set(ctx, id, kept);
}

export interface TemplateChange {
  name?: string;
  icon?: string;
  description?: string;
  blocks?: Block[];
}

export async function changeTemplate(ctx: Ctx, id: number, { blocks, ...change }: TemplateChange): Promise<Template> {
  return ctx.tx(async (tx) => {
    if (blocks) await holdFiles(tx, id, blocks);
    const body = blocks ? { blocks_json: envelope(blocks, tx.now()) } : {};
    return templateFromRow(await templateStore.change(tx, id, { ...change, ...body }));
  });
}

export const removeTemplate = (ctx: Ctx, id: number): Promise<unknown> => ctx.tx((tx) => templateStore.remove(tx, id));

/** Day and time as the actor's clock shows them. */
function clock(ctx: Ctx): Pick<VariableValues, 'today' | 'now'> {
  const timeZone = zoneOf(ctx);
  // Swedish writes dates as ISO 8601 does.
  const text = new Date(ctx.now()).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [today = '', now = ''] = text.split(' ');
  return { today, now };
}

function valuesOf(ctx: Ctx, title: string, answers: VariableValues['answers'] = {}): VariableValues {
  const { fullName, login } = userOf(ctx);
  return { ...clock(ctx), author: fullName || login, title, answers };
}

/** What a page is called that starts from a template and is given no title: its name, with day, time and author. */
export const titleFrom = (ctx: Ctx, { name }: Template): string => filledLine(name, valuesOf(ctx, ''));

/**
 * The body of a page that starts from a template. What of that the actor does not see, or does not see any more, is left
 * out rather than refusing the page.
 */
export async function bodyFrom(
  ctx: Ctx,
  template: Template,
  { workspaceId, title, answers }: { workspaceId: number | null; title: string; answers?: TemplateUse['answers'] },
): Promise<Block[]> {
  return filled(await withoutHiddenReferences(ctx, workspaceId, template.blocks), valuesOf(ctx, title, answers));
}

/** The body that a page made of a kept template starts with; undefined: it is gone. */
export async function keptBody(ctx: Ctx, id: number, page: { workspaceId: number; title: string }) {
  const row = await templateStore.byId(ctx, id);
  return row && bodyFrom(ctx, templateFromRow(row), page);
}

/** Makes a page; the caller's right on the parent has been checked by access. @throws Problem */
export async function useTemplate(ctx: Ctx, template: Template, { answers, ...use }: TemplateUse): Promise<Page> {
  const title = use.title ?? titleFrom(ctx, template);
  return ctx.use(pages).create(ctx, {
    workspaceId: use.workspaceId,
    parentId: use.parentId ?? null,
    title,
    icon: template.icon === DEFAULT_ICON ? '' : template.icon,
    blocks: await bodyFrom(ctx, template, { workspaceId: use.workspaceId, title, answers }),
  });
}

/** A kept template by its id, or a built-in one by its key. @throws Problem not_found, validation_failed */
async function chosen(ctx: Ctx, { template_id = 0, key }: TemplateChoice): Promise<Template> {
  const { row } = await ctx.app.access.require(ctx, pageTemplatePolicies.use, template_id);
  return templateOf(ctx, row as TemplateRow | null, key);
}

export const nameOfChosen = async (ctx: Ctx, choice: TemplateChoice): Promise<string> =>
  (await chosen(ctx, choice)).name;

/** Makes a page of the chosen template. @throws Problem not_found, validation_failed */
export async function useChosen(
  ctx: Ctx,
  choice: TemplateChoice,
  { workspaceId, parentId }: { workspaceId: number; parentId: number | null },
): Promise<Page> {
  return useTemplate(ctx, await chosen(ctx, choice), { workspaceId, parentId, answers: {} });
}

/** Fills an empty page, which keeps its title. @throws Problem conflict when it has a text by now */
export async function fillPage(
  ctx: Ctx,
  template: Template,
  pageId: number,
  answers: Record<string, string>,
): Promise<Page> {
  return ctx.tx(async (tx) => {
    const service = tx.use(pages);
    const [page] = await service.byIds(tx, [pageId]);
    if (!page || !isBlank(await service.blocks(tx, pageId)))
      throw new Problem('conflict', 'The page has a text by now; a template would replace it.');
    return service.save(tx, pageId, {
      blocks: await bodyFrom(tx, template, { workspaceId: page.workspace_id, title: page.title, answers }),
    });
  });
}

/** Whether somebody who opens the page sees nothing in it. */
export const isBlank = (blocks: Block[]): boolean =>
  blocks.every(({ type, children }) => type === 'paragraph' && !children) && blocksPlainText(blocks) === '';

/** What new pages below a page start from; one that the actor may not see counts as none. */
export async function defaultTemplate(ctx: Ctx, pageId: number): Promise<Template | null> {
  const found = await defaultStore.of(ctx, pageId);
  if (!found) return null;
  if (found.template_id === null)
    return isBuiltIn(found.template_key) ? builtInTemplate(builtIn(ctx.locale, found.template_key)) : null;
  const seen = await listTemplates(ctx);
  return seen.find(({ id }) => id === found.template_id) ?? null;
}

/** @throws Problem validation_failed, not_found */
export async function setDefault(ctx: Ctx, pageId: number, template: Template | null): Promise<void> {
  await ctx.tx(async (tx) => {
    if (!template) await defaultStore.clear(tx, pageId);
    else
      await defaultStore.set(tx, {
        page_id: pageId,
        template_id: template.key ? null : template.id,
        template_key: template.key ?? '',
      });
  });
}
