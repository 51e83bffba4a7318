// Makes a page: below another one, or as a row of a database.
import Joi from 'joi';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { id, title } from '../../../core/http/schema-fields.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { collectionPolicies, databases } from '../../databases/contract.ts';
import { pagePolicies, pages } from '../../pages/contract.ts';
import { templateBodies } from '../../templates/contract.ts';
import type { CreatePageAction } from '../model.ts';
import type { RunSituation } from '../runs/situation.ts';
import { filledText, filledValue } from '../runs/text-template.ts';
import type { ActionKind } from './action-kind.ts';
import { checkedValue } from './checked-value.ts';
import { propertyFinder, propertyKey } from './property-name.ts';

const TITLE_MAX = 500;

export const createPageAction: ActionKind<CreatePageAction> = {
  shape: {
    title: title().required(),
    collection_id: id(),
    parent_id: id(),
    values: Joi.object().pattern(propertyKey, Joi.any()).description('by id or name of the property'),
    template_id: id(),
  },
  oneOf: ['collection_id', 'parent_id'],

  async check(ctx, _rule, action, at) {
    const { collection_id, parent_id, values = {}, template_id } = action;
    if (template_id !== undefined)
      await ctx.app.access.require(ctx, { resource: 'page-template', role: 'viewer' }, template_id);
    if (parent_id !== undefined) await ctx.app.access.require(ctx, pagePolicies.view, parent_id);
    if (collection_id === undefined) {
      if (Object.keys(values).length) throw invalid([...at, 'values'], 'are for rows of a database', 'extra_forbidden');
      return action;
    }
    await ctx.app.access.require(ctx, collectionPolicies.view, collection_id);
    return action.values ? { ...action, values: await checkedValues(ctx, collection_id, values, at) } : action;
  },

  async run(ctx, situation, rule, action) {
    const filled = (await filledText(ctx, situation, action.title)).slice(0, TITLE_MAX).trim() || 'Untitled';
    const blocks = await bodyOf(ctx, action, { workspaceId: rule.workspace_id, title: filled });
    const made =
      action.collection_id === undefined
        ? await below(ctx, action.parent_id as number, { title: filled, blocks })
        : await asRow(ctx, situation, action, { title: filled, blocks });
    return { detail: `page ${made}`, page_id: made };
  },
};

/** By id. @throws Problem validation_failed */
async function checkedValues(
  ctx: Ctx,
  collectionId: number,
  values: Record<string, unknown>,
  at: (string | number)[],
): Promise<Record<string, unknown>> {
  const found = await propertyFinder(ctx, collectionId);
  const checked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const place = [...at, 'values', key];
    const property = found(key);
    if (!property) throw invalid(place, 'names no property of the database', 'value_error');
    if (property.id in checked) throw invalid(place, 'is named twice', 'value_error');
    checked[property.id] = await checkedValue(ctx, collectionId, [property.id, value], place);
  }
  return checked;
}

interface Content {
  title: string;
  blocks: Awaited<ReturnType<typeof bodyOf>>;
}

async function bodyOf(ctx: Ctx, { template_id }: CreatePageAction, page: { workspaceId: number; title: string }) {
  if (template_id === undefined) return undefined;
  await ctx.app.access.require(ctx, { resource: 'page-template', role: 'viewer' }, template_id);
  return ctx.use(templateBodies).of(ctx, template_id, page);
}

async function below(ctx: Ctx, parentId: number, content: Content): Promise<number> {
  const parent = await ctx.app.access.require(ctx, pagePolicies.addBelow, parentId);
  if (parent.workspaceId === null) throw new Problem('conflict', 'There is no page to make another one in.');
  return (await ctx.use(pages).create(ctx, { workspaceId: parent.workspaceId, parentId, ...content })).id;
}

async function asRow(ctx: Ctx, situation: RunSituation, action: CreatePageAction, content: Content): Promise<number> {
  const id = action.collection_id as number;
  await ctx.app.access.require(ctx, collectionPolicies.addRow, id);
  const values = Object.fromEntries(
    await Promise.all(
      Object.entries(action.values ?? {}).map(async ([key, value]) => [key, await filledValue(ctx, situation, value)]),
    ),
  );
  const [made] = await ctx.use(databases).addRows(ctx, id, [{ ...content, values }]);
  return made as number;
}
