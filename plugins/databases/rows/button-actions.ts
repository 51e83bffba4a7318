// Buttons of rows: they set properties of their row and make rows beside it, all or nothing, and then start rules.

import type { Request } from '@hapi/hapi';
import { notFound, Problem } from '../../../core/http/problem.ts';
import { header } from '../../../core/http/request-header.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type ButtonRun, buttonRules, type Row } from '../contract.ts';
import type { ButtonAction } from '../model.ts';
import { collectionPolicies, rowPolicies } from '../policies.ts';
import { isPressedProperty } from '../schema/property-traits.ts';
import { startsRulesOnly } from '../schema/types/button/press-right.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { changeRow, createRows, readRow } from './rows.ts';
import { rowStore } from './store.ts';

export interface ButtonResult {
  row: Row;
  /** of the rules that the button started, in order */
  runs: ButtonRun[];
}

/** The same key of the same person is one press, however often it is sent. */
export const pressOf = (request: Request): string =>
  header(request, 'idempotency-key')?.slice(0, 200) ?? request.info.id;

/**
 * The caller sees the row; what the button changes itself takes an editor of it. `cause` makes a repeated press start
 * each rule once.
 * @throws Problem not_found, validation_failed (400), forbidden, conflict where a rule failed: what the button changed stays
 */
export async function pressButton(ctx: Ctx, rowId: number, propertyId: number, cause: string): Promise<ButtonResult> {
  const { row, actions } = await ctx.tx((tx) => changeByButton(tx, rowId, propertyId));
  const runs: ButtonRun[] = [];
  for (const { automation_id } of actions.filter(({ kind }) => kind === 'automation'))
    runs.push(await start(ctx, automation_id as number, rowId, `${propertyId}:${cause}`));
  return { row: runs.length ? await readRow(ctx, rowId) : row, runs };
}

async function changeByButton(
  tx: Ctx,
  rowId: number,
  propertyId: number,
): Promise<{ row: Row; actions: ButtonAction[] }> {
  const row = await rowStore.byId(tx, rowId);
  if (!row) throw notFound();
  const { collection, byId } = await visibleSchemaById(tx, row.collection_id);
  const button = byId.get(propertyId);
  if (!button || !isPressedProperty(button)) throw new Problem('conflict', 'The property is not a button.');
  const { actions = [] } = button.config;
  if (!startsRulesOnly(button)) await tx.app.access.require(tx, rowPolicies.edit, rowId);
  const made = actions.filter(({ kind }) => kind === 'create_row').map(({ values }) => ({ values }));
  if (made.length) {
    await tx.app.access.require(tx, collectionPolicies.edit, collection.id);
    await createRows(tx, collection.id, made);
  }
  const set = actions.filter(({ kind }) => kind === 'set_property');
  const values = Object.fromEntries(set.map(({ property_id, value }) => [property_id, value]));
  return { row: set.length ? await changeRow(tx, rowId, { values }) : await readRow(tx, rowId), actions };
}

async function start(ctx: Ctx, ruleId: number, rowId: number, cause: string): Promise<ButtonRun> {
  const [rules] = ctx.app.contributions(buttonRules);
  if (!rules) throw new Problem('conflict', 'This service has no automations any more.');
  const run = await rules.press(ctx, ruleId, rowId, cause);
  if (run.status === 'error') throw new Problem('conflict', run.detail);
  return run;
}
