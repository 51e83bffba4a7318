// Sets a property of the row at hand, or of the rows of a database that a filter finds.
import Joi from 'joi';
import { invalid, Problem } from '../../../core/http/problem.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { collectionPolicies, databases, filterSchema, isComputed } from '../../databases/contract.ts';
import { pagePolicies } from '../../pages/contract.ts';
import type { SetPropertyAction } from '../model.ts';
import { rowlessness } from '../rules/row-at-hand.ts';
import { filledValue } from '../runs/text-template.ts';
import type { ActionKind, RuleScope } from './action-kind.ts';
import { checkedValue } from './checked-value.ts';
import { propertyFinder, settableProperty } from './property-name.ts';

/** Rows that one action changes at most. */
const ROWS_MAX = 100;

export const setProperty: ActionKind<SetPropertyAction> = {
  shape: {
    property_id: settableProperty.required(),
    value: Joi.any().required(),
    collection_id: id(),
    filter: filterSchema,
  },

  async check(ctx, rule, action, at) {
    const collectionId = action.collection_id ?? rule.collection_id;
    if (collectionId === null) throw invalid([...at, 'collection_id'], 'Field required', 'missing');
    if (action.collection_id === undefined) requireRow(rule, at);
    await ctx.app.access.require(ctx, collectionPolicies.view, collectionId);
    const property = (await propertyFinder(ctx, collectionId))(action.property_id);
    if (!property) throw invalid([...at, 'property_id'], 'names no property of the database', 'value_error');
    if (isComputed(property)) throw invalid([...at, 'property_id'], 'names a property that is computed', 'value_error');
    const value = await checkedValue(ctx, collectionId, [property.id, action.value], [...at, 'value']);
    const set = { ...action, property_id: property.id, value };
    if (!action.filter) return set;
    const filter = await ctx.use(databases).checkFilter(ctx, collectionId, action.filter, [...at.slice(1), 'filter']);
    return { ...set, filter };
  },

  async run(ctx, situation, _rule, { property_id, value, collection_id, filter }) {
    const ids = await rowsOf();
    if (!ids.length) return { detail: 'no row', count: 0 };
    await ctx.app.access.requireAll(
      ctx,
      ids.map((row) => ({ need: pagePolicies.edit, id: row })),
    );
    const filled = await filledValue(ctx, situation, value);
    const values = { [property_id]: filled } as never;
    await ctx.use(databases).changeRows(
      ctx,
      ids.map((row) => ({ id: row, change: { values } })),
    );
    return ids.length === 1
      ? { detail: `row ${ids[0]}`, count: 1, page_id: ids[0] }
      : { detail: `${ids.length} rows`, count: ids.length };

    async function rowsOf(): Promise<number[]> {
      if (collection_id === undefined) {
        if (situation.rowId === null)
          throw new Problem('conflict', 'There is no row at hand whose property could be set.');
        return [situation.rowId];
      }
      const found = await ctx.use(databases).matchingRows(ctx, collection_id, filter ?? null, ROWS_MAX + 1);
      if (found.length > ROWS_MAX) throw new Problem('conflict', `The filter finds more than ${ROWS_MAX} rows.`);
      return found;
    }
  },
};

/** What there is to be set is the row at hand. @throws Problem validation_failed */
function requireRow(rule: RuleScope, at: (string | number)[]): void {
  const without = rowlessness(rule);
  if (without) throw invalid([...at, 'collection_id'], without, 'missing');
  if (rule.trigger_type === 'event' && rule.event.endsWith('.deleted'))
    throw invalid([...at, 'collection_id'], 'needs a row, and what is in the trash cannot be changed', 'missing');
}
