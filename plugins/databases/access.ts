// How access loads databases, their views and their rows: all by the rights on their pages.
import { loadSubjects, lower, type ResourceType, type Subject } from '../../core/access/access-control.ts';
import { actorId, type Ctx, userOf } from '../../core/kernel/context.ts';
import type { Property, View } from './contract.ts';
import { dashboardStore } from './dashboards/store.ts';
import { rowStore } from './rows/store.ts';
import { propertyStore } from './schema/property-store.ts';
import { fullSchemaById } from './schema/schema.ts';
import {
  type CollectionRow,
  collectionStore,
  type SchemaChangeRow,
  schemaChangeStore,
  viewStore,
} from './schema/store.ts';
import { type SchemaJob, schemaJobs } from './schema-change/store.ts';
import { type Sprint, sprintStore } from './sprints/store.ts';
import { type Intake, intakeStore } from './table-import/store.ts';
import { databaseTemplateResource } from './templates/database-templates.ts';
import { rowTemplates } from './templates/row-templates.ts';
import { roleOnChange, roleOnJob } from './visibility/schema-change-role.ts';
import { redactView, roleOnProperty, subject, visibleSchemaOf } from './visibility/visible-schema.ts';

/** A view as access loads it: whose it is, and the database it belongs to. */
export interface LoadedView {
  view: View;
  collection: CollectionRow;
}

async function ofCollection(ctx: Ctx, id: number, part: { id: number }): Promise<Subject | undefined> {
  const collection = await collectionStore.byId(ctx, id);
  return collection && { ...subject(collection), id: part.id, row: part };
}

const isMine = (ctx: Ctx, { created_by }: View): boolean =>
  created_by === null || (ctx.actor.type === 'user' && created_by === userOf(ctx).id);

export const collectionResources: Record<string, ResourceType> = {
  'database-template': databaseTemplateResource,
  collection: {
    async load(ctx, id) {
      const row = await collectionStore.byId(ctx, Number(id));
      return row && subject(row);
    },
  },
  /** by the id of its page: everything access knows of that, and the record of the row */
  row: {
    async load(ctx, id) {
      const page = await ctx.app.resource('page').load(ctx, id);
      const row = page && (await rowStore.byId(ctx, Number(id)));
      return row && { ...page, row };
    },
    async loadMany(ctx, ids) {
      const wanted = ids.map(Number);
      const found = await loadSubjects(
        ctx,
        wanted.map((id) => ({ resource: 'page', id })),
      );
      const pages = new Map(found.flatMap((page) => (page ? [[page.id as number, page] as const] : [])));
      const rows = await rowStore.byIds(ctx, [...pages.keys()]);
      return new Map(rows.map((row) => [row.page_id, { ...(pages.get(row.page_id) as Subject), row }]));
    },
  },
  /** a property that is there for the actor */
  property: {
    title: ({ row }) => (row as Property).name,
    async load(ctx, id) {
      const property = await propertyStore.byId(ctx, Number(id));
      const collection = property && (await collectionStore.byId(ctx, property.collection_id));
      if (!collection || !(await visibleSchemaOf(ctx, collection)).byId.has(property.id)) return undefined;
      return { ...subject(collection), id: property.id, row: property };
    },
    async role(ctx, whole) {
      const { id, collection_id } = whole.row as { id: number; collection_id: number };
      const own = await roleOnProperty(ctx, await fullSchemaById(ctx, collection_id), id);
      return lower(await ctx.app.access.roleOn(ctx, whole), own);
    },
  },
  'row-template': {
    async load(ctx, id) {
      const template = await rowTemplates.byId(ctx, Number(id));
      return template && ofCollection(ctx, template.collection_id, template);
    },
  },
  /** Of whoever sent it: what was left out of it says what their table held, and of properties that few see. */
  'table-intake': {
    async load(ctx, id) {
      const intake = await intakeStore.byId(ctx, Number(id));
      return intake && ofCollection(ctx, intake.collection_id, intake);
    },
    async role(ctx, intake) {
      return (intake.row as Intake).user_id === actorId(ctx) ? ctx.app.access.roleOn(ctx, intake) : null;
    },
  },
  /** a change of the schema that is on its way */
  'schema-job': {
    async load(ctx, id) {
      const job = await schemaJobs.byId(ctx, Number(id));
      return job && ofCollection(ctx, job.collection_id, job);
    },
    async role(ctx, subject) {
      const job = subject.row as SchemaJob;
      const collection = await collectionStore.byId(ctx, job.collection_id);
      const own = collection ? await roleOnJob(ctx, collection, job) : null;
      return lower(await ctx.app.access.roleOn(ctx, subject), own);
    },
  },
  sprint: {
    title: ({ row }) => (row as Sprint).name,
    async load(ctx, id) {
      const sprint = await sprintStore.byId(ctx, Number(id));
      return sprint && ofCollection(ctx, sprint.collection_id, sprint);
    },
  },
  /** a change of a schema that can be taken back */
  'schema-change': {
    async load(ctx, id) {
      const change = await schemaChangeStore.byId(ctx, Number(id));
      return change && ofCollection(ctx, change.collection_id, change);
    },
    async role(ctx, subject) {
      const change = subject.row as SchemaChangeRow;
      const collection = await collectionStore.byId(ctx, change.collection_id);
      const own = collection ? await roleOnChange(ctx, collection, change) : null;
      return lower(await ctx.app.access.roleOn(ctx, subject), own);
    },
  },
  /** by the rights on its page */
  dashboard: {
    async load(ctx, id) {
      const row = await dashboardStore.byId(ctx, Number(id));
      const page = row && (await ctx.app.resource('page').load(ctx, row.page_id));
      return page && { ...page, id: row.id, row };
    },
  },
  view: {
    title: ({ row }) => (row as LoadedView).view.name,
    async load(ctx, id) {
      const view = await viewStore.byId(ctx, Number(id));
      const collection = view && isMine(ctx, view) ? await collectionStore.byId(ctx, view.collection_id) : undefined;
      if (!view || !collection) return undefined;
      const row: LoadedView = { view: redactView(view, await visibleSchemaOf(ctx, collection)), collection };
      return { ...subject(collection), id: view.id, row };
    },
  },
};
