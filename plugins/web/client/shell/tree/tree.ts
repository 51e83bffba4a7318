// The page tree by keyboard and pointer (WAI-ARIA tree); what changes pages is loaded when it is first used.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { onPageChange, onPageEvent } from '../../../../../core/client/page-events.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { collapse, expand, forgetLevels, reopen } from './tree-levels.ts';
import {
  decorateRow,
  depthOf,
  isExpanded,
  linkOf,
  mayDo,
  nextRow,
  parentRow,
  relabel,
  rowById,
  rows,
  type TreeRow,
  treeElement,
  treeRowAt,
  treeRowId,
  treeTitle,
} from './tree-rows.ts';

const TYPING_MS = 600;

type Actions = typeof import('./tree-actions.ts');

let actions: Actions | undefined;

const loadActions = () => import('./tree-actions.ts');

const keepActions = (loaded: Actions): void => {
  actions = loaded;
};

/** Runs something that changes pages; at once where that is loaded, before the next key. */
const act = (work: (actions: Actions) => unknown): void => {
  if (actions) work(actions);
  else loadActions().then(work).catch(failed);
};

let tabStop: TreeRow | null = null;

function setTabStop(row: TreeRow): void {
  if (tabStop) tabStop.tabIndex = -1;
  row.tabIndex = 0;
  tabStop = row;
}

/** The tab stop may have gone with its branch, or to the trash. */
function keepTabStop(): void {
  const first = rows()[0];
  if (!tabStop?.isConnected && first) setTabStop(first);
}

const toggle = (row: TreeRow): void => {
  if (isExpanded(row)) collapse(row);
  else void expand(row);
};

/** One pair of buttons for all rows, standing where the pointer or the focus is. */
function makeTools(): HTMLElement {
  const more = el('button', {
    type: 'button',
    class: 'icon-button',
    'data-tree': 'menu',
    'aria-haspopup': 'menu',
    'aria-label': t('web.client.tree.menu'),
  });
  more.append(icon('ellipsis'));
  const add = el('a', { class: 'icon-button', 'data-tree': 'add', 'aria-label': t('web.client.tree.add') });
  add.append(icon('plus'));
  return el('span', { class: 'tree-tools' }, more, add);
}

function standAt(tools: HTMLElement, row: TreeRow): void {
  if (tools.parentElement === row) return;
  const add = tools.lastElementChild as HTMLAnchorElement;
  add.href = `/pages/new?parent_id=${treeRowId(row)}`;
  add.hidden = !mayDo(row, 'add');
  row.append(tools);
}

function startTools(tree: HTMLElement): void {
  const tools = makeTools();
  const touched = matchMedia('(hover: none)').matches;
  tree.addEventListener('pointerover', (event) => {
    const row = treeRowAt(event.target);
    if (!row) return;
    if (!tools.contains(document.activeElement)) standAt(tools, row);
    if (mayDo(row, 'move')) void import('./tree-drag.ts');
  });
  tree.addEventListener('focusin', (event) => {
    const row = treeRowAt(event.target);
    if (!row) return;
    setTabStop(row);
    standAt(tools, row);
    // A name may be typed right behind the key that opens its field.
    loadActions().then(keepActions, () => 0);
  });
  tree.addEventListener('pointerleave', () => {
    const row = treeRowAt(document.activeElement);
    if (row) standAt(tools, row);
    else if (!touched) tools.remove();
  });
  tree.addEventListener('click', (event) => {
    const row = treeRowAt(event.target);
    const target = event.target as Element;
    if (!row) return;
    if (target.closest('.tree-toggle')) toggle(row);
    if (target.closest('[data-tree="menu"]')) act(({ openRowMenu }) => openRowMenu(row, tools));
  });
  if (touched) {
    standAt(tools, tabStop ?? (rows()[0] as TreeRow));
    void import('./tree-finger.ts');
  }
}

let typed = '';
let typing: ReturnType<typeof setTimeout>;

