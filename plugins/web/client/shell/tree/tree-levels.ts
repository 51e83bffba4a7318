// Opens and closes branches of the tree: levels come from the server when they are needed, and what was open stays so.
import { el } from '../../../../../core/client/dom.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import {
  below,
  depthOf,
  isExpanded,
  makeRow,
  PART,
  rowById,
  setBranch,
  type TreePart,
  type TreeRow,
  treeRowId,
} from './tree-rows.ts';

const OPEN_MAX = 300;
const SKELETON_AFTER_MS = 200;

const person = (): string => document.getElementById('menu')?.dataset.user ?? '';
const openKey = (): string => `tree-open-${person()}`;
const levelKey = (id: number): string => `tree-level-part-${person()}-${id}`;

function remembered(): number[] {
  try {
    return JSON.parse(localStorage.getItem(openKey()) ?? '[]') as number[];
  } catch {
    return [];
  }
}

function remember(id: number, open: boolean): void {
  const others = remembered().filter((one) => one !== id);
  localStorage.setItem(openKey(), JSON.stringify(open ? [...others, id].slice(-OPEN_MAX) : others));
}

/** What this tab saw of a level the last time, so that a page change does not make the tree jump. */
const kept = (id: number): string => sessionStorage.getItem(levelKey(id)) ?? '';

/** A tab that is signed out keeps nothing of anybody. */
export function forgetLevels(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('tree-level-')) sessionStorage.removeItem(key);
}

/** The line that leads to more comes with the rows: a page that is moved behind the last of them stays before it. */
async function showLevel(row: TreeRow, { items, has_more }: TreePart): Promise<void> {
  const paging = has_more ? await import('./tree-paging.ts') : undefined;
  if (!row.isConnected || !isExpanded(row)) return;
  for (const one of below(row)) one.remove();
  if (!items.length) {
    setBranch(row, 'none');
    return;
  }
  const made = items.map((item) => makeRow(item, depthOf(row) + 1));
  row.after(...made);
  paging?.settleMore(String(treeRowId(row)), row, true);
  reopen(made);
}

/** Opens those of these rows that were open before. */
export function reopen(found: TreeRow[]): void {
  const open = new Set(remembered());
  for (const row of found)
    if (open.has(treeRowId(row)) && row.getAttribute('aria-expanded') === 'false') void expand(row);
}

async function load(row: TreeRow, id: number): Promise<void> {
  const skeleton = el('li', { role: 'none' }, el('span', { class: 'skeleton' }));
  const timer = setTimeout(() => row.after(skeleton), SKELETON_AFTER_MS);
  try {
    const part = await send<TreePart>('GET', `/api/nav/menu?parent_id=${id}&limit=${PART}`);
    const text = JSON.stringify(part);
    const isNew = text !== kept(id);
    sessionStorage.setItem(levelKey(id), text);
    skeleton.remove();
    if (isNew) await showLevel(row, part);
  } finally {
    clearTimeout(timer);
    skeleton.remove();
  }
}

/** Resolves when the level is shown. */
export async function expand(row: TreeRow): Promise<void> {
  if (row.getAttribute('aria-expanded') !== 'false') return;
  const id = treeRowId(row);
  row.setAttribute('aria-expanded', 'true');
  remember(id, true);
  const before = kept(id);
  try {
    if (before) await showLevel(row, JSON.parse(before) as TreePart);
    await load(row, id);
  } catch (error) {
    if (!before) collapse(row);
    failed(error);
  }
}

export function collapse(row: TreeRow): void {
  if (!isExpanded(row)) return;
  const hadFocus = below(row).some((one) => one.contains(document.activeElement));
  for (const one of below(row)) one.remove();
  row.setAttribute('aria-expanded', 'false');
  remember(treeRowId(row), false);
  if (hadFocus) row.focus();
}

/** What was seen of these levels is no longer true. */
export function forgetLevel(...ids: (number | string | undefined)[]): void {
  for (const id of ids) if (id) sessionStorage.removeItem(levelKey(Number(id)));
}

/** The row of a page after its level was changed here: a branch with children, or a leaf. */
export function settleBranch(parent: string): void {
  const row = parent ? rowById(parent) : null;
  if (!row) return;
  const hasShown = below(row).length > 0;
  if (hasShown !== isExpanded(row)) setBranch(row, hasShown ? 'open' : 'none');
  if (hasShown) remember(treeRowId(row), true);
  forgetLevel(parent);
}
