// What other plugins may know of favorites: whether a page is one of a person, and making it so.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export interface FavoritePages {
  /** whether it is one of the actor's */
  has(ctx: Ctx, pageId: number): Promise<boolean>;
  /** at the end, where it is new; the caller has checked that the actor sees the page. @throws Problem conflict */
  set(ctx: Ctx, pageId: number, isFavorite: boolean): Promise<void>;
}

export const favoritePages: Service<FavoritePages> = service('favorites.pages');
