// What the menus in the text offer: blocks, pages, people and days.
import type { EditorView } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';
import { failed } from '../../../../core/client/toast.ts';
import { isOwnAddress, isWebAddress } from '../../blocks/address.ts';
import { schema } from '../../blocks/schema.ts';
import { selectionAnchor } from './anchor.ts';
import { type BlockKind, kindLabel, kindsFor } from './block-kinds.ts';
import { daysFor, dayText, type NamedDay, weekdaysFor } from './days.ts';
import { searchEmoji, signOfOwn } from './emoji-list.ts';
import { insertFootnote } from './footnotes.ts';
import { insertContents, insertKind, insertToken } from './insert.ts';
import { completeAddress } from './link-popover.ts';
import type { Names } from './names.ts';
import type { PageData } from './page-data.ts';
import type { Source, Suggestion } from './suggest.ts';
import { insertSynced } from './synced-commands.ts';
import { chooseFiles, type Uploads } from './uploads.ts';

interface Found {
  id: number;
  title: string;
  path: string[];
}

interface Person {
  user_id: number;
  full_name: string;
}

const SHOWN_MAX = 8;

export function suggestSources(page: PageData, names: Names, uploads: Uploads): Source[] {
  const link = (view: EditorView, id: number, title: string) => {
    names.addPage(id, title);
    insertToken(view, 'pageLink', { pageId: id });
  };
  const pages = (query: string) => findPages(page, query, link);
  return [
    {
      trigger: '/',
      label: t('pages.editor.slash_menu'),
      find: (query) => slashItems(query, page, names, uploads),
    },
    { trigger: '[[', label: t('pages.editor.link_menu'), find: (query) => pages(query.replace(/\]+$/, '')) },
    {
      trigger: ':',
      label: t('pages.editor.emoji'),
      least: 2,
      find: (query) => findEmoji(query, names),
    },
    {
      trigger: '@',
      label: t('pages.editor.mention_menu'),
      async find(query) {
        const [found, people] = await Promise.all([pages(query), findPeople(page, query, names)]);
        // Somebody's name may begin like that of a weekday.
        return [...dayItems(daysFor(query)), ...people, ...dayItems(weekdaysFor(query)), ...found];
      },
    },
  ];
}

const DAY_LETTERS = 3;

/** Kinds of blocks first, unless what was typed begins the name of something else only. */
async function slashItems(query: string, page: PageData, names: Names, uploads: Uploads): Promise<Suggestion[]> {
  const kinds = kindsFor(query).map((kind) => blockItem(kind, uploads, page));
  // Without a connection there are the kinds of blocks alone.
  const acts = await import('./suggest-acts.ts').then(
    ({ actItems }) => actItems(query, page, names),
    () => [],
  );
  const days = query.length < DAY_LETTERS ? [] : dayItems(daysFor(query));
  const isNamed = ({ label }: Suggestion) => label.toLowerCase().startsWith(query.trim().toLowerCase());
  const isAct = !kinds.some(isNamed) && acts.some(isNamed);
  return [...days, ...(isAct ? [...acts, ...kinds] : [...kinds, ...acts])];
}

/** Which files each kind of block is made of. */
const ACCEPTED: Record<string, string> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
  pdf: 'application/pdf',
  file: '',
};

function blockItem(kind: BlockKind, uploads: Uploads, page: PageData): Suggestion {
  const accept = ACCEPTED[kind.type];
  return {
    label: kindLabel(kind),
    group: t(kind.isText ? 'pages.editor.group_text' : 'pages.editor.group_media'),
    icon: kind.icon,
    hint: kind.hint,
    run(view) {
      if (accept !== undefined) chooseFiles(accept, true, (files) => uploads.insert(view, files));
      else if (kind.type === 'footnote') insertFootnote(view);
      else if (kind.type === 'synced') setTimeout(() => void insertSynced(view));
      else if (kind.type === 'database') insertDatabase(view, page).catch(failed);
      else if (kind.type === 'bookmark' || kind.type === 'embed') insertCard(view, kind.type).catch(failed);
      else insertKind(view, kind);
    },
  };
}

