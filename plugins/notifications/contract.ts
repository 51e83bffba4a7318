// What other plugins may know of notifications: the kinds there are, and how people are told of something.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';

/** Something people are told of, which they may choose to hear of in the product, by mail, or not at all. */
export interface NotificationKind {
  /** lower case, e.g. `reply` */
  type: string;
  /** key of a message with `{name}`, who did it, and `{page}`, the title of the page */
  title: string;
  /** key of a message for what is about no page and has no name; else it is said as of a page without a title */
  unnamed?: string;
  /** key of a message for many rows of one database: with `{name}`, `{page}`, the title of that, and `{count}` */
  many?: string;
  /** key of the message that names the kind among the preferences */
  label: string;
  /** stands where a face does of what somebody did; a bell without it */
  icon?: string;
  /** unless the person chose otherwise */
  defaults: { in_app: boolean; email: boolean };
  /** they hear of it because they watch the page, not because it is about them */
  isWatched?: true;
}

export interface Notice {
  type: string;
  /** what happened, e.g. `comment:12`: nobody is told of one cause twice */
  cause: string;
  /** what goes into one mail when it comes within minutes, e.g. `thread:7` */
  topic: string;
  /** a path within the product */
  url: string;
  /** null: it is about no page, and every active person of these is told */
  pageId: number | null;
  /** the name of what it is about, where that is no page: it stands in the title for the page; cut after 500 characters */
  subject?: string;
  /** what is told beside the title, as it stands; cut after 500 characters */
  text?: string;
  /** a mail goes out at once, not with what comes in the next minutes */
  isUrgent?: boolean;
  /** who did it; never told of it */
  actorId: number | null;
  userIds: number[];
}

/** What somebody was told and has not read, in their language. */
export interface UnreadNotice {
  id: number;
  title: string;
  text: string | null;
  url: string;
  created_at: string;
  face: string | null;
}

export interface Notifications {
  /** the newest of the actor, and how many there are */
  unread(ctx: Ctx, most: number): Promise<{ items: UnreadNotice[]; total: number }>;
  /** tells those of the people who may see the page, if it is about one, each by the ways they chose */
  tell(ctx: Ctx, notice: Notice): Promise<void>;
  /** takes back what was told of a cause or a whole topic, in the transaction that undoes it */
  withdraw(ctx: Ctx, what: { cause: string } | { topic: string }): Promise<void>;
  /** Makes them watch a page as whoever takes part in it does; a choice of their own stays. Joins the transaction. */
  follow(ctx: Ctx, pageId: number, userIds: number[]): Promise<void>;
  /** who asked to hear of everything on a page, of it or of a page above with all below */
  watchers(ctx: Ctx, pageId: number): Promise<number[]>;
}

/** Tells people of something, in their inbox and by mail as they have chosen. */
export const notifications: Service<Notifications> = service('notifications');

/** Each plugin adds the kinds it tells of, under types of its own. */
export const notificationKinds: Point<NotificationKind> = point('notifications.kinds');
