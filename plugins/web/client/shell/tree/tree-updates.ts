// The tree follows what is done beside it, by others and in a text or another tab by oneself: a level that is shown is
// asked for again when a page of it has changed.
import { type PageEvent, tellPageChange } from '../../../../../core/client/page-events.ts';
import { RequestError, send } from '../../../../../core/client/request.ts';
import { forgetLevel, reopen } from './tree-levels.ts';
import { moreIn, settleMore } from './tree-paging.ts';
import {
  below,
  depthOf,
  isExpanded,
  levelRows,
  makeRow,
  PART,
  rowById,
  setBranch,
  type TreeLine,
  type TreePart,
  type TreeRow,
  treeElement,
  treeTitle,
} from './tree-rows.ts';

/** Changes come in bursts; a page that is being written changes every two seconds, and its name seldom. */
const SOON_MS = 500;
const LATER_MS = 3_000;

/** What gives a page a place that it did not have. */
const PLACING = new Set(['page.created', 'page.moved', 'page.restored']);

/** pages that changed, and whether they may stand elsewhere now */
const changed = new Map<number, boolean>();
/** levels that are to be asked for again */
const stale = new Set<string>();
let isAny = false;
const timers: { soon?: ReturnType<typeof setTimeout>; later?: ReturnType<typeof setTimeout> } = {};
let running: Promise<void> = Promise.resolve();

/** How long a move by hand may be on its way: until then the server may know less than the tree. */
const HANDS_MS = 2_000;
let touchedAt = Number.NEGATIVE_INFINITY;
const observer = new MutationObserver(() => {
  touchedAt = performance.now();
});
observer.observe(treeElement() as HTMLElement, { childList: true });

/** Notes what happened to a page beside the tree, by whomever; null: anything may have happened. */
export function applyPageEvent(event: PageEvent | null): void {
  // Rows of databases stand in no tree.
  if (event && (event.resource !== 'page' || event.collection_id !== undefined)) return;
  const wasPlaced = event?.type !== 'page.deleted' && changed.get(event?.id ?? 0) === true;
  if (event) changed.set(event.id, PLACING.has(event.type) || wasPlaced);
  else isAny = true;
  if (event?.type === 'page.updated') timers.later ??= setTimeout(look, LATER_MS);
  else timers.soon ??= setTimeout(look, SOON_MS);
}

/** Nobody looks at a hidden tab. */
function look(): void {
  for (const timer of Object.values(timers)) clearTimeout(timer);
  timers.soon = undefined;
  timers.later = undefined;
  if (document.hidden) document.addEventListener('visibilitychange', look, { once: true });
  // Without an answer the tree stays as it is until the next change or the next page.
  else running = running.then(refresh).catch(() => undefined);
}

const shownLevels = (): string[] => [
  '',
  ...[...document.querySelectorAll<TreeRow>('.tree > [aria-expanded="true"]')].map(({ dataset }) => dataset.id ?? ''),
];

async function refresh(): Promise<void> {
  if (isAny) for (const parent of shownLevels()) stale.add(parent);
  const events = [...changed];
  isAny = false;
  changed.clear();
  for (const [id, isPlaced] of events) {
    const row = rowById(id);
    if (row) stale.add(row.dataset.parent ?? '');
    const parent = isPlaced ? await parentNow(id) : undefined;
    if (parent !== undefined) stale.add(parent);
  }
  for (const parent of [...stale]) await refreshLevel(parent);
}

/** Where the page stands now; nothing when it is gone, hidden or of another workspace. */
async function parentNow(id: number): Promise<string | undefined> {
  try {
    const page = await send<{ parent_id: number | null; workspace_id: number }>('GET', `/api/v2/pages/${id}`);
    return String(page.workspace_id) === workspace() ? String(page.parent_id ?? '') : undefined;
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return undefined;
    throw error;
  }
}

const workspace = (): string => document.getElementById('menu')?.dataset.workspace ?? '';

async function refreshLevel(parent: string): Promise<void> {
  stale.delete(parent);
  forgetLevel(parent);
  if (parent && !rowById(parent)) return;
  const query = parent ? `parent_id=${parent}` : `workspace_id=${workspace()}`;
  const part = await send<TreePart>('GET', `/api/nav/menu?${query}&${shownPart(parent)}`);
  const { items } = part;
  if (performance.now() - touchedAt < HANDS_MS) {
    stale.add(parent);
    timers.later ??= setTimeout(look, LATER_MS);
    return;
  }
  const owner = parent ? rowById(parent) : null;
  if (owner && !isExpanded(owner)) return setBranch(owner, items.length ? 'closed' : 'none');
  if (owner && !items.length) setBranch(owner, 'none');
  show(parent, owner, items);
  settleMore(parent, owner, part.has_more);
  observer.takeRecords();
}

/** So much of the level as is shown of it, from its first row that stands where it stood; of a whole one, one more. */
function shownPart(parent: string): string {
  const shown = levelRows(parent);
  const wanted = shown.length + (moreIn(parent, 'more') ? 0 : 1);
  const query = new URLSearchParams({ limit: String(Math.min(1000, Math.max(PART, wanted))) });
  const first = moreIn(parent, 'earlier') && shown.find((row) => !changed.has(Number(row.dataset.id)));
  if (first) query.set('from', first.dataset.id ?? '');
  return String(query);
}

/** Brings the rows of a level to what it is now; those that stay keep what is open below them, and the focus. */
function show(parent: string, owner: TreeRow | null, items: TreeLine[]): void {
  const kept = new Set(items.map(({ id }) => String(id)));
  for (const row of levelRows(parent))
    if (!kept.has(row.dataset.id ?? '')) for (const one of [...below(row), row]) one.remove();
  const depth = owner ? depthOf(owner) + 1 : 0;
  const made: TreeRow[] = [];
  let before: Element | null = moreIn(parent, 'earlier') ?? moreIn(parent, 'find') ?? owner;
  for (const item of items) {
    const known = rowById(item.id);
    const isHere = known?.dataset.parent === parent;
    if (known && !isHere) for (const one of [...below(known), known]) one.remove();
    const row = known && isHere ? known : makeRow(item, depth);
    if (row !== known) made.push(row);
    before = place([row, ...below(row)], before);
    name(row, item);
  }
  reopen(made);
  observer.takeRecords();
}

/** Puts rows after another one, or first; rows that stand there already are not touched. Answers the last of them. */
function place(rows: TreeRow[], before: Element | null): Element {
  const tree = treeElement() as HTMLElement;
  const next = before ? before.nextElementSibling : tree.firstElementChild;
  if (next !== rows[0]) {
    if (before) before.after(...rows);
    else tree.prepend(...rows);
  }
  return rows.at(-1) as TreeRow;
}

function name(row: TreeRow, { id, title, page_icon, position, has_children, may }: TreeLine): void {
  row.dataset.position = String(position);
  if (may) row.dataset.may = may.join(' ');
  if (has_children !== row.hasAttribute('aria-expanded')) setBranch(row, has_children ? 'closed' : 'none');
  // A page that is being written here knows its name best, and a name that is being typed stays.
  if (document.querySelector(`.article[data-page="${id}"]`) || row.querySelector('input')) return;
  const sign = row.querySelector('.tree-icon')?.textContent ?? '';
  const isCustom = page_icon.startsWith('custom:');
  if (treeTitle(row) !== title || (!isCustom && sign !== page_icon)) tellPageChange({ id, title, icon: page_icon });
}
