// What other plugins may know of favorites: whether a page is one of a person, and making it so.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export interface FavoritePages {
  /** whether it is one of the actor's */
  has(ctx: Ctx, pageId: number): Promise<boolean>;
  /** at the end, where it is new; the caller has checked that the actor sees the page. @throws Problem conflict */
  set(ctx: Ctx, pageId: number, isFavorite: boolean): Promise<void>;
}

/** Lists of the actor as queries that others join to pages, which they narrow themselves. */
export interface OwnLists {
  /** `page_id`, `opened_at` */
  recents(ctx: Ctx): Knex.QueryBuilder;
  /** `page_id`, `position` */
  favorites(ctx: Ctx): Knex.QueryBuilder;
  /** notes that the actor has seen these pages as they are now; the caller has checked that they see them */
  markRead(ctx: Ctx, pageIds: number[]): Promise<void>;
}

export const ownLists: Service<OwnLists> = service('favorites.own-lists');

/** The pages that somebody keeps at hand. */
export const favoritePages: Service<FavoritePages> = service('favorites.pages');
