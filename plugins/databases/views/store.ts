// What people filter and sort shared views by for themselves.
import { cachedQuery } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ViewDraft } from './model.ts';

type StoredDraft = { view_id: number; config_json: string };

const draftOf = (ctx: Ctx, viewId: number, userId: number) =>
  ctx.db('view_drafts').where({ view_id: viewId, user_id: userId });

export const viewDraftStore = {
  /** by the ids of the views */
  async of(ctx: Ctx, collectionId: number, userId: number): Promise<Map<number, ViewDraft>> {
    const rows = await cachedQuery<StoredDraft>(ctx.db, 'view drafts', [collectionId, userId], ([wanted, person]) =>
      ctx
        .db('view_drafts')
        .join('collection_views', 'collection_views.id', 'view_drafts.view_id')
        .where({ 'collection_views.collection_id': wanted, 'view_drafts.user_id': person })
        .select('view_drafts.view_id', 'view_drafts.config_json'),
    );
    return new Map(rows.map(({ view_id, config_json }) => [view_id, JSON.parse(config_json)]));
  },

  async keep(ctx: Ctx, viewId: number, userId: number, draft: ViewDraft): Promise<void> {
    const row = { view_id: viewId, user_id: userId, config_json: JSON.stringify(draft), updated_at: ctx.now() };
    await ctx.db('view_drafts').insert(row).onConflict(['view_id', 'user_id']).merge();
  },

  remove: (ctx: Ctx, viewId: number, userId: number): Promise<number> => draftOf(ctx, viewId, userId).delete(),
};
