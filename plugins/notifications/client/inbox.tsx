// The inbox: tabs and notifications by page, drawn by the server and woken here, where one key deals with each.
import { useEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../../core/client/island.ts';
import { t } from '../../../core/client/messages.ts';
import { onPageEvent } from '../../../core/client/page-events.ts';
import { type InboxProps, type InboxView, inboxSearch, loadInbox } from './parts/inbox-query.ts';
import { NoticeGroups } from './parts/notice-groups.tsx';

/** Other changes come within moments of each other, and one look shows them all. */
const REST_MS = 300;

function Inbox(props: InboxProps) {
  const [state, setState] = useState<InboxView>(props);
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  // An answer to an older question is not shown any more.
  const asked = useRef(0);
  // While a change is on its way, what the server says may be from before it.
  const changes = useRef(0);
  // The tab that is asked for, also while its answer is on the way.
  const chosen = useRef<Pick<InboxView, 'tab' | 'page'>>(props);

  const show = async (wanted: Pick<InboxView, 'tab' | 'page'>, { isKept = true } = {}) => {
    asked.current += 1;
    chosen.current = wanted;
    const mine = asked.current;
    setBusy(true);
    try {
      const found = await loadInbox(wanted, props.limit);
      if (mine !== asked.current) return;
      setState({ ...wanted, ...found });
      if (isKept) history.pushState(null, '', `/notifications?${inboxSearch(wanted)}`);
    } catch (error) {
      if (mine === asked.current) setMessage((error as Error).message);
    } finally {
      if (mine === asked.current) setBusy(false);
    }
  };
  const again = async () => {
    if (!changes.current) await show(chosen.current, { isKept: false });
  };
  const during = async (work: Promise<unknown>) => {
    changes.current += 1;
    asked.current += 1;
    setBusy(false);
    await work.finally(() => {
      changes.current -= 1;
    });
  };

  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    onPageEvent((event) => {
      if (event && event.type !== 'inbox.changed') return;
      clearTimeout(timer);
      timer = setTimeout(again, REST_MS);
    }, ending.signal);
    const goBack = () => {
      const search = new URLSearchParams(location.search);
      void show({ tab: search.get('tab') ?? 'all', page: Number(search.get('page') ?? 1) }, { isKept: false });
    };
    addEventListener('popstate', goBack, { signal: ending.signal });
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, []);

  const last = Math.ceil(state.total / props.limit);
  return (
    <div class="inbox" aria-busy={isBusy}>
      <nav aria-label={t('notifications.inbox.tabs')}>
        <ul class="tabs one-line">
          {props.tabs.map((tab) => (
            <li key={tab}>
              <a
                href={`/notifications?${inboxSearch({ tab, page: 1 })}`}
                aria-current={tab === state.tab ? 'page' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  setMessage('');
                  void show({ tab, page: 1 });
                }}
              >
                {t(`notifications.inbox.tab.${tab}`)}
                {tab === 'unread' && state.unread > 0 && <span class="badge">{state.unread}</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p class="meta" role="status">
        {message}
      </p>
      {state.items.length === 0 ? (
        <section class="empty">
          <svg class="icon" aria-hidden="true">
            <use href={`${props.sprite}#bell`} />
          </svg>
          <h2>{t(`notifications.inbox.none.${state.tab}`)}</h2>
          <p>{t(`notifications.inbox.none_text.${state.tab}`)}</p>
        </section>
      ) : (
        <NoticeGroups
          {...{ view: state, setState, setMessage, during, again }}
          {...{ csrf: props.csrf, sprite: props.sprite, snoozes: props.snoozes }}
        />
      )}
      {last > 1 && (
        <nav class="turns" aria-label={t('notifications.inbox.turns')}>
          {[state.page - 1, state.page + 1].map(
            (page, at) =>
              page >= 1 &&
              page <= last && (
                <a
                  key={at}
                  class="button"
                  href={`/notifications?${inboxSearch({ tab: state.tab, page })}`}
                  rel={at ? 'next' : 'prev'}
                  onClick={(event) => {
                    event.preventDefault();
                    void show({ tab: state.tab, page });
                  }}
                >
                  {t(at ? 'notifications.older' : 'notifications.newer')}
                </a>
              ),
          )}
        </nav>
      )}
    </div>
  );
}

export default island('inbox', Inbox);
