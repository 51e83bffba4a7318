// What other plugins may know of tags: what a person calls a page by.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export interface TagNames {
  /** names of the tags that the actor has put on a page */
  of(ctx: Ctx, pageId: number): Promise<string[]>;
  /** makes these the actor's tags on a page, those that are new to them too. @throws Problem conflict, not_found */
  set(ctx: Ctx, pageId: number, names: string[]): Promise<void>;
}

export const tagNames: Service<TagNames> = service('tags.names');
