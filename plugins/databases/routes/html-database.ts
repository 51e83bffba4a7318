// Databases for people without scripts: make one, add a row or a property, edit the values of a row, press its buttons.

import type { Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import type { Refusal, ShowAgain } from '../../../core/http/form-errors.ts';
import { can, inBody, inQuery } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params, title } from '../../../core/http/schema-fields.ts';
import { type Page, pagePolicies, typedParent } from '../../pages/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import type { PropertyTypeName } from '../contract.ts';
import { convertPage, createCollection } from '../databases.ts';
import { formPayload, typedFields } from '../forms/form-bodies.ts';
import { collectionPolicies, rowPolicies } from '../policies.ts';
import { pressButton, pressOf } from '../rows/button-actions.ts';
import type { RowFault } from '../rows/row-errors.ts';
import { editableProperties, rowFields, valuesFrom } from '../rows/row-form.ts';
import { changeRow, createRows, readRow } from '../rows/rows.ts';
import type { StoredRow } from '../rows/store.ts';
import { createProperty } from '../schema/properties.ts';
import { newPropertyKeys } from '../schema/property-input.ts';
import type { CollectionRow } from '../schema/store.ts';
import { typeNamed } from '../schema/types/registry.ts';
import { startRow } from '../templates/row-templates.ts';
import { databaseChoices, emptyPicture } from '../templates/template-choices.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { collectionPath, workspaceOfNewDatabase } from './schemas.ts';

const rowPath = params({ page_id: id() });
const toPage = (h: ResponseToolkit, page: number) => h.redirect(`/pages/${page}`).code(303);

interface NewView {
  parent: Page | null;
  typed?: Record<string, string>;
  faults?: Record<string, string>;
  message?: string;
}

async function newForm(
  request: Request,
  h: ResponseToolkit,
  { parent, typed = {}, faults = {}, message = '' }: NewView,
) {
  const t = request.ctx.app.messages.in(request.ctx.locale);
  return h.view('databases/new', {
    title: t('databases.new'),
    breadcrumb: [{ title: t('databases.new') }],
    parent,
    choices: await templateChoices(request, parent),
    typed,
    faults,
    message,
  });
}

/** An empty database, the built-in templates, and those that people keep. */
async function templateChoices(request: Request, parent: Page | null) {
  const { ctx } = request;
  const home = parent?.workspace_id ?? (await ctx.use(workspaces).active(ctx, request))?.id;
  const t = ctx.app.messages.in(ctx.locale);
  const [name, words] = [t('databases.new_empty'), t('databases.new_empty_words')];
  return [{ value: '', icon: '', name, words, shapes: emptyPicture() }, ...(await databaseChoices(ctx, home))];
}

/** Of a database that nobody has named: that of its template, or none. */
async function defaultName(request: Request, template = ''): Promise<string> {
  const [, ...templates] = await templateChoices(request, null);
  return templates.find(({ value }) => value === template)?.name ?? '';
}

const newAgain: ShowAgain = async (request, h, { typed, faults, message }) => {
  const parent = await typedParent(request.ctx, typed.parent_id);
  return newForm(request, h, { parent, typed, faults, message });
};

async function editForm(request: Request, h: ResponseToolkit, refusal?: Refusal) {
  const { ctx } = request;
  const id = Number(request.params.page_id);
  const row = await readRow(ctx, id);
  const schema = await visibleSchemaById(ctx, row.collection_id);
  const found = (refusal?.problem.extra.errors ?? []) as unknown as RowFault[];
  const faults = new Map(
    found.flatMap(({ property_id, detail }) => (property_id ? [[property_id, detail] as const] : [])),
  );
  const typed = refusal ? (request.payload as Record<string, string | string[]>) : {};
  return h.view('databases/edit', {
    title: row.title || ctx.app.messages.text(ctx.locale, 'databases.untitled'),
    breadcrumb: [{ title: schema.collection.name, href: `/pages/${schema.collection.page_id}` }, { title: row.title }],
    row,
    fields: await rowFields(ctx, schema, row, faults, typed),
    ids: editableProperties(schema).map((one) => one.id),
    message: faults.size ? '' : (refusal?.message ?? ''),
  });
}

/** Back to the page of the database, which says why. */
const databaseAgain: ShowAgain = async (request, h, { message, faults }) => {
  const collection = loaded<CollectionRow>(request, 'collection_id');
  return h.view('databases/refused', {
    title: collection.name,
    breadcrumb: [{ title: collection.name, href: `/pages/${collection.page_id}` }],
    message:
      message ||
      Object.entries(faults)
        .map(([name, fault]) => `${name} ${fault}`)
        .join('; '),
    href: `/pages/${collection.page_id}`,
  });
};

