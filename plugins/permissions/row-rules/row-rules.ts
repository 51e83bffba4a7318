// Use cases of rules: a role on those rows of a database in which a property names the person, or that they have made.

import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import type { Role } from '../../../core/http/route.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { type Collection, databases, type PropertyRights, takesPeople } from '../../databases/contract.ts';
import { pages } from '../../pages/contract.ts';
import { recordPermissionChange } from '../audit.ts';
import { type RuleRow, rowRuleStore } from './rule-store.ts';

/** What rules give: whoever fills in a row must not give it away. */
export const RULE_ROLES = ['viewer', 'commenter', 'editor'] as const satisfies Role[];

/** Stands in the record for whoever made a row, as the name of a property does for whom it names. */
export const MAKERS = 'created_by';

type Place = Pick<Collection, 'id' | 'page_id' | 'workspace_id'>;

/** Writes down what a rule gives now. */
export async function note(
  tx: Ctx,
  { id, workspace_id }: Place,
  { property_id }: RuleRow,
  before?: Role,
  after?: Role,
) {
  const [property] = property_id === null ? [] : await tx.use(databases).propertiesById(tx, [property_id]);
  const action = after === undefined ? 'revoke' : 'grant';
  const name = property?.name ?? MAKERS;
  await recordPermissionChange(tx, {
    workspaceId: workspace_id,
    resource: ['collection', id],
    action,
    name,
    before,
    after,
  });
}

/**
 * Gives a role to whom a property names, or another one to who has one; null: to whoever made a row. The caller's right
 * on the database has been checked by access. @throws Problem validation_failed, conflict for a private database
 */
export async function setRule(ctx: Ctx, place: Place, propertyId: number | null, role: Role): Promise<RuleRow> {
  let made: RuleRow | undefined;
  await ctx.tx((tx) =>
    tx.use(pages).changeRights(tx, place.page_id, async (held, page) => {
      const all = await held.use(databases).allProperties(held, place.id);
      if (propertyId !== null && !all.some((one) => one.id === propertyId && takesPeople(one)))
        throw invalid(['body', 'property_id'], 'must be a property that names people', 'value_error', propertyId);
      if (page.permission_type === 'private')
        throw new Problem('conflict', 'The database is private: it is open to people, not by rules.');
      const before = (await rowRuleStore.of(held, place.id)).find((one) => one.property_id === propertyId);
      const given = { role, granted_by: actorId(held) };
      made = before
        ? await rowRuleStore.change(held, before.id, given)
        : await rowRuleStore.insert(held, {
            ...{ collection_id: place.id, property_id: propertyId, created_at: held.now() },
            ...given,
          });
      if (before?.role !== role) await note(held, place, made, before?.role, role);
      return undefined;
    }),
  );
  return made as RuleRow;
}

/** @throws Problem not_found */
export async function endRule(ctx: Ctx, place: Place, ruleId: number): Promise<void> {
  await ctx.tx((tx) =>
    tx.use(pages).changeRights(tx, place.page_id, async (held) => {
      const rule = await rowRuleStore.byId(held, ruleId);
      if (rule?.collection_id !== place.id) throw notFound();
      await dropRule(held, place, rule);
      return undefined;
    }),
  );
}

async function dropRule(tx: Ctx, place: Place, rule: RuleRow): Promise<void> {
  await rowRuleStore.remove(tx, rule.id);
  await note(tx, place, rule, rule.role);
}

/** In the transaction of `changeRights` on the page of the database. */
export async function dropRules(tx: Ctx, pageId: number): Promise<void> {
  const place = await tx.use(databases).ofPage(tx, pageId);
  if (place?.page_id !== pageId) return;
  for (const rule of await rowRuleStore.of(tx, place.id)) await dropRule(tx, place, rule);
}

export const ruling: PropertyRights['ruling'] = rowRuleStore.properties;

export const endWithProperty: PropertyRights['end'] = async (tx, collectionId, propertyId) => {
  const rule = (await rowRuleStore.of(tx, collectionId)).find((one) => one.property_id === propertyId);
  const place = rule && (await tx.use(databases).byId(tx, collectionId));
  if (place) await endRule(tx, place, rule.id);
};
