// What other plugins may know of sharing: where they say that more people read a page than rights let in.
import type { Knex } from 'knex';
import type { Ctx, PublicReach } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

/** A way to read a page that needs no right on it. */
export interface PageOpening {
  /** in the reader's language */
  text: string;
  href: string;
  /** what visitors who come that way read */
  reads: PublicReach;
}

/** A form of one button, which does what the page of publishing does. */
export interface PublicationSwitch {
  /** in the reader's language, as is `question` */
  label: string;
  isOn: boolean;
  /** where the form goes, and what it sends */
  action: string;
  fields: Record<string, string>;
  /** asked first, where it cannot be undone */
  question: string;
}

/** How a page is open to everybody at an address of its own, which is decided anew when its rights close it. */
export interface Publications {
  /** the page, where it is published, and pages below it that are published on their own and open as it does */
  openWith(ctx: Ctx, pageId: number): Promise<{ id: number; title: string }[]>;
  /** takes it back, in the transaction that closes the page */
  end(ctx: Ctx, pageId: number): Promise<void>;
  /** the switch that stands below the lists of sharing, for those who decide on the page */
  switchOf(ctx: Ctx, pageId: number): Promise<PublicationSwitch>;
}

export const publications: Point<Publications> = point('permissions.publications');

/** Asked for what is said of a page's readers, and for what the public sees of it. */
export const pageOpenings: Point<(ctx: Ctx, pageId: number) => Promise<PageOpening[]>> = point('permissions.openings');

/** What was opened to somebody by a grant, and what they opened to others. */
export interface SharedPages {
  /** `page_id` of pages that somebody else opened to the actor or a group of theirs, and of those that the actor opened */
  ofActor(ctx: Ctx): Knex.QueryBuilder;
  /** of these pages, who opened each to the actor; those that nobody else did are absent */
  givers(ctx: Ctx, pageIds: number[]): Promise<Map<number, number | null>>;
  /** of these pages, those whose rights the actor may read: the others who are named on each */
  receivers(ctx: Ctx, pageIds: number[]): Promise<Map<number, SharedWith[]>>;
}

/** A person, a group or an address that a page was opened to. */
export interface SharedWith {
  name: string;
  /** of people whom the actor may know */
  avatar_url: string;
}

export const sharedPages: Service<SharedPages> = service('permissions.shared-pages');

export interface GroupPeople {
  /** people in any of these groups of a workspace */
  of(ctx: Ctx, workspaceId: number, groupIds: number[]): Promise<number[]>;
  /** of these groups, those of the workspace */
  known(ctx: Ctx, workspaceId: number, groupIds: number[]): Promise<number[]>;
}

/** Who belongs to which group. */
export const groupPeople: Service<GroupPeople> = service('permissions.group-people');
