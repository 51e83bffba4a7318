// A level with very many pages is shown in parts: this brings the next one or the one before, and finds a page in it.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { reopen } from './tree-levels.ts';
import {
  below,
  depthOf,
  levelRows,
  makeRow,
  PART,
  rowById,
  rows,
  type TreeLoadKind,
  type TreePart,
  type TreeRow,
  treeElement,
  treeRowId,
} from './tree-rows.ts';

/** Asks for so many pages of a level, '' being the top of the workspace. */
export function levelQuery(parent: string, limit: number): URLSearchParams {
  const home = document.getElementById('menu')?.dataset.workspace ?? '';
  return new URLSearchParams({ ...(parent ? { parent_id: parent } : { workspace_id: home }), limit: String(limit) });
}

/** What the line that finds a page is called. */
export const findWords = (): string => treeElement()?.dataset.find ?? '';

const loading = new WeakSet<HTMLElement>();

/** Rows of the next part stand where the line was; the focus goes on to the first of them. */
async function bring(line: HTMLElement): Promise<void> {
  const { parent = '', more } = line.dataset as { parent?: string; more: TreeLoadKind };
  const shown = levelRows(parent);
  const edge = more === 'more' ? shown.at(-1) : shown[0];
  const query = levelQuery(parent, PART);
  if (edge) query.set(more === 'more' ? 'after' : 'before', String(treeRowId(edge)));
  const part = await send<TreePart>('GET', `/api/nav/menu?${query}`);
  if (!line.isConnected) return;
  const depth = Number(line.getAttribute('aria-level')) - 1;
  const made: TreeRow[] = [];
  for (const item of part.items) if (!rowById(item.id)) made.push(makeRow(item, depth));
  const hadFocus = line.contains(document.activeElement);
  if (more === 'more') line.before(...made);
  else line.after(...made);
  if (!(more === 'more' ? part.has_more : part.has_earlier)) line.remove();
  if (hadFocus) (more === 'more' ? made[0] : made.at(-1))?.focus();
  reopen(made);
}

function obey(line: HTMLElement): void {
  if (loading.has(line)) return;
  loading.add(line);
  const { parent = '', more } = line.dataset;
  const work = more === 'find' ? import('./tree-find.ts').then(({ findIn }) => findIn(parent)) : bring(line);
  work.catch(failed).finally(() => loading.delete(line));
}

/** Arrows lead past the line, and Enter brings what it leads to. */
function obeyMore(line: HTMLElement, key: string): void {
  if (key === 'Enter' || key === ' ') {
    obey(line);
    return;
  }
  const next = { ArrowDown: line.nextElementSibling, ArrowUp: line.previousElementSibling, Home: rows()[0] }[key];
  ((key === 'End' ? rows().at(-1) : next) as HTMLElement | null | undefined)?.focus();
}

/** The line of a level that leads to more of it. */
export const moreIn = (parent: string, which: TreeLoadKind): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.tree > .tree-more[data-more="${which}"][data-parent="${parent}"]`);

/** The same line that templates/pages/tree.ejs writes. */
function makeMore(which: 'find' | 'more', parent: string, depth: number): HTMLElement {
  const href = `/local-workspace${parent ? `?folder=${parent}` : ''}`;
  const link =
    which === 'find'
      ? el('a', { href: `${href}#find` }, el('span', { class: 'tree-icon' }), findWords())
      : el('a', { href }, t('web.client.tree.more'));
  const line = el('li', { class: 'tree-more', 'data-more': which, 'data-parent': parent }, link);
  line.style.setProperty('--depth', String(depth));
  return dressMore(line, depth);
}

/** The line that leads to more stands at the end of its level while there is more. */
export function settleMore(parent: string, owner: TreeRow | null, hasMore: boolean): void {
  const depth = owner ? depthOf(owner) + 1 : 0;
  settleFind(parent, depth, hasMore);
  const line = moreIn(parent, 'more');
  if (!hasMore) {
    line?.remove();
    return;
  }
  const last = levelRows(parent).at(-1);
  const end = last && (below(last).at(-1) ?? last);
  end?.after(line ?? makeMore('more', parent, depth));
}

/** A level of more than one part begins with the line that finds a page of it. */
function settleFind(parent: string, depth: number, hasMore: boolean): void {
  const line = moreIn(parent, 'find');
  const [first] = levelRows(parent);
  const earlier = moreIn(parent, 'earlier');
  const isLong = hasMore || earlier !== null || levelRows(parent).length > PART;
  if (!isLong) line?.remove();
  else if (!line) (earlier ?? first)?.before(makeMore('find', parent, depth));
}

/** Makes a line that leads to more one of the tree for keyboards and screen readers. */
function dressMore(line: HTMLElement, depth: number): HTMLElement {
  line.dataset.parent ??= '';
  line.setAttribute('role', 'treeitem');
  line.setAttribute('aria-level', String(depth + 1));
  line.setAttribute('aria-label', line.textContent?.trim() ?? '');
  line.tabIndex = -1;
  const link = line.querySelector('a') as HTMLAnchorElement;
  link.tabIndex = -1;
  link.setAttribute('draggable', 'false');
  return line;
}

/** The lines that came with the page. */
export function decorateMoreLines(tree: HTMLElement): void {
  for (const line of tree.querySelectorAll<HTMLElement>('.tree-more'))
    dressMore(line, Number(/depth-(\d+)/.exec(line.className)?.[1] ?? 0));
}

const moreOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.tree > .tree-more') : null;

// Whoever shows such a line has loaded this module.
treeElement()?.addEventListener('keydown', (event) => {
  const line = moreOf(event.target);
  if (!line || !/^(Enter| |Arrow(Up|Down)|Home|End)$/.test(event.key)) return;
  event.preventDefault();
  obeyMore(line, event.key);
});
treeElement()?.addEventListener('click', (event) => {
  const line = moreOf(event.target);
  if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  obey(line);
});
