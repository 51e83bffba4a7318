// Databases that people keep as templates: their properties and shared views without rows, beside the built-in ones.

import Joi from 'joi';
import type { ResourceType, Subject } from '../../../core/access/access-control.ts';
import { Problem } from '../../../core/http/problem.ts';
import type { Role } from '../../../core/http/route.ts';
import { uniqueKey } from '../../../core/i18n/text-normalization.ts';
import { actorId, type Ctx } from '../../../core/kernel/context.ts';
import { workspacePolicies } from '../../workspaces/contract.ts';
import {
  type NewProperty,
  type NewView,
  type Property,
  VIEW_KINDS,
  type View,
  type ViewConfig,
  type ViewKind,
} from '../contract.ts';
import { viewConfigOf } from '../copy-database.ts';
import { formulasUsing, shownProperties } from '../schema/formula-properties.ts';
import type { PropertyInput } from '../schema/property-input.ts';
import type { Schema } from '../schema/schema.ts';
import { viewStore } from '../schema/store.ts';
import { usedByView } from '../views/view-config.ts';
import { visibleSchemaById } from '../visibility/visible-schema.ts';
import { BUILT_IN_DATABASES, builtInNamed, builtInProperty } from './built-in.ts';
import { asGiven, isTemplated, readTemplateSchema } from './template-schema.ts';

export interface DatabaseTemplate {
  /** null: a built-in one, which has a key */
  id: number | null;
  key: string | null;
  workspace_id: number | null;
  name: string;
  icon: string;
  description: string;
  schema: NewProperty[];
  /** kinds of its views, in their order */
  views: ViewKind[];
}

interface Stored {
  id: number;
  workspace_id: number | null;
  name: string;
  icon: string;
  description: string;
  schema_json: string;
  views_json: string;
  created_by: number | null;
}

const table = (ctx: Ctx) => ctx.db('database_templates');
const present = ({ id, workspace_id, name, icon, description, schema_json, views_json }: Stored): DatabaseTemplate => ({
  ...{ id, key: null, workspace_id, name, icon, description },
  schema: JSON.parse(schema_json) as NewProperty[],
  views: (JSON.parse(views_json) as NewView[]).map(({ kind }) => kind),
});

function builtIn(ctx: Ctx): DatabaseTemplate[] {
  const t = ctx.app.messages.in(ctx.locale);
  return BUILT_IN_DATABASES.map(({ key, name, icon, properties, views }) => ({
    ...{ id: null, key, workspace_id: null, name, icon, description: '' },
    views: views.map(({ kind }) => kind),
    schema: properties.map((one) => builtInProperty(t, one)),
  }));
}

const ofWorkspace = (ctx: Ctx, workspaceId: number) =>
  table(ctx).where((own) => own.where({ workspace_id: workspaceId }).orWhereNull('workspace_id'));

/** Those of a workspace and of the whole service, the built-in ones first, which alone are there without a workspace. */
export const databaseTemplates = async (ctx: Ctx, workspaceId: number | undefined): Promise<DatabaseTemplate[]> => {
  const kept = workspaceId === undefined ? [] : await ofWorkspace(ctx, workspaceId).orderBy('name_key');
  return [...builtIn(ctx), ...(kept as Stored[]).map(present)];
};

export interface StartingPoint {
  icon: string;
  description: string;
  properties: NewProperty[];
  views(properties: Property[]): NewView[];
}

/** What a database of such a template starts with; its name counts whatever its capitals. */
export async function savedDatabaseTemplate(
  ctx: Ctx,
  workspaceId: number,
  name: string,
): Promise<StartingPoint | undefined> {
  const [row] = (await ofWorkspace(ctx, workspaceId)
    .where({ name_key: uniqueKey(name) })
    .orderByRaw('workspace_id is null')) as Stored[];
  if (!row) return undefined;
  const properties = JSON.parse(row.schema_json) as NewProperty[];
  const views = JSON.parse(row.views_json) as Required<NewView>[];
  return {
    icon: row.icon,
    description: row.description,
    properties,
    views: (made) => {
      const byName = new Map(made.map((one) => [uniqueKey(one.name), one.id]));
      const ids = new Map(properties.map((one, at) => [at + 1, byName.get(uniqueKey(one.name)) as number]));
      return views.map((view) => ({ ...view, config: viewConfigOf(view.config, ids) }));
    },
  };
}

