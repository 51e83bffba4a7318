// Rules of a copied database: they go along to where the same people read, and are left behind everywhere else.
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { type Collection, databases, type PropertyRights } from '../../databases/contract.ts';
import { type Page, pages } from '../../pages/contract.ts';
import { setType } from '../grants.ts';
import { grantStore } from '../store.ts';
import { note } from './row-rules.ts';
import { rowRuleStore } from './rule-store.ts';

/**
 * Whom a row names has the same on its copy: they read nothing there that they do not read in the original. What else
 * the original was opened to does not follow, so that a copy of a closed database is closed but for its rules.
 */
export const copyRules: PropertyRights['copyRules'] = async (tx, fromId, toId, copied) => {
  const rules = (await rowRuleStore.of(tx, fromId)).flatMap(({ property_id, role }) => {
    const property = property_id === null ? null : copied.get(property_id);
    return property === undefined ? [] : [{ property_id: property, role }];
  });
  const [from, to] = rules.length ? await Promise.all([fromId, toId].map((id) => tx.use(databases).byId(tx, id))) : [];
  if (!from || !to) return;
  const [original] = await tx.use(pages).byIds(tx, [from.page_id]);
  if (!original || !(await standAlike(tx, from, to))) return;
  if (await isClosed(tx, original)) await setType(tx, to.page_id, 'restricted');
  await tx.use(pages).changeRights(tx, to.page_id, async (held) => {
    const given = { collection_id: toId, granted_by: actorId(held), created_at: held.now() };
    for (const rule of rules)
      await note(held, to, await rowRuleStore.insert(held, { ...rule, ...given }), undefined, rule.role);
    return undefined;
  });
};

const isClosed = async (tx: Ctx, { id, permission_type }: Page): Promise<boolean> =>
  permission_type !== 'inherit' || (await grantStore.any(tx, id));

/** Whether both lie where the same rights hold. */
async function standAlike(tx: Ctx, ...two: Collection[]): Promise<boolean> {
  const found = await tx.use(pages).byIds(
    tx,
    two.map(({ page_id }) => page_id),
  );
  const parents = two.map(({ page_id }) => found.find(({ id }) => id === page_id)?.parent_id ?? null);
  const subjects = await tx.use(pages).subjects(
    tx,
    parents.filter((id) => id !== null),
  );
  const [one, other] = parents.map((id) => (id === null ? null : subjects.get(id)?.rootId));
  return one === other;
}
