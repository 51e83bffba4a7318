// Rows in the browser's JSON: make one, change one, press a button of one.
import Joi from 'joi';
import { loaded } from '../../../core/access.ts';
import { id, params } from '../../../core/fields.ts';
import { expectedVersion, versioned } from '../../../core/paging.ts';
import { notFound } from '../../../core/problem.ts';
import { type Route, route } from '../../../core/route.ts';
import { pressButton } from '../buttons.ts';
import type { Row } from '../contract.ts';
import type { StoredRow } from '../row-store.ts';
import { changeRow, createRows, type RowChange } from '../rows.ts';
import { newWholeRow, wholeRow, wholeRowSchema } from '../whole-row.ts';
import { collectionPath, idPath, on, onRow, rowPatchKeys, startedRow, startedRowKeys, templateRef } from './bodies.ts';
import { propertyRef } from './properties.ts';

const saved = wholeRowSchema.keys({ ok: Joi.valid(true).required() }).meta({ title: 'SavedRow' });

export const rowRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/collections/{collection_id}/pages',
    rules: { access: { ...on('editor', 'collection_id', { lock: true }), refs: [templateRef] } },
    options: {
      id: 'databases.create-row',
      description: 'Make a row; values that break a rule answer 400 with the property and the rule',
      validate: { params: collectionPath, payload: Joi.object(startedRowKeys).allow(null) },
      response: { schema: saved },
      plugins: { api: { statuses: [400] } },
    },
    handler: async (request, h) => {
      const home = Number(request.params.collection_id);
      const given = await startedRow(request, home);
      const [row] = await createRows(request.ctx, home, [given]);
      return versioned(request, h, { ok: true, ...newWholeRow(row as Row, given) } as never);
    },
  }),
  route({
    method: 'PUT',
    path: '/db/pages/{id}/api',
    rules: { access: onRow('editor', 'id', { lock: true }) },
    options: {
      id: 'databases.update-row',
      description: 'Change title, values or calendar of a row; values that break a rule answer 400',
      validate: { params: idPath, payload: Joi.object(rowPatchKeys).required() },
      response: { schema: saved },
      plugins: { api: { statuses: [400], versioned: true } },
    },
    handler: async (request, h) => {
      const change = { ...(request.payload as RowChange), expected: expectedVersion(request) };
      const row = await changeRow(request.ctx, Number(request.params.id), change);
      return versioned(request, h, { ok: true, ...(await wholeRow(request.ctx, row)) } as never);
    },
  }),
  route({
    method: 'POST',
    path: '/api/rows/{page_id}/buttons/{property_id}',
    rules: { access: { ...onRow('editor', 'page_id', { lock: true }), refs: [propertyRef()] } },
    options: {
      id: 'databases.press-button',
      description: 'Do what a button of a row says: set its properties, make rows',
      validate: { params: params({ page_id: id(), property_id: id() }) },
      response: { schema: saved },
    },
    handler: async (request, h) => {
      const row = loaded<StoredRow>(request, 'page_id');
      const property = loaded<{ id: number; collection_id: number }>(request, 'property_id');
      if (property.collection_id !== row.collection_id) throw notFound();
      const pressed = await pressButton(request.ctx, row.page_id, property.id);
      return versioned(request, h, { ok: true, ...(await wholeRow(request.ctx, pressed)) } as never);
    },
  }),
];