/** Without what is there for few. Formulas follow what they use: those that are computed from what is left out are left out, too. */
function keptProperties(schema: Schema): Property[] {
  const isLeftOut = (one: Property) => !isTemplated(one) || schema.restricted.has(one.id);
  const gone = schema.properties.filter(isLeftOut).map(({ id }) => id);
  const without = formulasUsing(schema, gone);
  const formulas = [
    ...formulasUsing(
      schema,
      schema.properties.map(({ id }) => id),
    ),
  ];
  const rank = ({ id, type }: Property) => (type === 'formula' ? formulas.indexOf(id) + 1 : 0);
  return shownProperties(schema.properties)
    .filter(({ id, type }) => !gone.includes(id) && !without.has(id) && !(type === 'formula' && !formulas.includes(id)))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** A view that names nothing but what is kept, by the places of that. */
function viewIn({ visible, order, widths, aggregates, ...config }: ViewConfig, kept: Property[]) {
  const places = new Map(kept.map(({ id }, at) => [id, at + 1]));
  const known = (ids: number[]) => ids.filter((id) => places.has(id));
  const keyed = <T>(values: Record<string, T>) =>
    Object.fromEntries(Object.entries(values).filter(([id]) => places.has(Number(id))));
  const own: ViewConfig = {
    ...config,
    ...(visible && { visible: known(visible) }),
    ...(order && { order: known(order) }),
    ...(widths && { widths: keyed(widths) }),
    ...(aggregates && { aggregates: keyed(aggregates) }),
  };
  const isWhole = usedByView({ config: own } as View).every((id) => places.has(id));
  return isWhole ? viewConfigOf(own, places) : undefined;
}

export interface KeptInput {
  name: string;
  icon?: string;
  description?: string;
  /** null: for the whole service; absent: that of the database */
  workspaceId?: number | null;
  collectionId: number;
}

export interface WrittenInput extends Omit<KeptInput, 'workspaceId' | 'collectionId'> {
  workspaceId: number | null;
  schema: PropertyInput[];
}

async function requireWriter(ctx: Ctx, workspaceId: number | null): Promise<void> {
  if (workspaceId !== null) await ctx.app.access.require(ctx, workspacePolicies.addContent, workspaceId);
  else if (ctx.actor.type !== 'user' || !ctx.actor.isAdmin)
    throw new Problem('forbidden', 'Templates of the whole service are kept by its administrators.');
}

/** The caller may see the database. @throws Problem forbidden, conflict */
export const saveDatabaseTemplate = (ctx: Ctx, { collectionId, ...input }: KeptInput): Promise<DatabaseTemplate> =>
  ctx.tx(async (tx) => {
    const schema = await visibleSchemaById(tx, collectionId);
    const { workspace_id, icon, description } = schema.collection;
    const kept = keptProperties(schema);
    const shared = (await viewStore.all(tx, collectionId)).filter((view) => view.created_by === null);
    const views = shared.flatMap(({ name, kind, config }) => {
      const own = viewIn(config, kept);
      return own ? [{ name, kind, config: own }] : [];
    });
    return insertTemplate(tx, {
      name: input.name,
      workspace_id: input.workspaceId === undefined ? workspace_id : input.workspaceId,
      icon: input.icon || icon,
      description: input.description ?? description,
      schema_json: JSON.stringify(kept.map(asGiven)),
      views_json: JSON.stringify(views),
    });
  });

/** One that no database is there for. @throws Problem forbidden, conflict, validation_failed */
export const writeDatabaseTemplate = (ctx: Ctx, input: WrittenInput): Promise<DatabaseTemplate> =>
  ctx.tx(async (tx) =>
    insertTemplate(tx, {
      name: input.name,
      workspace_id: input.workspaceId,
      icon: input.icon ?? '',
      description: input.description ?? '',
      schema_json: JSON.stringify(await readTemplateSchema(tx, input.schema)),
      views_json: '[]',
    }),
  );

async function insertTemplate(ctx: Ctx, given: Omit<Stored, 'id' | 'created_by'>): Promise<DatabaseTemplate> {
  const { workspace_id, name } = given;
  const name_key = uniqueKey(name);
  await requireWriter(ctx, workspace_id);
  // Null is equal to nothing for a unique index.
  if (builtInNamed(name) || (await table(ctx).where({ workspace_id, name_key }).first('id')))
    throw new Problem('conflict', 'There is a template with this name.');
  const made = { ...given, icon: given.icon || '📋', name_key, created_by: actorId(ctx), created_at: ctx.now() };
  const [row] = await table(ctx).insert(made).returning('*');
  return present(row as Stored);
}

export const removeDatabaseTemplate = (ctx: Ctx, id: number): Promise<void> =>
  ctx.tx(async (tx) => void (await table(tx).where({ id }).delete()));

/** Of a workspace its members', and of all the administrators'; changed by who made it and by owners. */
async function roleOn(ctx: Ctx, { row }: Subject): Promise<Role | null> {
  const { actor } = ctx;
  if (actor.type === 'anonymous') return null;
  if (actor.type === 'system' || actor.isAdmin) return 'owner';
  const { workspace_id, created_by } = row as Stored;
  if (workspace_id === null) return 'viewer';
  const home = await ctx.app.resource('workspace').load(ctx, workspace_id);
  const role = home && !home.trashed ? await ctx.app.access.roleOn(ctx, home) : null;
  return role !== null && created_by === actor.id ? 'owner' : role && (role === 'owner' ? role : 'viewer');
}

export const databaseTemplateResource: ResourceType = {
  async load(ctx, id) {
    const row: Stored | undefined = await table(ctx).where({ id }).first();
    return row && { id: row.id, workspaceId: null, epoch: 0, rootId: null, row };
  },
  role: roleOn,
};

export const databaseTemplateSchema = Joi.object({
  id: Joi.number().integer().required().allow(null).description('null: a built-in one').example(2),
  key: Joi.string().required().allow(null).example('crm'),
  workspace_id: Joi.number().integer().required().allow(null),
  name: Joi.string().required().example('CRM'),
  icon: Joi.string().required().allow(''),
  description: Joi.string().required().allow(''),
  schema: Joi.array().items(Joi.object().unknown()).required().description('properties with name and type'),
  views: Joi.array()
    .items(Joi.valid(...VIEW_KINDS))
    .required()
    .description('kinds of the views that a database of it begins with; none: one table'),
}).meta({ title: 'DatabaseTemplate' });
