// Use cases of rights on single properties: the first one closes a property to all others, the last one opens it.
import { atLeast } from '../../../core/access/access-control.ts';
import { invalid, notFound, Problem } from '../../../core/http/problem.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { type Collection, databases, type PropertyRights, type PropertyRole } from '../../databases/contract.ts';
import { groupStore } from '../groups/group-store.ts';
import { copyRules } from '../row-rules/copy-rules.ts';
import { endWithProperty, ruling } from '../row-rules/row-rules.ts';
import { notePropertyRight } from './property-audit.ts';
import { type PropertyGrant, propertyGrantStore } from './property-store.ts';

export const PROPERTY_ROLES = ['viewer', 'editor'] as const;

/** A person or a group; exactly one of them. */
export interface PropertyGrantee {
  user_id?: number;
  group_id?: number;
}

export const rightsOnProperties: PropertyRights = {
  ruling,
  copyRules,
  end: endWithProperty,
  restricted: propertyGrantStore.restricted,
  async of(ctx, userId, collectionId) {
    const rows = await propertyGrantStore.reaching(ctx, userId, collectionId);
    const found = new Map<number, PropertyRole>();
    for (const [id, own] of Map.groupBy(rows, ({ property_id }) => property_id)) {
      const lowest = own.some(({ role }) => role === 'viewer') ? 'viewer' : 'editor';
      found.set(id, own.find(({ via }) => via === 'user')?.role ?? lowest);
    }
    return found;
  },
  async copy(ctx, collectionId, copies) {
    for (const [from, to] of copies) {
      const rows = await propertyGrantStore.of(ctx, from);
      await propertyGrantStore.insert(
        ctx,
        rows.map(({ id: _, ...row }) => ({ ...row, collection_id: collectionId, property_id: to })),
      );
    }
  },
};

type Place = Pick<Collection, 'id' | 'workspace_id'>;

/** @throws Problem validation_failed for a group of another workspace, conflict for the title */
async function requireMay(tx: Ctx, { id, workspace_id }: Place, propertyId: number, { group_id }: PropertyGrantee) {
  const property = (await tx.use(databases).allProperties(tx, id)).find((one) => one.id === propertyId);
  if (!property) throw notFound();
  if (property.type === 'title')
    throw new Problem(
      'conflict',
      'The title of a row is the title of its page: people who can see the row can see it.',
    );
  if (group_id === undefined) return;
  const group = await groupStore.byId(tx, group_id);
  if (group?.workspace_id !== workspace_id)
    throw invalid(['body', 'group_id'], 'belongs to another workspace', 'value_error', group_id);
}

/**
 * Gives a role on a property, or another one to who has one. Whoever closes a property and is no owner of the database
 * keeps it in sight. @throws Problem not_found, conflict, validation_failed
 */
export async function grantProperty(
  ctx: Ctx,
  place: Place,
  propertyId: number,
  grantee: PropertyGrantee,
  role: PropertyRole,
): Promise<PropertyGrant> {
  let made: PropertyGrant | undefined;
  await ctx.use(databases).changeRights(ctx, place.id, async (tx) => {
    await requireMay(tx, place, propertyId, grantee);
    const isFirst = !(await propertyGrantStore.restricted(tx, place.id)).includes(propertyId);
    const me = actorId(tx);
    if (isFirst && me !== null && me !== grantee.user_id && !(await isOwner(tx, place.id)))
      await write(tx, place, propertyId, { user_id: me }, 'editor');
    made = await write(tx, place, propertyId, grantee, role);
  });
  return made as PropertyGrant;
}

async function isOwner(tx: Ctx, collectionId: number): Promise<boolean> {
  const subject = await tx.app.resource('collection').load(tx, collectionId);
  return Boolean(subject && atLeast(await tx.app.access.roleOn(tx, subject), 'owner'));
}

async function write(
  tx: Ctx,
  { id, workspace_id }: Place,
  propertyId: number,
  grantee: PropertyGrantee,
  role: PropertyRole,
): Promise<PropertyGrant> {
  const before = await propertyGrantStore.find(tx, propertyId, grantee);
  if (before?.role === role) return before;
  const row = {
    ...{ collection_id: id, property_id: propertyId, role, granted_by: actorId(tx), created_at: tx.now() },
    ...{ user_id: grantee.user_id ?? null, group_id: grantee.group_id ?? null },
    grant_type: grantee.group_id === undefined ? ('explicit' as const) : ('group' as const),
  };
  const [made] = before
    ? [await propertyGrantStore.change(tx, before.id, { role, granted_by: row.granted_by })]
    : await propertyGrantStore.insert(tx, [row]);
  await notePropertyRight(tx, workspace_id, made as PropertyGrant, before?.role ?? null, role);
  return made as PropertyGrant;
}

/** @throws Problem not_found */
export async function revokeProperty(ctx: Ctx, place: Place, propertyId: number, grantId: number): Promise<void> {
  await ctx.use(databases).changeRights(ctx, place.id, async (tx) => {
    const row = await propertyGrantStore.byId(tx, grantId);
    if (row?.property_id !== propertyId || row.collection_id !== place.id) throw notFound();
    await propertyGrantStore.remove(tx, [row.id]);
    await notePropertyRight(tx, place.workspace_id, row, row.role, null);
  });
}
