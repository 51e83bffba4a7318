// The notifications of a tab, under the page they are about, with the keys that deal with the one in focus.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../../core/client/messages.ts';
import { openMenu } from '../../../../core/client/popover.ts';
import { addShortcut } from '../../../../core/client/shortcuts.ts';
import { type InboxNotice, NOTICE_DAYS, type NoticeDay } from '../../model.ts';
import { inboxShortcuts } from '../../shortcuts.ts';
import type { SnoozeTime } from '../../snooze-times.ts';
import { applyNoticeChange, change, type InboxView, type NoticeChange } from './inbox-query.ts';
import { NoticeBundle } from './notice-bundle.tsx';
import { NoticeLine } from './notice-line.tsx';

interface Props {
  view: InboxView;
  csrf: string;
  sprite: string;
  snoozes: SnoozeTime[];
  setState(next: InboxView): void;
  setMessage(text: string): void;
  /** keeps older answers of the server away until a change of the list has ended. @throws RequestError as it does */
  during(work: Promise<unknown>): Promise<void>;
  again(): Promise<void>;
}

interface Group {
  key: number | null;
  title: string;
  icon: string;
  items: InboxNotice[];
}

/** Fewer of a kind stand as they are. */
const MANY = 3;

/** What one person did with rows of one database. */
const alike = ({ place, type, actor_id }: InboxNotice): string => `${place?.id} ${type} ${actor_id}`;

/** Those of which there are so many alike that they are one part. */
function bundledIn(items: InboxNotice[]): (one: InboxNotice) => boolean {
  const counts = new Map<string, number>();
  for (const one of items) counts.set(alike(one), (counts.get(alike(one)) ?? 0) + 1);
  return (one) => Boolean(one.place?.many) && (counts.get(alike(one)) ?? 0) >= MANY;
}

/** Rows of which two notifications follow one another. */
function rowsInARow(items: InboxNotice[]): Set<number | null> {
  const follows = (one: InboxNotice, at: number) => one.place && one.page_id === items[at + 1]?.page_id;
  return new Set(items.filter(follows).map(({ page_id }) => page_id));
}

/** By page, rows by their database unless much is told of them, in the order of the newest of each. */
function groupsOf(items: InboxNotice[]): Group[] {
  const groups = new Map<number | null, Group>();
  const isBundled = bundledIn(items);
  const rows = rowsInARow(items.filter((one) => !isBundled(one)));
  for (const one of items) {
    const isOwn = rows.has(one.page_id) && !isBundled(one);
    const about = isOwn ? one.page : (one.place ?? one.page);
    const key = isOwn ? one.page_id : (one.place?.id ?? one.page_id);
    const group = groups.get(key) ?? {
      key,
      title: [about?.title ?? t('notifications.inbox.general'), isOwn && one.place?.title].filter(Boolean).join(' · '),
      icon: about?.icon ?? '',
      items: [],
    };
    group.items.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Those of each day on which there are any. */
const daysOf = (items: InboxNotice[]): [NoticeDay, InboxNotice[]][] =>
  NOTICE_DAYS.flatMap((day): [NoticeDay, InboxNotice[]][] => {
    const own = items.filter((one) => one.day === day);
    return own.length ? [[day, own]] : [];
  });

/** What one person did with many rows is one part, at the place of the newest; whatever else is one of its own. */
function partsOf(items: InboxNotice[]): InboxNotice[][] {
  const isBundled = bundledIn(items);
  return [...Map.groupBy(items, (one) => (isBundled(one) ? alike(one) : one.id)).values()];
}

const lines = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[data-inbox-line]') ?? []),
];

export function NoticeGroups({ view, csrf, sprite, snoozes, setState, setMessage, during, again }: Props) {
  const root = useRef<HTMLDivElement>(null);

  const actOn = async (some: InboxNotice[], wanted: NoticeChange) => {
    const ids = some.map(({ id }) => id);
    const all = lines(root.current);
    const at = all.findIndex((line) => line.contains(document.activeElement));
    const items = view.items.flatMap((item) =>
      ids.includes(item.id) ? (applyNoticeChange(item, view.tab, wanted) ?? []) : item,
    );
    setMessage('');
    setState({ ...view, items });
    // Where the line goes, the next one takes the focus, so that key after key deals with one after the other.
    if (at >= 0 && items.length < view.items.length)
      requestAnimationFrame(() => (lines(root.current)[at] ?? lines(root.current).at(-1))?.querySelector('a')?.focus());
    try {
      await during(change(ids, wanted));
      setMessage(t(`notifications.inbox.did.${wanted.action}`, { page: some[0]?.page?.title ?? '' }));
      await again();
    } catch (error) {
      await again();
      setMessage((error as Error).message);
    }
  };

  const act = (one: InboxNotice, wanted: NoticeChange) => actOn([one], wanted);

  const chooseSnooze = (one: InboxNotice) => {
    const anchor = root.current?.querySelector<HTMLElement>(`[data-inbox-line="${one.id}"] [data-act="snooze"]`);
    if (!anchor || one.snoozed) return;
    void openMenu(
      anchor,
      t('notifications.inbox.snooze.menu'),
      snoozes.map(({ key, until, text }) => ({
        label: t(`notifications.inbox.snooze.${key}`),
        hint: text,
        run: () => void act(one, { action: 'snooze', until }),
      })),
    );
  };

  useEffect(() => {
    const focused = () => {
      const line = document.activeElement?.closest<HTMLElement>('[data-inbox-line]');
      return view.items.find(({ id }) => String(id) === line?.dataset.inboxLine);
    };
    const step = (by: number) => {
      const all = lines(root.current);
      const at = all.findIndex((line) => line.contains(document.activeElement));
      all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]?.querySelector('a')?.focus();
    };
    const onFocused = (work: (one: InboxNotice) => unknown) => () => {
      const one = focused();
      if (one) work(one);
    };
    const runs: Record<string, () => void> = {
      'inbox.next': () => step(1),
      'inbox.previous': () => step(-1),
      'inbox.done': onFocused((one) => act(one, { action: 'read' })),
      'inbox.unread': onFocused((one) => act(one, { action: 'unread' })),
      'inbox.snooze': onFocused(chooseSnooze),
      'inbox.mute': onFocused((one) => one.page_id !== null && act(one, { action: 'mute', pageId: one.page_id })),
    };
    for (const shortcut of inboxShortcuts) addShortcut(shortcut, runs[shortcut.id]);
  });

  const shownGroup = (group: Group) => (
    <section key={group.key} class="inbox-group">
      {partsOf(group.items).length > 1 && (
        <h3>
          {group.icon && !group.icon.startsWith('custom:') && <span aria-hidden="true">{group.icon} </span>}
          {group.title}
        </h3>
      )}
      <ul>
        {partsOf(group.items).map((part) => {
          const shown = part.map((one) => (
            <NoticeLine key={one.id} {...{ one, csrf, sprite, snoozes, act, chooseSnooze, tab: view.tab }} />
          ));
          return part.length < 2 ? (
            shown
          ) : (
            <NoticeBundle key={part[0]?.id} {...{ items: part, csrf, actOn, tab: view.tab }}>
              {shown}
            </NoticeBundle>
          );
        })}
      </ul>
    </section>
  );

  return (
    <div ref={root}>
      {daysOf(view.items).map(([day, items]) => (
        <section key={day} class="inbox-day">
          <h2>{t(`notifications.inbox.day.${day}`)}</h2>
          {groupsOf(items).map(shownGroup)}
        </section>
      ))}
    </div>
  );
}
