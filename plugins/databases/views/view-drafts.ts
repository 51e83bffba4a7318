// Shared views as one person looks at them: their own filter and sorts, until those are saved for everyone or given up.
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../../core/http/problem.ts';
import { type Ctx, userOf } from '../../../core/kernel/context.ts';
import { configById } from '../schema/names-to-ids.ts';
import type { Schema } from '../schema/schema.ts';
import { redactView } from '../visibility/visible-schema.ts';
import type { View, ViewDraft } from './model.ts';
import { viewDraftStore } from './store.ts';
import { checkViewSettings } from './view-check.ts';

const draftIn = ({ config }: View): ViewDraft => ({ filter: config.filter ?? null, sorts: config.sorts ?? [] });

/** Those of the actor that differ from the views as they are stored, by the ids of the views. */
export async function viewDrafts(ctx: Ctx, schema: Schema, views: View[]): Promise<Map<number, ViewDraft>> {
  if (ctx.actor.type !== 'user') return new Map();
  const kept = await viewDraftStore.of(ctx, schema.collection.id, ctx.actor.id);
  return new Map(
    views.flatMap((view) => {
      const own = kept.get(view.id);
      if (!own) return [];
      const draft = draftIn(redactView({ ...view, config: { ...view.config, ...own } }, schema));
      return isDeepStrictEqual(draft, draftIn(view)) ? [] : [[view.id, draft] as const];
    }),
  );
}

/** A view as the actor looks at it, with this draft of it if there is one. */
export const withDraft = (view: View, draft: ViewDraft | undefined): View =>
  draft ? { ...view, config: { ...view.config, ...draft } } : view;

/** A view as the actor looks at it. */
export const ownView = async (ctx: Ctx, schema: Schema, view: View): Promise<View> =>
  withDraft(view, (await viewDrafts(ctx, schema, [view])).get(view.id));

/** @throws Problem conflict for a view of one's own, which is changed itself */
export async function keepViewDraft(ctx: Ctx, schema: Schema, view: View, given: ViewDraft): Promise<void> {
  if (view.created_by !== null) throw new Problem('conflict', 'A view of your own is changed itself.');
  const { filter = null, sorts = [] } = configById(schema, given);
  await checkViewSettings(ctx, schema, { filter, sorts }, view);
  await ctx.tx((tx) => viewDraftStore.keep(tx, view.id, userOf(tx).id, { filter, sorts }));
}

export const dropViewDraft = (ctx: Ctx, view: View): Promise<void> =>
  ctx.tx(async (tx) => void (await viewDraftStore.remove(tx, view.id, userOf(tx).id)));
