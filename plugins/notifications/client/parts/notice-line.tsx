// One notification: who, what, the words of it, how long ago; and what can be done with it, without scripts by forms.
import { t } from '../../../../core/client/messages.ts';
import type { InboxNotice } from '../../model.ts';
import type { SnoozeTime } from '../../snooze-times.ts';
import type { NoticeChange } from './inbox-query.ts';

interface Props {
  one: InboxNotice;
  tab: string;
  csrf: string;
  sprite: string;
  snoozes: SnoozeTime[];
  act(one: InboxNotice, wanted: NoticeChange): Promise<void>;
  chooseSnooze(one: InboxNotice): void;
}

type Button = Pick<Props, 'csrf' | 'tab'> & {
  fields: Record<string, string | number>;
  action?: string;
  label: string;
  name: string;
  run(): void;
};

/** Sent as a form until the script is there. */
const ActButton = ({ fields, action = '/notifications/change', label, name, run, csrf, tab }: Button) => (
  <form
    method="post"
    action={action}
    onSubmit={(event) => {
      event.preventDefault();
      run();
    }}
  >
    <input type="hidden" name="csrf" value={csrf} />
    {action === '/notifications/change' && <input type="hidden" name="tab" value={tab} />}
    {Object.entries(fields).map(([key, value]) => (
      <input key={key} type="hidden" name={key} value={value} />
    ))}
    <button class="button quiet" type="submit" data-act={fields.action} aria-label={`${label}: ${name}`}>
      {label}
    </button>
  </form>
);

function Acts({ one, tab, csrf, snoozes, act, chooseSnooze }: Props) {
  const common = { csrf, tab, name: one.title };
  const isUnread = !one.read_at;
  const marking = isUnread ? 'read' : 'unread';
  const later = snoozes[1];
  return (
    <div class="inbox-acts">
      <ActButton
        {...common}
        fields={{ action: marking, ids: one.id }}
        label={t(`notifications.inbox.act.${marking}`)}
        run={() => void act(one, { action: marking })}
      />
      {one.snoozed ? (
        <ActButton
          {...common}
          fields={{ action: 'snooze', ids: one.id }}
          label={t('notifications.inbox.act.wake')}
          run={() => void act(one, { action: 'wake' })}
        />
      ) : (
        later && (
          <ActButton
            {...common}
            fields={{ action: 'snooze', ids: one.id, until: later.until }}
            label={t('notifications.inbox.act.snooze')}
            run={() => chooseSnooze(one)}
          />
        )
      )}
      {one.page_id !== null && (
        <ActButton
          {...common}
          action={`/pages/${one.page_id}/watching`}
          fields={{ level: 'off', from: 'inbox' }}
          label={t('notifications.inbox.act.mute')}
          run={() => void act(one, { action: 'mute', pageId: Number(one.page_id) })}
        />
      )}
    </div>
  );
}

export const NoticeLine = (props: Props) => {
  const { one, sprite } = props;
  return (
    <li class="inbox-line" data-inbox-line={one.id} data-unread={one.read_at ? undefined : ''}>
      {one.actor?.avatar_url ? (
        <img class="avatar" src={one.actor.avatar_url} alt="" width={28} height={28} loading="lazy" />
      ) : (
        <span class="inbox-face" aria-hidden="true">
          <svg class="icon" aria-hidden="true">
            <use href={`${sprite}#${one.icon}`} />
          </svg>
        </span>
      )}
      <div class="inbox-text">
        <p>
          <a href={one.url} data-notice={one.read_at ? undefined : one.id}>
            {one.title}
          </a>
          {!one.read_at && <span class="hidden"> ({t('notifications.inbox.is_unread')})</span>}
        </p>
        {one.text && <blockquote>{one.text}</blockquote>}
        <p class="meta">
          <time dateTime={one.created_at} title={one.at}>
            {one.ago}
          </time>
          {one.snoozed && ` · ${t('notifications.inbox.snoozed_until', { at: one.snoozed })}`}
        </p>
      </div>
      <Acts {...props} />
    </li>
  );
};
