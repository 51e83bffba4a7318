// What the inbox asks the server for, and what it changes there.
import { send } from '../../../../core/client/request.ts';
import type { InboxNotice } from '../../model.ts';
import type { SnoozeTime } from '../../snooze-times.ts';

export interface InboxView {
  tab: string;
  page: number;
  items: InboxNotice[];
  total: number;
  unread: number;
}

export interface InboxProps extends InboxView {
  limit: number;
  tabs: string[];
  snoozes: SnoozeTime[];
  /** where the icons are */
  sprite: string;
  csrf: string;
}

/** The search part of the address that shows this. */
export const inboxSearch = ({ tab, page }: Pick<InboxView, 'tab' | 'page'>): string =>
  new URLSearchParams({ tab, ...(page > 1 && { page: String(page) }) }).toString();

/** @throws RequestError */
export async function loadInbox(
  { tab, page }: Pick<InboxView, 'tab' | 'page'>,
  limit: number,
): Promise<Pick<InboxView, 'items' | 'total' | 'unread'>> {
  const search = new URLSearchParams({ tab, page: String(page), limit: String(limit) });
  const {
    notifications: items,
    total,
    unread,
  } = await send<{
    notifications: InboxNotice[];
    total: number;
    unread: number;
  }>('GET', `/api/notifications?${search}`);
  return { items, total, unread };
}

export type NoticeChange =
  | { action: 'read' | 'unread' | 'wake' }
  | { action: 'snooze'; until: string }
  | { action: 'mute'; pageId: number };

/** @throws RequestError */
export function change(ids: number[], wanted: NoticeChange): Promise<unknown> {
  if (wanted.action === 'mute') return send('PUT', `/api/v2/pages/${wanted.pageId}/watch`, { level: 'off' });
  if (wanted.action === 'read' || wanted.action === 'unread')
    return send('POST', `/api/v2/notifications/${wanted.action}`, { ids });
  const until = wanted.action === 'snooze' ? wanted.until : null;
  return send('POST', '/api/v2/notifications/snooze', { ids, until });
}

/** How a notification looks once the change is there, or null: it is in this tab no more. */
export function applyNoticeChange(one: InboxNotice, tab: string, { action }: NoticeChange): InboxNotice | null {
  if (action === 'mute') return one;
  if (action === 'snooze' || action === 'wake') return null;
  const read_at = action === 'read' ? (one.read_at ?? new Date().toISOString()) : null;
  return tab === 'unread' && read_at ? null : { ...one, read_at };
}
