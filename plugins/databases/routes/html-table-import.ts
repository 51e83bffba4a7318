// A table into a database, for people: where each column goes, and what came of it.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { ShowAgain } from '../../../core/http/form-errors.ts';
import { can } from '../../../core/http/policy.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { id, params } from '../../../core/http/schema-fields.ts';
import { collectionPolicies, tableIntakePolicies } from '../policies.ts';
import { type CollectionRow, collectionStore } from '../schema/store.ts';
import type { ColumnTarget } from '../table-import/mapping.ts';
import type { Intake } from '../table-import/store.ts';
import { NEW_TYPES, presentIntake } from './browser-table-import.ts';
import { collectionPath, DATABASE_BODY_MAX, schemaIn } from './schemas.ts';

const text = Joi.string().min(1).required();
const csrf = Joi.string().allow('');
const form = { allow: ['application/x-www-form-urlencoded'], maxBytes: DATABASE_BODY_MAX };

async function columns(request: Request, h: ResponseToolkit, message = '') {
  const { ctx } = request;
  const { readTextTable, suggested, isTaken } = await import('../table-import/mapping.ts');
  const given = (request.payload as { text: string }).text;
  const schema = await schemaIn(request);
  const table = readTextTable(ctx, given, {});
  const targets = suggested(schema, table);
  const t = ctx.app.messages.in(ctx.locale);
  const { collection } = schema;
  return h.view('databases/intake', {
    title: t('databases.intake.title'),
    breadcrumb: [
      { title: collection.name, href: `/pages/${collection.page_id}` },
      { title: t('databases.intake.title') },
    ],
    collection,
    given,
    total: table.rows.length,
    columns: table.columns.map((column, at) => ({ ...column, chosen: chosenBy(targets[at] as ColumnTarget) })),
    properties: schema.properties.filter(isTaken),
    types: NEW_TYPES,
    message,
  });
}

const chosenBy = (target: ColumnTarget): string =>
  target === null ? '' : 'property' in target ? `p${target.property}` : target.type;

/** "p12": a property, "text": a new one of this type, and nothing: left out. */
const targetOf = (chosen: string, name: string): ColumnTarget =>
  chosen === ''
    ? null
    : /^p\d+$/.test(chosen)
      ? { property: Number(chosen.slice(1)) }
      : { type: chosen as (typeof NEW_TYPES)[number], name };

const again: ShowAgain = (request, h, { message, faults }) =>
  columns(request, h, message || Object.values(faults).join('; '));

export const intakePages: Route[] = [
  route({
    method: 'POST',
    path: '/collections/{collection_id}/table',
    rules: { access: can(collectionPolicies.importTable, 'collection_id'), form: true, html: true },
    options: {
      id: 'tables.columns',
      payload: form,
      validate: { params: collectionPath, payload: Joi.object({ text, csrf }).required() },
    },
    handler: (request, h) => columns(request, h),
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/table/take',
    rules: { access: can(collectionPolicies.importTable, 'collection_id'), form: true, html: true, refused: again },
    options: {
      id: 'tables.take-by-form',
      payload: form,
      validate: {
        params: collectionPath,
        payload: Joi.object({ text, csrf })
          .pattern(/^c\d{1,3}$/, Joi.string().allow('').max(20))
          .required(),
      },
    },
    handler: async (request, h) => {
      const { beginTableImport } = await import('../table-import/run.ts');
      const { readTextTable } = await import('../table-import/mapping.ts');
      const typed = request.payload as Record<string, string>;
      const given = typed.text as string;
      const names = readTextTable(request.ctx, given, {}).columns.map(({ name }) => name);
      const targets = names.map((name, at) => targetOf(typed[`c${at}`] ?? '', name));
      const intake = await beginTableImport(request.ctx, await schemaIn(request), given, {}, targets);
      return h.redirect(`/table-intakes/${intake}`).code(303);
    },
  }),
  route({
    method: 'GET',
    path: '/table-intakes/{intake_id}',
    rules: { access: can(tableIntakePolicies.view, 'intake_id'), html: true },
    options: { id: 'tables.show', validate: { params: params({ intake_id: id() }) } },
    handler: async (request, h) => {
      const { ctx } = request;
      const intake = loaded<Intake>(request, 'intake_id');
      const collection = (await collectionStore.byId(ctx, intake.collection_id)) as CollectionRow;
      const title = ctx.app.messages.text(ctx.locale, 'databases.intake.title');
      return h.view('databases/intake-done', {
        title,
        breadcrumb: [{ title: collection.name, href: `/pages/${collection.page_id}` }, { title }],
        collection,
        intake: presentIntake(intake),
      });
    },
  }),
];
