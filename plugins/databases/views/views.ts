// Views of a database: shared ones by editors, personal ones by anybody who sees it.

import Joi from 'joi';
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { VIEW_KINDS, type View, type ViewConfig, type ViewKind } from '../contract.ts';
import { collectionPolicies } from '../policies.ts';
import { configById } from '../schema/names-to-ids.ts';
import { lockSchema, type Schema } from '../schema/schema.ts';
import { viewStore } from '../schema/store.ts';
import { redactView, visibleSchemaById } from '../visibility/visible-schema.ts';
import { viewDraftStore } from './store.ts';
import { checkViewSettings } from './view-check.ts';
import { viewConfigSchema } from './view-config.ts';

export const VIEWS_MAX = 100;

const viewName = () => Joi.string().trim().min(1).max(100);

export const newViewKeys = {
  name: viewName().required(),
  kind: Joi.valid(...VIEW_KINDS).required(),
  personal: Joi.boolean().default(false).description('only you see it'),
  config: viewConfigSchema.default({}),
};
export const viewPatchKeys = {
  name: viewName(),
  kind: Joi.valid(...VIEW_KINDS),
  position: Joi.number().integer().min(0).max(VIEWS_MAX),
  config: viewConfigSchema,
};

export interface ViewInput {
  name: string;
  kind: ViewKind;
  personal?: boolean;
  config?: ViewConfig;
}

/** Shared ones and those of the actor, without what they say of properties that the actor does not see. */
export async function visibleViews(ctx: Ctx, collectionId: number): Promise<View[]> {
  const schema = await visibleSchemaById(ctx, collectionId);
  const views = await viewStore.of(ctx, collectionId, ctx.actor.type === 'user' ? ctx.actor.id : null);
  return views.map((view) => redactView(view, schema));
}

/** Seeing the database is enough for a personal view; access has checked that, and editing for a shared one is here. */
export async function createView(ctx: Ctx, schema: Schema, { personal, ...given }: ViewInput): Promise<View> {
  const { id } = schema.collection;
  if (!personal) await requireEditor(ctx, id);
  const input = { ...given, config: configById(schema, given.config ?? {}) };
  await checkViewSettings(ctx, schema, input.config);
  return ctx.tx(async (tx) => {
    await lockSchema(tx, id);
    const all = await viewStore.all(tx, id);
    if (all.length >= VIEWS_MAX) throw new Problem('conflict', `A database has at most ${VIEWS_MAX} views.`);
    const position = Math.max(-1, ...all.map((one) => one.position)) + 1;
    const created_by = personal ? userOf(tx).id : null;
    const made = { collection_id: id, name: input.name, kind: input.kind, created_by, position };
    const view = await viewStore.insert(tx, { ...made, config: input.config });
    if (!personal) await announceViews(tx, schema);
    return view;
  });
}

const requireEditor = (ctx: Ctx, collectionId: number) =>
  ctx.app.access.require(ctx, collectionPolicies.edit, collectionId);

async function announceViews(ctx: Ctx, { collection: { id, page_id, workspace_id } }: Schema): Promise<void> {
  await ctx.emit({ type: 'collection.updated', data: { id, page_id }, workspace_id, changed: ['views'] });
}

export interface ViewPatch {
  name?: string;
  kind?: ViewKind;
  position?: number;
  /** keys that are named replace those there are; null takes one away */
  config?: Record<string, unknown>;
}

/** A personal view is its owner's, whom access let through; a shared one takes an editor. */
export async function changeView(
  ctx: Ctx,
  schema: Schema,
  view: View,
  { position, ...given }: ViewPatch,
): Promise<View> {
  if (view.created_by === null) await requireEditor(ctx, view.collection_id);
  const patch = { ...given, ...(given.config ? { config: configById(schema, given.config as ViewConfig) } : {}) };
  if (patch.config) await checkViewSettings(ctx, schema, patch.config, view);
  return ctx.tx(async (tx) => {
    await lockSchema(tx, view.collection_id);
    // What the view says of properties that are hidden from the actor stays.
    const whole = await viewStore.byId(tx, view.id);
    const config = patch.config && ({ ...whole?.config, ...patch.config } as ViewConfig);
    if (position !== undefined) await placeView(tx, view, position);
    // Whoever says what everybody shall see, sees it as well.
    if (patch.config && ('filter' in patch.config || 'sorts' in patch.config) && tx.actor.type === 'user')
      await viewDraftStore.remove(tx, view.id, tx.actor.id);
    const changed = await viewStore.change(tx, view.id, { ...patch, ...(config ? { config } : {}) } as Partial<View>);
    if (view.created_by === null) await announceViews(tx, schema);
    return redactView(changed, schema);
  });
}

async function placeView(ctx: Ctx, view: View, position: number): Promise<void> {
  const all = await viewStore.all(ctx, view.collection_id);
  const order = all.filter(({ id }) => id !== view.id).toSpliced(position, 0, view);
  for (const [at, one] of order.entries())
    if (one.position !== at) await viewStore.change(ctx, one.id, { position: at });
}

/** @throws Problem conflict for the last shared view */
export async function removeView(ctx: Ctx, schema: Schema, view: View): Promise<void> {
  if (view.created_by === null) await requireEditor(ctx, view.collection_id);
  await ctx.tx(async (tx) => {
    await lockSchema(tx, view.collection_id);
    const shared = (await viewStore.all(tx, view.collection_id)).filter((one) => one.created_by === null);
    if (view.created_by === null && shared.length < 2)
      throw new Problem('conflict', 'A database keeps at least one view that everybody sees.');
    await viewStore.remove(tx, view.id);
    if (view.created_by === null) await announceViews(tx, schema);
  });
}