function typeAhead(from: TreeRow, key: string): TreeRow | undefined {
  clearTimeout(typing);
  typing = setTimeout(() => {
    typed = '';
  }, TYPING_MS);
  typed += key.toLowerCase();
  const all = rows();
  const at = all.indexOf(from) + (typed.length > 1 ? 0 : 1);
  return [...all.slice(at), ...all.slice(0, at)].find((row) => treeTitle(row).toLowerCase().startsWith(typed));
}

function inward(row: TreeRow): TreeRow | null {
  if (!isExpanded(row)) {
    void expand(row);
    return null;
  }
  const next = nextRow(row);
  return next && depthOf(next) > depthOf(row) ? next : null;
}

function outward(row: TreeRow): TreeRow | null {
  if (!isExpanded(row)) return parentRow(row);
  collapse(row);
  return null;
}

/** The row that a key leads to, if any. */
function destination(row: TreeRow, key: string): TreeRow | null | undefined {
  const isRtl = document.documentElement.dir === 'rtl';
  if (key === (isRtl ? 'ArrowLeft' : 'ArrowRight')) return inward(row);
  if (key === (isRtl ? 'ArrowRight' : 'ArrowLeft')) return outward(row);
  if (key === 'ArrowDown') return nextRow(row);
  if (key === 'ArrowUp') return row.previousElementSibling as TreeRow | null;
  if (key === 'Home') return rows()[0];
  if (key === 'End') return rows().at(-1);
  return undefined;
}

function obeyCommand(row: TreeRow, event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) act(({ openRowMenu }) => openRowMenu(row, row));
  else if (key === 'Enter' && event.target === row)
    linkOf(row).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, altKey }));
  else if (key === 'F2') act(({ rename }) => rename(row));
  else if (key === 'Delete') act(({ trashRow }) => trashRow(row));
  else if (altKey && !ctrlKey && !metaKey && key.startsWith('Arrow') && mayDo(row, 'move'))
    act(({ moveByKey }) => moveByKey(row, key));
  else return false;
  return true;
}

function obey(event: KeyboardEvent): void {
  const row = treeRowAt(event.target);
  if (!row || event.target instanceof HTMLInputElement || event.isComposing) return;
  if (obeyCommand(row, event)) {
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isLetter = event.key.length === 1 && event.key !== '?' && (event.key !== ' ' || typed !== '');
  const next = isLetter ? typeAhead(row, event.key) : destination(row, event.key);
  if (next === undefined) return;
  event.preventDefault();
  next?.focus();
}

function dress(tree: HTMLElement): void {
  tree.setAttribute('role', 'tree');
  tree.setAttribute('aria-labelledby', 'tree-name');
  for (const row of rows()) {
    const depth = Number(/depth-(\d+)/.exec(row.className)?.[1] ?? 0);
    const state = row.dataset.children as 'open' | 'closed' | undefined;
    decorateRow(row, depth, state ?? 'none');
  }
  if (tree.querySelector('.tree-more'))
    void import('./tree-paging.ts').then((module) => module.decorateMoreLines(tree));
}

export function startTree(): void {
  const tree = treeElement();
  if (!tree) {
    if (document.querySelector('.visitor')) forgetLevels();
    return;
  }
  const first = rows()[0];
  if (!first) return;
  dress(tree);
  setTabStop(rows().find((row) => row.hasAttribute('aria-current')) ?? first);
  reopen(rows());
  startTools(tree);
  new MutationObserver(keepTabStop).observe(tree, { childList: true });
  tree.addEventListener('keydown', (event) => obey(event));
  onPageChange((change) => {
    const row = rowById(change.id);
    if (row) relabel(row, change);
  });
  onPageEvent((event) => {
    // What is being written in this tab, it shows itself; anything else may have been done in another one.
    const isHere = event?.isOwn && event.type === 'page.updated' && location.pathname === `/pages/${event.id}`;
    if (!event || (event.type.startsWith('page.') && !isHere))
      void import('./tree-updates.ts').then(({ applyPageEvent }) => applyPageEvent(event));
  });
}