export const databasePageRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/databases/new',
    rules: { access: { member: true, refs: [inQuery('parent_id', pagePolicies.addBelow)] }, html: true },
    options: {
      id: 'databases.new-form',
      validate: { query: Joi.object({ parent_id: id(), template: Joi.string().max(100) }) },
    },
    handler: (request, h) =>
      newForm(request, h, {
        parent: request.query.parent_id ? loaded<Page>(request, 'parent_id') : null,
        typed: { template: String(request.query.template ?? '') },
      }),
  }),
  route({
    method: 'POST',
    path: '/databases/new',
    rules: {
      access: { member: true, refs: [inBody('parent_id', pagePolicies.addBelow)] },
      form: true,
      html: true,
      refused: newAgain,
    },
    options: {
      id: 'databases.new',
      payload: formPayload,
      validate: {
        payload: Joi.object({
          parent_id: id().empty(''),
          title: title().allow(''),
          template: Joi.string().max(100).empty(''),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const {
        parent_id,
        title: name,
        template,
      } = request.payload as { parent_id?: number; title?: string; template?: string };
      const workspaceId = await workspaceOfNewDatabase(request, undefined, parent_id);
      const made = await createCollection(request.ctx, {
        workspaceId,
        parentId: parent_id ?? null,
        title: name || (await defaultName(request, template)),
        template,
      });
      // What comes next is its name, or its first row.
      return h.redirect(`/pages/${made.page.id}#${name ? 'new-row' : 'title'}`).code(303);
    },
  }),
  route({
    method: 'POST',
    path: '/pages/{page_id}/convert-to-database',
    rules: { access: can(pagePolicies.edit, 'page_id'), form: true, html: true },
    options: { id: 'databases.convert-by-form', payload: formPayload, validate: { params: rowPath } },
    handler: async (request, h) => toPage(h, (await convertPage(request.ctx, Number(request.params.page_id))).page.id),
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/rows',
    rules: { access: can(collectionPolicies.addRow, 'collection_id'), form: true, html: true, refused: databaseAgain },
    options: {
      id: 'databases.add-row',
      payload: formPayload,
      validate: { params: collectionPath, payload: Joi.object({ title: title().required(), csrf }).required() },
    },
    handler: async (request, h) => {
      const collection = loaded<CollectionRow>(request, 'collection_id');
      const { title: name } = request.payload as { title: string };
      await createRows(request.ctx, collection.id, [await startRow(request.ctx, collection.id, { title: name })]);
      return toPage(h, collection.page_id);
    },
  }),
  route({
    method: 'POST',
    path: '/collections/{collection_id}/properties',
    rules: { access: can(collectionPolicies.edit, 'collection_id'), form: true, html: true, refused: databaseAgain },
    options: {
      id: 'databases.add-property',
      payload: formPayload,
      validate: {
        params: collectionPath,
        payload: Joi.object({
          name: newPropertyKeys.name,
          type: newPropertyKeys.type,
          options: Joi.string().allow('').max(2000).default(''),
          csrf,
        }).required(),
      },
    },
    handler: async (request, h) => {
      const collection = loaded<CollectionRow>(request, 'collection_id');
      const { name, type, options } = request.payload as { name: string; type: PropertyTypeName; options: string };
      const names = [...new Set(options.split(',').map((one) => one.trim()))].filter(Boolean);
      const config = 'options' in typeNamed(type).config ? { options: names.map((one) => ({ name: one })) } : {};
      await createProperty(request.ctx, collection.id, { name, type, config });
      return toPage(h, collection.page_id);
    },
  }),
  route({
    method: 'GET',
    path: '/rows/{page_id}/edit',
    rules: { access: can(rowPolicies.edit, 'page_id'), html: true },
    options: { id: 'databases.edit-form', validate: { params: rowPath } },
    handler: (request, h) => editForm(request, h),
  }),
  route({
    method: 'POST',
    path: '/rows/{page_id}/edit',
    rules: {
      access: can(rowPolicies.edit, 'page_id'),
      form: true,
      html: true,
      refused: editForm,
    },
    options: {
      id: 'databases.edit',
      payload: formPayload,
      validate: {
        params: rowPath,
        payload: typedFields,
      },
    },
    handler: async (request, h) => {
      const { ctx } = request;
      const row = await readRow(ctx, loaded<StoredRow>(request, 'page_id').page_id);
      const schema = await visibleSchemaById(ctx, row.collection_id);
      const values = valuesFrom(schema, request.payload as Record<string, string | string[]>, row.values);
      await changeRow(ctx, row.id, { values });
      return toPage(h, row.id);
    },
  }),
  route({
    method: 'POST',
    path: '/rows/{page_id}/buttons/{property_id}',
    rules: {
      access: can(rowPolicies.pressButton, 'page_id'),
      form: true,
      html: true,
    },
    options: {
      id: 'databases.press-by-form',
      payload: formPayload,
      validate: { params: params({ page_id: id(), property_id: id() }) },
    },
    handler: async (request, h) => {
      const row = loaded<StoredRow>(request, 'page_id');
      if (loaded<{ collection_id: number }>(request, 'property_id').collection_id !== row.collection_id)
        throw notFound();
      await pressButton(request.ctx, row.page_id, Number(request.params.property_id), pressOf(request));
      return toPage(h, row.page_id);
    },
  }),
];
