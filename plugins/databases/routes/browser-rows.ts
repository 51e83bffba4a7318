// Rows in the browser's JSON: make one, change one, press a button of one.

import type { Request } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { expectedVersion, versioned } from '../../../core/http/pagination.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import type { Row } from '../contract.ts';
import { collectionPolicies, rowPolicies } from '../policies.ts';
import { pressButton, pressOf } from '../rows/button-actions.ts';
import { namedOne, namesQuery, optionKeys, withOptions } from '../rows/row-names.ts';
import { newWholeRow, wholeRow, wholeRowSchema } from '../rows/row-with-content.ts';
import { changeRow, createRow, type RowChange } from '../rows/rows.ts';
import type { StoredRow } from '../rows/store.ts';
import { collectionPath, idParams, rowFromRequest, rowPatchKeys, startedRowKeys } from './schemas.ts';

const saved = wholeRowSchema.keys({ ok: Joi.valid(true).required() }).meta({ title: 'SavedRow' });
const pressedRow = saved
  .keys({
    runs: Joi.array()
      .items(
        Joi.object({
          id: id(),
          automation_id: id(),
          status: Joi.valid('fired', 'skipped'),
          detail: Joi.string().allow(''),
        }),
      )
      .description('what came of the automations that it started'),
  })
  .meta({ title: 'PressedRow' });

/** Changes the row of the address as the body says, and shows it as the request wants it. */
export async function changedRow(request: Request): Promise<Row> {
  const { create_options: _, ...values } = request.payload as RowChange & { create_options?: boolean };
  const change = { ...values, expected: expectedVersion(request) };
  const { page_id, collection_id } = loaded<StoredRow>(request, 'id');
  const row = await withOptions(request, collection_id, [change], (ctx) => changeRow(ctx, page_id, change));
  return namedOne(request, row);
}

export const rowRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/collections/{collection_id}/pages',
    rules: { access: can(collectionPolicies.addRow, 'collection_id') },
    options: {
      id: 'databases.create-row',
      description: 'Make a row; values that break a rule answer 400 with the property and the rule',
      validate: {
        params: collectionPath,
        query: Joi.object(namesQuery),
        payload: Joi.object({ ...startedRowKeys, ...optionKeys }).allow(null),
      },
      response: { schema: saved },
      plugins: { api: { statuses: [400] } },
    },
    handler: async (request, h) => {
      const home = Number(request.params.collection_id);
      const given = await rowFromRequest(request, home);
      const made = await withOptions(request, home, [given], (ctx) => createRow(ctx, home, given));
      const row = await namedOne(request, made);
      return versioned(request, h, { ok: true, ...newWholeRow(row, given) } as never);
    },
  }),
  route({
    method: 'PUT',
    path: '/db/pages/{id}/api',
    rules: { access: can(rowPolicies.edit, 'id') },
    options: {
      id: 'databases.update-row',
      description: 'Change title, values or calendar of a row; values that break a rule answer 400',
      validate: {
        params: idParams,
        query: Joi.object(namesQuery),
        payload: Joi.object({ ...rowPatchKeys, ...optionKeys }).required(),
      },
      response: { schema: saved },
      plugins: { api: { statuses: [400], versioned: true } },
    },
    handler: async (request, h) => {
      return versioned(request, h, { ok: true, ...(await wholeRow(request.ctx, await changedRow(request))) } as never);
    },
  }),
  route({
    method: 'POST',
    path: '/api/rows/{page_id}/buttons/{property_id}',
    // What the button changes itself takes an editor; the rules that it starts say who may press.
    rules: { access: can(rowPolicies.pressButton, 'page_id') },
    options: {
      id: 'databases.press-button',
      description: 'Do what a button of a row says: set its properties, make rows, start automations',
      validate: { params: params({ page_id: id(), property_id: id() }) },
      response: { schema: pressedRow },
    },
    handler: async (request, h) => {
      const row = loaded<StoredRow>(request, 'page_id');
      const property = loaded<{ id: number; collection_id: number }>(request, 'property_id');
      if (property.collection_id !== row.collection_id) throw notFound();
      const { row: changed, runs } = await pressButton(request.ctx, row.page_id, property.id, pressOf(request));
      return versioned(request, h, { ok: true, ...(await wholeRow(request.ctx, changed)), runs } as never);
    },
  }),
];
