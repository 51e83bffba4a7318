// What the slash menu offers besides kinds of blocks: pages, days, people, emoji, and what the menu of the block does.
import type { EditorView } from 'prosemirror-view';
import { takesComments } from '../../../../core/client/comment-request.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { TypeAhead } from '../../../../core/client/type-ahead/type-ahead.ts';
import { runBlockAct } from '../block-controls/block-menu.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import type { NameCache } from '../editor/name-cache.ts';
import type { PageData } from '../editor/page-data.ts';
import { bestFirst } from './block-kinds.ts';
import { openChildPage } from './child-page.ts';
import { daysFor } from './day-parser.ts';
import type { OwnEmoji } from './emoji-list.ts';
import { pickEmoji } from './emoji-trigger.ts';
import { dayItems } from './search.ts';
import type { SourceHost } from './sources.ts';
import { openSuggestions, type Suggestion } from './suggestions.ts';
import { insertToken } from './token.ts';

interface Act extends Omit<Suggestion, 'label' | 'group'> {
  /** its message; what else it is found by is `<key>_words` */
  key: string;
}

/** After the menu is gone, which gives the focus back to the text. */
const later = (run: () => unknown): void => void setTimeout(run);

/** A menu that a sign opens, for who does not know the sign. */
const menu = (key: string, icon: string, trigger: '@' | '[['): Act => ({
  ...{ key, icon, hint: trigger },
  run: (view) => openSuggestions(view, trigger),
});

/** The same as in the menu of the block; found by their names only, so that the list stays one of things to insert. */
const BLOCK_ACTS: Act[] = [
  ['turn_into', 'repeat'],
  ['colour', 'palette'],
  ['move_to', 'folder-input'],
  ['copy_block_link', 'link'],
  ['duplicate', 'copy'],
  ['delete', 'trash-2'],
].map(([key = '', icon = '']) => ({ key, icon, run: (view) => later(() => runBlockAct(view, key)) }));

/** What `:` and a name insert, too: a sign, or a token for one of the workspace's own. At once: the next key is typed behind it. */
function insertEmoji(view: EditorView, names: NameCache, sign: string, own?: OwnEmoji): void {
  if (own) {
    names.addEmoji(own.name, own.url);
    insertToken(view, 'emoji', { name: own.name });
  } else view.dispatch(view.state.tr.insertText(`${sign} `).scrollIntoView());
  view.focus();
}

const insertActs = (host: SourceHost): Act[] => [
  {
    ...{ key: 'new_page', icon: 'file-plus' },
    run(view) {
      const ahead = new TypeAhead();
      later(() => openChildPage(view, host, ahead).catch(failed));
    },
  },
  {
    ...{ key: 'inline_math', icon: { sign: '√' }, hint: '$' },
    run: (view) =>
      later(() => import('../views/formula-popover.ts').then((one) => one.insertFormula(view)).catch(failed)),
  },
  menu('link_page', 'file-text', '[['),
  menu('date', 'calendar', '@'),
  menu('person', 'user', '@'),
  {
    ...{ key: 'emoji', icon: 'smile-plus', hint: ':' },
    run: (view) =>
      later(() => pickEmoji(selectionAnchor(view), (sign, own) => insertEmoji(view, host.names, sign, own))),
  },
  ...(takesComments()
    ? [{ key: 'comment', icon: 'message-square', run: (view: EditorView) => later(() => runBlockAct(view, 'comment')) }]
    : []),
];

/** Kinds of views with which a new database may begin, by the icons of their tabs. */
const STARTERS = [
  ['table', 'table'],
  ['board', 'columns-2'],
  ['list', 'list'],
  ['gallery', 'layout-grid'],
  ['calendar', 'calendar'],
  ['timeline', 'move-horizontal'],
  ['chart', 'chart-no-axes-column'],
  ['form', 'list-todo'],
];

/** What begins with names alone. */
const EMPTY_DATABASE = 'empty';

const databaseActs = (page: PageData): Act[] => {
  const begin = (view: EditorView, starter?: string) =>
    later(() => import('./database-start.ts').then((one) => one.startDatabase(view, page, starter)).catch(failed));
  return [
    { key: 'database', icon: 'rows-3', run: (view) => begin(view, EMPTY_DATABASE) },
    ...STARTERS.map(([kind, icon = '']) => ({
      ...{ key: `starter_${kind}`, icon },
      run: (view: EditorView) => begin(view, kind),
    })),
    { key: 'database_template', icon: 'panel-top', run: (view) => begin(view) },
  ];
};

const linkActs = (page: PageData): Act[] => [
  {
    ...{ key: 'linked_database', icon: 'link' },
    run: (view) => later(() => import('./database-start.ts').then((one) => one.linkDatabase(view, page)).catch(failed)),
  },
];

/** Fewer begin too many names of months. */
const DAY_LETTERS = 3;

export function actItems(query: string, host: SourceHost): Suggestion[] {
  const name = ({ key }: Act) => t(`editor.${key}`);
  const words = ({ key }: Act) => t(`editor.${key}_words`);
  const found = (acts: Act[], group: string) =>
    bestFirst(acts, query, name, words).map((act): Suggestion => ({ ...act, label: name(act), group: t(group) }));
  const linked = found(linkActs(host.page), 'editor.group_databases');
  return [
    ...(query.length < DAY_LETTERS ? [] : dayItems(daysFor(query))),
    ...found(databaseActs(host.page), 'editor.group_databases'),
    ...(query.trim() ? [] : linked),
    ...found(insertActs(host), 'editor.group_line'),
    // Whoever asks for a link means one to a page.
    ...(query.trim() ? linked : []),
    ...(query.trim() ? found(BLOCK_ACTS, 'editor.block_menu') : []),
  ];
}
