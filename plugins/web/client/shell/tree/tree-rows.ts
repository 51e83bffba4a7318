// The rows of the tree as they stand in the document: one flat list, in which children follow their parent, deeper.
import { el, icon, signOf } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';

/** One line of a level as GET /api/nav/menu gives it. */
export interface TreeLine {
  id: number;
  title: string;
  kind: string;
  page_icon: string;
  parent_id: number | null;
  position: number;
  has_children: boolean;
  /** what the reader may do to it; absent: what they may do to most pages here */
  may?: TreeAction[];
}

export type TreeAction = 'rename' | 'add' | 'move' | 'trash';

export type TreeRow = HTMLLIElement;

export const treeElement = (): HTMLElement | null => document.querySelector<HTMLElement>('.tree');
export const rows = (): TreeRow[] => [...document.querySelectorAll<TreeRow>('.tree > li[data-id]')];
export const treeRowAt = (target: EventTarget | null): TreeRow | null =>
  target instanceof Element ? target.closest<TreeRow>('.tree > li[data-id]') : null;
export const rowById = (id: number | string): TreeRow | null =>
  document.querySelector<TreeRow>(`.tree > li[data-id="${id}"]`);

/** As its routes decide it, for what menus, keys and the pointer offer. */
export function mayDo(row: TreeRow, action: TreeAction): boolean {
  return (row.dataset.may ?? treeElement()?.dataset.may ?? '').includes(action);
}

export const treeRowId = (row: TreeRow): number => Number(row.dataset.id);
export const treeTitle = (row: TreeRow): string => row.querySelector('.tree-title')?.textContent ?? '';
export const depthOf = (row: TreeRow): number => Number(row.getAttribute('aria-level')) - 1;
export const isExpanded = (row: TreeRow): boolean => row.getAttribute('aria-expanded') === 'true';
export const linkOf = (row: TreeRow): HTMLAnchorElement => row.querySelector('a') as HTMLAnchorElement;
export const nextRow = (row: TreeRow): TreeRow | null => row.nextElementSibling as TreeRow | null;

export const parentRow = (row: TreeRow): TreeRow | null => (row.dataset.parent ? rowById(row.dataset.parent) : null);

/** Rows of one level, in their order; '' is the top. */
export const levelRows = (parent: string): TreeRow[] => [
  ...document.querySelectorAll<TreeRow>(`.tree > li[data-id][data-parent="${parent}"]`),
];

/** Everything that is shown below a row. */
export function below(row: TreeRow): TreeRow[] {
  const found: TreeRow[] = [];
  for (let next = nextRow(row); next && depthOf(next) > depthOf(row); next = nextRow(next)) found.push(next);
  return found;
}

export function setDepth(row: TreeRow, depth: number): void {
  row.setAttribute('aria-level', String(depth + 1));
  row.className = '';
  row.style.setProperty('--depth', String(depth));
}

/** Gives a row its toggle, or takes it away. */
export function setBranch(row: TreeRow, state: 'open' | 'closed' | 'none'): void {
  row.querySelector('.tree-toggle')?.remove();
  if (state === 'none') {
    row.removeAttribute('aria-expanded');
    return;
  }
  row.setAttribute('aria-expanded', String(state === 'open'));
  const toggle = el('button', {
    type: 'button',
    class: 'tree-toggle',
    tabindex: -1,
    'aria-label': t('web.client.tree.inside', { title: treeTitle(row) }),
  });
  toggle.append(icon('chevron-right'));
  row.prepend(toggle);
}

/** Makes a line a row of the tree for keyboards and screen readers. */
export function decorateRow(row: TreeRow, depth: number, state: 'open' | 'closed' | 'none'): void {
  row.dataset.parent ??= '';
  row.setAttribute('role', 'treeitem');
  row.setAttribute('aria-level', String(depth + 1));
  row.setAttribute('aria-label', treeTitle(row));
  row.tabIndex = -1;
  const link = linkOf(row);
  link.tabIndex = -1;
  link.setAttribute('draggable', 'false');
  if (link.hasAttribute('aria-current')) row.setAttribute('aria-current', 'page');
  setBranch(row, state);
}

/** The same row that templates/pages/tree.ejs writes. */
export function makeRow(item: TreeLine, depth: number): TreeRow {
  const { pathname } = location;
  const href = `/pages/${item.id}`;
  const link = el(
    'a',
    { href, 'aria-current': pathname === href ? 'page' : null },
    // A page without an emoji has the sign of its kind, which the style draws.
    el('span', { class: 'tree-icon' }, signOf(item.page_icon)),
    el('span', { class: item.title ? 'tree-title' : 'tree-title untitled' }, item.title || t('core.client.untitled')),
  );
  const row = el(
    'li',
    {
      'data-id': item.id,
      'data-kind': item.kind === 'page' ? null : item.kind,
      'data-position': item.position,
      'data-parent': item.parent_id ?? '',
      'data-may': item.may?.join(' ') ?? null,
    },
    link,
  );
  setDepth(row, depth);
  decorateRow(row, depth, item.has_children ? 'closed' : 'none');
  return row;
}

/** A part of a level as GET /api/nav/menu gives it. */
export interface TreePart {
  items: TreeLine[];
  has_more: boolean;
  has_earlier: boolean;
}

/** How much of a level is asked for at once. */
export const PART = 100;

export type TreeLoadKind = 'find' | 'earlier' | 'more';

/** Shows another title or picture of a page wherever its row is. */
export function relabel(row: TreeRow, { title, icon: sign }: { title?: string; icon?: string }): void {
  const name = title || t('core.client.untitled');
  if (title !== undefined) {
    const shown = row.querySelector('.tree-title') as HTMLElement;
    shown.textContent = name;
    shown.classList.toggle('untitled', !title);
    row.setAttribute('aria-label', name);
    row.querySelector('.tree-toggle')?.setAttribute('aria-label', t('web.client.tree.inside', { title: name }));
  }
  if (sign !== undefined) row.querySelector('.tree-icon')?.replaceChildren(signOf(sign));
}
