// The bell of the top bar: how many notifications are unread, asked when something changes and once a minute, and a short list.
import { el, on } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import { onPageEvent } from '../../../core/client/page-events.ts';
import { openPopover } from '../../../core/client/popover.ts';
import { send } from '../../../core/client/request.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { failed } from '../../../core/client/toast.ts';
import { openInbox } from '../inbox-shortcut.ts';

interface Notification {
  id: number;
  title: string;
  text: string | null;
  url: string;
  read_at: string | null;
  created_at: string;
  /** when, as the reader writes it */
  at: string;
}

interface Told {
  notifications: Notification[];
  unread: number;
}

const EVERY_MS = 60_000;

const ask = (limit?: number) =>
  send<Told>('GET', limit === undefined ? '/api/notifications' : `/api/notifications?limit=${limit}`);

async function showCount(bell: HTMLElement, unread: number): Promise<void> {
  const few = unread > 99 ? '99+' : String(unread || '');
  for (const one of [
    bell,
    ...document.querySelectorAll<HTMLElement>(':is(.sidebar, .bottom-bar) a[href="/notifications"]'),
  ])
    one.dataset.unread = few;
  if (!unread && !bell.dataset.counted) return;
  await loadMessages(bell);
  bell.dataset.counted = 'true';
  const label = unread ? t('notifications.bell.unread', { count: unread }) : t('notifications.bell.title');
  bell.setAttribute('aria-label', label);
  bell.title = label;
}

const loadMessages = (bell: HTMLElement): Promise<unknown> => import(bell.dataset.messages as string);

const line = ({ id, title, text, url, read_at, created_at, at }: Notification): HTMLElement =>
  el(
    'li',
    {},
    el(
      'a',
      { class: 'menu-item told', href: url, 'data-notice': read_at ? null : id },
      el('span', { class: 'menu-label' }, title),
      text && el('span', { class: 'meta' }, text),
      el(
        'span',
        { class: 'meta' },
        el('time', { datetime: created_at }, at),
        read_at ? null : ` · ${t('notifications.bell.is_unread')}`,
      ),
    ),
  );

/** Following a notification is reading it; the call outlives the page, which may also be the one that it leads to. */
function readFollowed(bell: HTMLElement): void {
  on(document, 'click', 'a[data-notice]', (_event, { dataset }) => {
    const again = () => refresh(bell);
    const ids = [Number(dataset.notice)];
    send('POST', '/api/v2/notifications/read', { ids }, { keepalive: true }).then(again, again);
  });
}

async function open(bell: HTMLElement): Promise<void> {
  const [{ notifications, unread }] = await Promise.all([ask(), loadMessages(bell)]);
  const readAll = async () => {
    await send('POST', '/api/v2/notifications/read', {});
    panel.hidePopover();
    await showCount(bell, 0);
  };
  const panel = el(
    'div',
    { class: 'notices', role: 'dialog', tabindex: -1, 'aria-label': t('notifications.bell.title') },
    notifications.length
      ? el('ul', {}, ...notifications.map(line))
      : el('p', { class: 'hint' }, t('notifications.bell.none')),
    el(
      'p',
      { class: 'notices-foot' },
      el('a', { class: 'button quiet', href: '/notifications' }, t('notifications.bell.all')),
      unread > 0 &&
        el(
          'button',
          { type: 'button', class: 'button quiet', onclick: () => void readAll().catch(failed) },
          t('notifications.bell.read_all'),
        ),
    ),
  );
  on(panel, 'click', 'a', () => panel.hidePopover());
  await showCount(bell, unread);
  await openPopover(bell, panel);
}

/** Nobody is told when this fails: the frame says so where the server is away, and the next minute asks again. */
async function refresh(bell: HTMLElement): Promise<void> {
  if (document.hidden) return;
  const told = await ask(0).catch(() => null);
  if (told) await showCount(bell, told.unread);
}

function start(bell: HTMLElement): void {
  bell.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(bell).catch(() => location.assign('/notifications'));
  });
  readFollowed(bell);
  const again = () => void refresh(bell);
  setInterval(again, EVERY_MS);
  onPageEvent((event) => {
    if (event?.type === 'inbox.changed') again();
  });
  addShortcut(openInbox, () => location.assign('/notifications'));
  document.addEventListener('visibilitychange', again);
  again();
}

const bell = document.querySelector<HTMLElement>('[data-bell]');
if (bell) start(bell);
