// What requests about templates carry, and where a page made of one goes.
import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { invalid } from '../../../core/http/problem.ts';
import { id, name, title } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Block } from '../../blocks/block.ts';
import { foreignAddresses, linkForeign } from '../../blocks/external-media.ts';
import { markdownToBlocks } from '../../blocks/markdown/lazy.ts';
import { checkBlockReferences, nameOwnFiles, type Page, parseBody } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { templateOf } from '../service.ts';
import type { TemplateRow } from '../store.ts';
import type { Template } from '../template.ts';

const MAX_ID = 2_147_483_647;

/** Like other ids, and 0 for the built-in ones (contract 2). */
export const templateId = (): Joi.NumberSchema =>
  Joi.number()
    .integer()
    .min(0)
    .max(MAX_ID)
    .custom((value, helpers) =>
      typeof helpers.original === 'string' && !/^(0|[1-9]\d{0,9})$/.test(helpers.original)
        ? helpers.error('number.base')
        : value,
    );

export const templateLookFields = {
  icon: Joi.string().allow('').max(100),
  description: Joi.string().allow('').max(1000),
};
export const templateNameSchema = () => name();

export const content = {
  blocks: Joi.alternatives(Joi.array(), Joi.object()).description('block list, in any form that pages take'),
  markdown: Joi.string().allow('').max(1_000_000),
};
/** See `requestBlocks`. */
export const oneTemplateForm = { exclusive: ['markdown', 'blocks'] };

/**
 * Blocks of a request that sent either form in place of those of a template, or undefined when it sent none.
 * @throws Problem validation_failed
 */
export async function requestBlocks(
  ctx: Ctx,
  { blocks, markdown }: { blocks?: unknown; markdown?: string },
  { workspace_id, blocks: before }: Pick<Template, 'workspace_id' | 'blocks'>,
): Promise<Block[] | undefined> {
  if (blocks !== undefined && markdown !== undefined)
    throw invalid(['body', 'markdown'], 'cannot be sent together with blocks', 'extra_forbidden');
  if (blocks === undefined && markdown === undefined) return undefined;
  const given = markdown === undefined ? parseBody(blocks, 'blocks') : markdownToBlocks(markdown);
  if (markdown !== undefined) linkForeign(given, foreignAddresses(before));
  await nameOwnFiles(ctx, given, async () => before);
  await checkBlockReferences(ctx, workspace_id, given, async () => before);
  return given;
}

export const useBody = Joi.object({
  key: Joi.string().max(100).description('of a built-in template, with id 0'),
  workspace_id: id(),
  parent_id: id().allow(null),
  title: title(),
  variables: Joi.object()
    .pattern(Joi.string().max(200), Joi.string().allow('').max(2000))
    .description('answers by question, see `prompts`'),
})
  .allow(null)
  .example({ title: 'Planning in May', variables: { 'Who takes part?': 'Ada and Grace' } });

interface UseValues {
  key?: string;
  workspace_id?: number;
  parent_id?: number | null;
  title?: string;
  variables?: Record<string, string>;
}

/** The template that access loaded as `id`. @throws Problem validation_failed */
export const askedTemplate = (request: Request, key?: string): Template =>
  templateOf(request.ctx, loaded<TemplateRow | null>(request, 'id'), key);

/** The workspace of the new page: that of its parent, the one named, that of the template, or the active one. */
export async function workspaceOfTemplateUse(request: Request, values: UseValues, template: Template): Promise<number> {
  const { ctx } = request;
  const parent = values.parent_id ? loaded<Page>(request, 'parent_id') : undefined;
  if (parent && values.workspace_id !== undefined && parent.workspace_id !== values.workspace_id)
    throw invalid(['body', 'workspace_id'], 'is not the workspace of the parent', 'value_error', values.workspace_id);
  const given = parent?.workspace_id ?? values.workspace_id ?? template.workspace_id;
  const home = given ?? (await ctx.use(workspaces).active(ctx, request))?.id;
  if (!home) throw invalid(['body', 'workspace_id'], 'Field required', 'missing');
  return home;
}

export const useValues = (request: Request): UseValues => (request.payload ?? {}) as UseValues;
