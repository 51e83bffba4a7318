// Who wrote what: of each block the version that changed it last, found by walking back through the versions.
import type { Ctx } from '../../../core/kernel/context.ts';
import { LruCache } from '../../../core/kernel/lru-cache.ts';
import { type Block, walk } from '../../blocks/block.ts';
import { blockKey } from '../../blocks/diff/block-diff.ts';
import { storedBlocks } from '../content/page-body.ts';
import type { PageRow } from '../store.ts';
import { withoutDiscussions } from './compared-versions.ts';
import { versionBlocks } from './version-retention.ts';
import { versionStore, type WholeVersion } from './version-store.ts';
import { wholeVersion } from './versions.ts';

/** So far back is looked: versions, and characters of them. */
const VERSIONS_MAX = 100;
const CHARACTERS_MAX = 8_000_000;

/** In place of a place: longer ago than was looked. */
const OLDER = -1;

/** One change of the page, and who made it. */
export interface PageEdit {
  users: number[];
  at: string;
}

export interface BlockWriters {
  edits: PageEdit[];
  /** by the id of a block the place of its last change among these */
  blocks: Map<string, number>;
}

/** Blocks of one version by id, as what they say. */
type Said = Map<string, string>;

/** What each version says of itself never changes. */
const known = new LruCache<BlockWriters>(4_000_000, ({ edits, blocks }) => 64 * edits.length + 32 * blocks.size);

const saidBy = (blocks: Block[]): Said =>
  new Map([...walk(withoutDiscussions(blocks))].map((block) => [block.id, blockKey(block)]));

/** The same block in the version before: by its id, or where ids are new, another one that says the same. */
function originsIn(newer: Said, older: Said): (id: string) => string | undefined {
  const free = Map.groupBy(
    [...older.keys()].filter((id) => !newer.has(id)),
    (id) => older.get(id)!,
  );
  return (id) => {
    const key = newer.get(id)!;
    if (older.has(id)) return older.get(id) === key ? id : undefined;
    return free.get(key)?.shift();
  };
}

/** Where each block of a version stands in the one before; the id that it has in the newest goes with it. */
type Open = Map<string, string>;

/** Those that stand in the older version too; `changed` is told the others. */
function stepBack(open: Open, newer: Said, older: Said, changed: (id: string) => void): Open {
  const originOf = originsIn(newer, older);
  const still: Open = new Map();
  for (const [id, newest] of open) {
    const origin = originOf(id);
    if (origin === undefined) changed(newest);
    else still.set(origin, newest);
  }
  return still;
}

/** The versions that were looked at, newest first, and by the id of a block the place of the one that changed it. */
async function walkBack(ctx: Ctx, version: WholeVersion) {
  const visited: Pick<WholeVersion, 'id' | 'user_id' | 'created_at'>[] = [version];
  const blocks = new Map<string, number>();
  let said = saidBy(versionBlocks(version.blocks_json));
  let open: Open = new Map([...said.keys()].map((id) => [id, id]));
  for (let left = CHARACTERS_MAX - version.blocks_json.length; open.size && left > 0; ) {
    const place = visited.length - 1;
    if (visited.length >= VERSIONS_MAX) break;
    const older = await versionStore.before(ctx, version.page_id, visited[place]!.id);
    const before: Said = older ? saidBy(versionBlocks(older.blocks_json)) : new Map();
    open = stepBack(open, said, before, (id) => blocks.set(id, place));
    if (!older) break;
    left -= older.blocks_json.length;
    visited.push({ id: older.id, user_id: older.user_id, created_at: older.created_at });
    said = before;
  }
  for (const newest of open.values()) blocks.set(newest, OLDER);
  return { visited, blocks };
}

async function writersAt(ctx: Ctx, version: WholeVersion): Promise<BlockWriters> {
  const key = `${version.id} ${version.created_at} ${version.blocks_json.length}`;
  const found = known.get(key);
  if (found) return found;
  const { visited, blocks } = await walkBack(ctx, version);
  const authors = await versionStore.authors(ctx, visited);
  const edits = visited.map(({ id, created_at }) => ({ users: authors.get(id) ?? [], at: created_at }));
  known.set(key, { edits, blocks });
  return { edits, blocks };
}

/** Of the page as it is now: what no version holds yet is of those who have written since. */
export async function writersNow(ctx: Ctx, row: PageRow): Promise<BlockWriters> {
  const now = saidBy(storedBlocks(row));
  const last = await versionStore.last(ctx, row.id);
  const { edits, blocks } = last ? await writersAt(ctx, last) : { edits: [], blocks: new Map() };
  const originOf = originsIn(now, last ? saidBy(versionBlocks(last.blocks_json)) : new Map());
  const users = await versionStore.writers(ctx, row.id);
  const unsaved = { users: users.length || row.updated_by === null ? users : [row.updated_by], at: row.updated_at };
  const placed = [...now.keys()].flatMap((id): [string, number][] => {
    const origin = originOf(id);
    const place = origin === undefined ? edits.length : blocks.get(origin);
    return place === undefined ? [] : [[id, place]];
  });
  return { edits: [...edits, unsaved], blocks: new Map(placed) };
}

/** Of the blocks of one version of the page. @throws Problem not_found */
export const writersOfVersion = async (ctx: Ctx, pageId: number, id: number): Promise<BlockWriters> =>
  writersAt(ctx, await wholeVersion(ctx, pageId, id));
