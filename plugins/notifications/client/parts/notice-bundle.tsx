// Many notifications of one kind as one line, which unfolds into them.
import type { ComponentChildren } from 'preact';
import { t } from '../../../../core/client/messages.ts';
import type { InboxNotice } from '../../model.ts';
import type { NoticeChange } from './inbox-query.ts';

interface Props {
  /** of one person and one database, newest first */
  items: InboxNotice[];
  csrf: string;
  tab: string;
  actOn(items: InboxNotice[], wanted: NoticeChange): Promise<void>;
  children: ComponentChildren;
}

export const NoticeBundle = ({ items, csrf, tab, actOn, children }: Props) => {
  const [newest] = items;
  const isUnread = items.some(({ read_at }) => !read_at);
  if (!newest) return null;
  const words = newest.place?.many.replace('{count}', String(items.length));
  return (
    <li class="inbox-bundle" data-unread={isUnread ? '' : undefined}>
      <details>
        <summary class="inbox-bundle-head">
          {newest.actor?.avatar_url && (
            <img class="avatar" src={newest.actor.avatar_url} alt="" width={28} height={28} loading="lazy" />
          )}
          <span class="inbox-text">
            <span class="inbox-words">{words}</span>
            {isUnread && <span class="hidden"> ({t('notifications.inbox.is_unread')})</span>}
            <time class="meta" dateTime={newest.created_at} title={newest.at}>
              {newest.ago}
            </time>
          </span>
        </summary>
        <ul>{children}</ul>
      </details>
      {isUnread && (
        <form
          method="post"
          action="/notifications/change"
          onSubmit={(event) => {
            event.preventDefault();
            void actOn(items, { action: 'read' });
          }}
        >
          <input type="hidden" name="csrf" value={csrf} />
          <input type="hidden" name="tab" value={tab} />
          <input type="hidden" name="action" value="read" />
          {items.map(({ id }) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
          <button class="button quiet" type="submit" aria-label={`${t('notifications.inbox.act.read')}: ${words}`}>
            {t('notifications.inbox.act.read')}
          </button>
        </form>
      )}
    </li>
  );
};