/** The address as a whole, when it leads to another site. */
function foreignAddress(typed: string): string | null {
  const url = completeAddress(typed);
  return isWebAddress(url) && !isOwnAddress(url) ? url : null;
}

async function insertDatabase(view: EditorView, page: PageData): Promise<void> {
  const chosen = await (await import('../blocks/database.ts')).chooseDatabase(page);
  if (chosen) insertContents(view, [schema.nodes.database!.create(chosen)]);
  view.focus();
}

async function insertCard(view: EditorView, kind: 'bookmark' | 'embed'): Promise<void> {
  const { askAddress } = await import('./ask-address.ts');
  askAddress(selectionAnchor(view), kind, foreignAddress, (card) => {
    insertContents(view, [schema.nodes[kind]!.create(card)]);
    view.focus();
  });
}

function dayItems(days: NamedDay[]): Suggestion[] {
  return days.map(({ label, day }) => ({
    label,
    group: t('pages.editor.group_dates'),
    icon: 'calendar',
    hint: dayText(day) === label ? undefined : dayText(day),
    run: (view) => insertToken(view, 'dateLink', { date: day }),
  }));
}

async function findEmoji(query: string, names: Names): Promise<Suggestion[]> {
  const { own, standard } = await searchEmoji(query.replaceAll('_', ' '));
  const group = t('pages.editor.emoji');
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

async function findPages(
  page: PageData,
  query: string,
  link: (view: EditorView, id: number, title: string) => void,
): Promise<Suggestion[]> {
  const wanted = query.trim();
  const path = wanted
    ? `/api/search?q=${encodeURIComponent(wanted)}&limit=${SHOWN_MAX}&type=page`
    : `/api/pages/recent?limit=${SHOWN_MAX}`;
  const answer = await send<{ results?: Found[]; pages?: Found[] }>('GET', path);
  const named = (title: string) => title.toLowerCase().indexOf(wanted.toLowerCase());
  // Whoever types here types a name: what begins with it, or has it in it, goes before what speaks of it.
  const rank = ({ title }: Found) => (named(title) === 0 ? 0 : named(title) > 0 ? 1 : 2);
  const found = (answer.results ?? answer.pages ?? [])
    .filter(({ id }) => id !== page.id)
    .sort((a, b) => rank(a) - rank(b));
  const items = found.map(
    ({ id, title, path: above }): Suggestion => ({
      label: title || t('pages.editor.untitled'),
      group: t(wanted ? 'pages.editor.group_pages' : 'pages.editor.group_recent'),
      icon: 'file-text',
      hint: above.at(-1),
      run: (view) => link(view, id, title),
    }),
  );
  return wanted ? [...items, createItem(page, wanted, link)] : items;
}

function createItem(
  page: PageData,
  title: string,
  link: (view: EditorView, id: number, title: string) => void,
): Suggestion {
  return {
    label: t('pages.editor.create_page', { title }),
    group: t('pages.editor.group_new'),
    icon: 'file-plus',
    async run(view) {
      try {
        const made = await send<{ id: number }>('POST', '/api/pages', { title, parent_id: page.id });
        link(view, made.id, title);
      } catch (error) {
        view.dispatch(view.state.tr.insertText(title));
        failed(error);
      }
    },
  };
}

let people: Promise<Person[]> | undefined;

async function findPeople(page: PageData, query: string, names: Names): Promise<Suggestion[]> {
  people ??= send<{ members: Person[] }>('GET', `/api/workspace/${page.workspaceId}/members`).then(
    ({ members }) => members,
    // Guests of a page do not learn who else is there.
    () => [],
  );
  const wanted = query.trim().toLowerCase();
  const fitting = (await people).filter(({ full_name }) => wanted && full_name.toLowerCase().includes(wanted));
  return fitting.slice(0, SHOWN_MAX).map(({ user_id, full_name }) => ({
    label: full_name,
    group: t('pages.editor.group_people'),
    icon: 'user',
    run(view) {
      names.addUser(user_id, full_name);
      insertToken(view, 'mention', { userId: user_id });
    },
  }));
}
