// What other plugins may know of tags: what a person calls a page by.
import type { Knex } from 'knex';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';

export { tagPolicies } from './policies.ts';
export { tagName, tidyName } from './tag.ts';

export interface NamedTag {
  id: number;
  name: string;
  color: string;
}

export interface TagNames {
  /** names of the tags that the actor has put on a page */
  of(ctx: Ctx, pageId: number): Promise<string[]>;
  /** the same with ids and colours, for many pages; those without are absent */
  ofMany(ctx: Ctx, pageIds: number[]): Promise<Map<number, NamedTag[]>>;
  /** all of the actor's, by name */
  all(ctx: Ctx): Promise<NamedTag[]>;
  /** those whose whole name stands in what somebody looks for, with how many pages that they see carry each */
  namedIn(ctx: Ctx, words: string): Promise<(NamedTag & { count: number })[]>;
  /** `page_id` of what carries a tag of the actor; nothing carries one of somebody else */
  carrying(ctx: Ctx, tagId: number): Knex.QueryBuilder;
  /** what the slot `tag-head` shows of one, above its pages; the caller has checked whose it is. @throws Problem not_found */
  head(ctx: Ctx, tagId: number): Promise<object>;
  /** makes these the actor's tags on a page, those that are new to them too. @throws Problem conflict, not_found */
  set(ctx: Ctx, pageId: number, names: string[]): Promise<void>;
  /** puts some of the actor's tags on a page and takes others off, whichever it carries. @throws Problem as `set` */
  alter(ctx: Ctx, pageId: number, names: { add: string[]; remove: string[] }): Promise<void>;
}

/** Tags of pages by their names. */
export const tagNames: Service<TagNames> = service('tags.names');
