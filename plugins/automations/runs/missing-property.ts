// Properties that a rule names and whoever it acts as does not see any more: deleted ones, and those that were hidden since.
import type { Ctx } from '../../../core/kernel/context.ts';
import { databases } from '../../databases/contract.ts';
import type { Rule } from '../model.ts';
import { ruleDatabases } from '../rules/property-sight.ts';
import type { RunSituation } from './situation.ts';

/** A rule cannot be asked or act any more. The words name the property: they are for those who may know of it. */
export class MissingProperty extends Error {}

/** @param id of a property that whoever acts does not see */
export async function missingProperty(ctx: Ctx, id: number): Promise<MissingProperty> {
  const [found] = await ctx.use(databases).propertiesById(ctx, [id]);
  const name = found ? `“${found.name}”` : String(id);
  const isHidden = found?.deleted_at === null;
  return new MissingProperty(
    isHidden ? `The property ${name} is hidden from whoever the rule acts as.` : `The property ${name} was deleted.`,
  );
}

/** @throws MissingProperty for the first of these that whoever acts does not see in the databases that the rule is about */
export async function requireSeen(ctx: Ctx, rule: Rule, { collectionId }: RunSituation, ids: number[]): Promise<void> {
  if (!ids.length) return;
  const seen = new Set<number>();
  for (const one of new Set([...ruleDatabases(rule), collectionId]))
    if (typeof one === 'number') for (const { id } of await ctx.use(databases).properties(ctx, one)) seen.add(id);
  const missing = ids.find((id) => !seen.has(id));
  if (missing !== undefined) throw await missingProperty(ctx, missing);
}
