// Pages, people, days and emoji for the menus in the text; loaded when somebody first asks for one.
import type { EditorView } from 'prosemirror-view';
import { type NamedDay, weekdaysFor } from '../../../../core/client/date-words.ts';
import { dayLabel } from '../../../../core/client/day-text.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { PageData } from '../editor/page-data.ts';
import { daysFor } from './day-parser.ts';
import { searchEmoji, signOfOwn } from './emoji-list.ts';
import { requestNewPage } from './new-page-event.ts';
import type { Suggestion } from './suggestions.ts';
import { insertToken } from './token.ts';

interface Found {
  id: number;
  title: string;
  type?: string;
  page_icon: string;
  path?: string[];
}

/** A page that the person has opened. */
interface Opened extends Omit<Found, 'id' | 'type'> {
  page_id: number;
}

interface Person {
  user_id: number;
  full_name: string;
  avatar_url: string;
}

const SHOWN_MAX = 8;
/** Of what is no plain page and has no icon of its own. */
const ICONS: Record<string, string> = { row: 'list', collection: 'table' };
/** More are looked at than shown: what has the word in its title may stand behind many texts that have it. */
const FOUND_MAX = 30;
/** Before anything is typed people come first, and leave room for the rest. */
const PEOPLE_FIRST = 5;

export function dayItems(days: NamedDay[]): Suggestion[] {
  return days.map(({ label, day }) => ({
    label,
    group: t('editor.group_dates'),
    icon: 'calendar',
    hint: dayLabel(day) === label ? undefined : dayLabel(day),
    run: (view) => insertToken(view, 'dateLink', { date: day }),
  }));
}

export async function findEmoji(query: string, names: NameCache): Promise<Suggestion[]> {
  const { own, standard } = await searchEmoji(query.replaceAll('_', ' '));
  const group = t('editor.emoji');
  const items = [
    ...own.map(
      (one): Suggestion => ({
        label: `:${one.name}:`,
        group,
        icon: { sign: signOfOwn(one) },
        run(view) {
          names.addEmoji(one.name, one.url);
          insertToken(view, 'emoji', { name: one.name });
        },
      }),
    ),
    ...standard.map(
      ({ unicode, label }): Suggestion => ({
        label,
        group,
        icon: { sign: unicode },
        run: (view) => view.dispatch(view.state.tr.insertText(`${unicode} `).scrollIntoView()),
      }),
    ),
  ];
  return items.slice(0, SHOWN_MAX);
}

/** A link to a page, whose title is known from now on. */
function link(view: EditorView, id: number, title: string, names: NameCache): void {
  names.addPage(id, title);
  insertToken(view, 'pageLink', { pageId: id });
}

async function pagesFor(wanted: string): Promise<Found[]> {
  if (wanted) {
    const asked = `/api/search?q=${encodeURIComponent(wanted)}&limit=${FOUND_MAX}`;
    return (await send<{ results: Found[] }>('GET', asked)).results.filter(({ type }) => type !== 'file');
  }
  // What others have changed, or programs, is not what somebody is about to name.
  const opened = await send<Opened[]>('GET', `/api/v2/recents?limit=${SHOWN_MAX + 1}`);
  return opened.map(({ page_id, ...found }) => ({ ...found, id: page_id }));
}

/** Whoever types here types a name: what begins with it goes first, then what has it in its title, last what speaks of it. */
function rankFor(wanted: string): (found: Found) => number {
  const whole = wanted.toLowerCase();
  const words = whole.split(/\s+/);
  return ({ title }) => {
    const name = title.toLowerCase();
    if (name.startsWith(whole)) return 0;
    if (` ${name}`.includes(` ${whole}`)) return 1;
    return words.every((word) => name.includes(word)) ? 2 : 3;
  };
}

export async function suggestPages(query: string, page: PageData, names: NameCache): Promise<Suggestion[]> {
  const wanted = query.trim();
  const rank = rankFor(wanted);
  const found = (await pagesFor(wanted)).filter(({ id }) => id !== page.id).sort((a, b) => rank(a) - rank(b));
  const items = found.slice(0, SHOWN_MAX).map(
    ({ id, title, type, page_icon, path: above }): Suggestion => ({
      label: title || t('editor.untitled'),
      group: t(wanted ? 'editor.group_pages' : 'editor.group_recent'),
      icon: page_icon ? { sign: page_icon } : (ICONS[type ?? ''] ?? 'file-text'),
      place: above?.at(-1),
      run: (view) => link(view, id, title, names),
    }),
  );
  return wanted ? [...items, createItem(wanted, page, names)] : items;
}

function createItem(title: string, page: PageData, names: NameCache): Suggestion {
  return {
    label: t('editor.create_page', { title }),
    group: t('editor.group_new'),
    icon: 'file-plus',
    async run(view) {
      try {
        const made = await requestNewPage({ title, parent_id: page.id });
        link(view, made.id, title, names);
      } catch (error) {
        view.dispatch(view.state.tr.insertText(title));
        failed(error);
      }
    },
  };
}

let people: Promise<Person[]> | undefined;

async function findPeople(query: string, page: PageData, names: NameCache): Promise<Suggestion[]> {
  people ??= send<{ members: Person[] }>('GET', `/api/workspace/${page.workspaceId}/members`).then(
    ({ members }) => members,
    // Guests of a page do not learn who else is there.
    () => [],
  );
  const wanted = query.trim().toLowerCase();
  const fitting = (await people).filter(({ full_name }) => full_name.toLowerCase().includes(wanted));
  return fitting.slice(0, wanted ? SHOWN_MAX : PEOPLE_FIRST).map(({ user_id, full_name, avatar_url: src }) => ({
    label: full_name,
    group: t('editor.group_people'),
    icon: { sign: el('img', { class: 'avatar', src, alt: '', width: 20, height: 20 }) },
    run(view) {
      names.addUser(user_id, full_name);
      insertToken(view, 'mention', { userId: user_id });
    },
  }));
}

export async function findMentioned(query: string, page: PageData, names: NameCache): Promise<Suggestion[]> {
  const [found, people] = await Promise.all([suggestPages(query, page, names), findPeople(query, page, names)]);
  if (!query.trim()) return [...people, ...dayItems(daysFor(query)), ...found];
  // Somebody's name may begin like that of a weekday.
  return [...dayItems(daysFor(query)), ...people, ...dayItems(weekdaysFor(query)), ...found];
}
