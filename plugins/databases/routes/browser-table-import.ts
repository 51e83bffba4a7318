// A table into a database: what its columns are, where each goes, and how far the work is.

import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { collectionPolicies, tableIntakePolicies } from '../policies.ts';
import type { ColumnTarget, TableFormat } from '../table-import/mapping.ts';
import { type Intake, intakeFaults } from '../table-import/store.ts';
import { collectionPath, DATABASE_BODY_MAX, schemaIn } from './schemas.ts';

export const intakeFields = {
  text: Joi.string().min(1).required().description('separated values, or what was copied from a table program'),
  separator: Joi.valid(',', ';', '\t', '|'),
  has_header: Joi.boolean().description('absent: found out'),
};
export const NEW_TYPES = [
  'text',
  'long_text',
  'number',
  'select',
  'multi_select',
  'date',
  'checkbox',
  'url',
  'email',
  'phone',
] as const;
const target = Joi.alternatives(
  Joi.object({ property: id().required() }),
  Joi.object({
    type: Joi.valid(...NEW_TYPES).required(),
    name: Joi.string().trim().min(1).max(100).required(),
  }),
).allow(null);

const integer = () => Joi.number().integer().required();
const intakeSchema = Joi.object({
  id: integer(),
  collection_id: integer(),
  status: Joi.valid('queued', 'running', 'completed', 'failed').required(),
  done: integer().description('rows that were looked at'),
  total: integer(),
  created: integer(),
  faults: Joi.array()
    .items(Joi.object({ row: integer(), column: Joi.string().required().allow(''), detail: Joi.string().required() }))
    .required()
    .description('cells and rows that were left out, the first 200'),
}).meta({ title: 'TableIntake' });

export const presentIntake = (intake: Intake) => ({
  ...{ id: intake.id, collection_id: intake.collection_id, status: intake.status },
  ...{ done: intake.done, total: intake.total, created: intake.created, faults: intakeFaults(intake) },
});

const SHOWN = 5;

type Body = TableFormat & { text: string; columns: ColumnTarget[] };

export const intakeRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/collections/{collection_id}/table/preview',
    rules: { access: can(collectionPolicies.importTable, 'collection_id') },
    options: {
      id: 'tables.preview',
      description: 'What the columns of a table are, with samples, and where each would go; writes nothing',
      payload: { maxBytes: DATABASE_BODY_MAX },
      validate: { params: collectionPath, payload: Joi.object(intakeFields).required() },
      response: {
        schema: Joi.object({
          separator: Joi.string().required(),
          has_header: Joi.boolean().required(),
          total: integer(),
          problems: Joi.array().items(Joi.string()).required(),
          columns: Joi.array()
            .items(
              Joi.object({
                name: Joi.string().required(),
                type: Joi.string().required(),
                notes: Joi.array().items(Joi.string()).required(),
                samples: Joi.array().items(Joi.string()).required(),
                filled: integer(),
                target: target.required(),
              }),
            )
            .required(),
          rows: Joi.array()
            .items(Joi.array().items(Joi.string().allow('')))
            .required()
            .description('the first ones'),
        }),
      },
    },
    handler: async (request) => {
      const { readTextTable, suggested } = await import('../table-import/mapping.ts');
      const { text, ...place } = request.payload as Body;
      const table = readTextTable(request.ctx, text, place);
      const targets = suggested(await schemaIn(request), table);
      const { separator, hasHeader, problems, rows } = table;
      return {
        ...{ separator, has_header: hasHeader, total: rows.length, problems },
        columns: table.columns.map(({ kind, ...column }, at) => ({ ...column, type: kind.type, target: targets[at] })),
        rows: rows.slice(0, SHOWN),
      } as never;
    },
  }),
  route({
    method: 'POST',
    path: '/api/collections/{collection_id}/table',
    rules: { access: can(collectionPolicies.importTable, 'collection_id') },
    options: {
      id: 'tables.take',
      description: 'Make rows of a table; what does not fit its property is left out and said',
      payload: { maxBytes: DATABASE_BODY_MAX },
      validate: {
        params: collectionPath,
        payload: Joi.object({
          ...intakeFields,
          columns: Joi.array()
            .items(target)
            .max(200)
            .required()
            .description('for each column a property, a new one, or null to leave it out'),
        }).required(),
      },
      response: { schema: Joi.object({ ok: Joi.valid(true).required(), id: integer() }) },
    },
    handler: async (request) => {
      const { beginTableImport } = await import('../table-import/run.ts');
      const { text, columns, ...place } = request.payload as Body;
      return {
        ok: true,
        id: await beginTableImport(request.ctx, await schemaIn(request), text, place, columns),
      } as never;
    },
  }),
  route({
    method: 'GET',
    path: '/api/table-intakes/{intake_id}',
    rules: { access: can(tableIntakePolicies.view, 'intake_id') },
    options: {
      id: 'tables.get',
      description: 'How far a table is on its way into its database, and what was left out',
      validate: { params: params({ intake_id: id() }) },
      response: { schema: intakeSchema },
    },
    handler: (request) => presentIntake(loaded<Intake>(request, 'intake_id')) as never,
  }),
];
