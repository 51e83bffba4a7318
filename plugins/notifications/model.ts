// What the server and the browser both know of a notification on the screen.
import type { Notification } from './present.ts';

export const NOTICE_DAYS = ['today', 'yesterday', 'earlier'] as const;
export type NoticeDay = (typeof NOTICE_DAYS)[number];

export type InboxNotice = Notification & {
  page: { title: string; icon: string } | null;
  /** of a row: its database, where the reader sees that, and what is said of many such rows, with `{count}` */
  place: { id: number; title: string; icon: string; many: string } | null;
  /** without a picture for guests, who know nobody */
  actor: { name: string; avatar_url: string } | null;
  /** of its kind: shown where nobody did it */
  icon: string;
  /** when, as the reader writes it */
  at: string;
  /** how long ago */
  ago: string;
  /** on which day of the reader */
  day: NoticeDay;
  /** until when it is put aside, as the reader writes it */
  snoozed: string | null;
};
