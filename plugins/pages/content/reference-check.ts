// Ids that blocks name: what a writer adds is something they see, and pictures lie here. What stood there before may stay.

import { portions } from '../../../core/database/chunks.ts';
import { Problem, type ValidationDetail } from '../../../core/http/problem.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import type { Block } from '../../blocks/block.ts';
import { foreignAddress, foreignAddresses, linkForeign, MEDIA } from '../../blocks/external-media.ts';
import {
  type BlockReference,
  blockReferences,
  leaveOut,
  REFERENCE_KINDS,
  type ReferenceKind,
} from '../../blocks/references.ts';
import { files } from '../../files/contract.ts';
import { workspaces } from '../../workspaces/contract.ts';
import { namedSource } from '../extension-points.ts';
import { visibleIds } from '../page-queries.ts';
import { blockFileAddress, fileAddresses } from './file-url-references.ts';

type Step = string | number;
/** Ids by what they are of. */
type Ids = ReadonlyMap<ReferenceKind, ReadonlySet<number>>;

const TOLD_MAX = 20;

const WORDS: Record<ReferenceKind, string> = {
  pages: 'a page',
  files: 'a file',
  users: 'a person',
  synced: 'a synced block',
  databases: 'a database',
  views: 'a view',
  comments: 'a comment',
};

/** Of these ids, those that the actor may name in a page of this workspace; null: in what serves all of them. */
export async function nameable(
  ctx: Ctx,
  workspaceId: number | null,
  kind: ReferenceKind,
  ids: number[],
): Promise<Set<number>> {
  if (kind === 'pages') return visibleIds(ctx, ids);
  if (kind === 'files') return ctx.use(files).readable(ctx, ids);
  if (kind === 'users') return mentionable(ctx, workspaceId, ids);
  const source = ctx.app.contributions(namedSource).find((one) => one.kind === kind);
  return source ? source.visible(ctx, ids) : new Set(ids);
}

/** People of the workspace: all of them to its members, and to guests those that they know. */
async function mentionable(ctx: Ctx, workspaceId: number | null, ids: number[]): Promise<Set<number>> {
  const there = workspaceId === null ? new Set(ids) : await ctx.use(workspaces).belonging(ctx, workspaceId, ids);
  const scope = await ctx.app.access.scope(ctx);
  if (workspaceId !== null && (scope.everything || scope.workspaceIds.includes(workspaceId))) return there;
  return new Set((await ctx.use(accounts).known(ctx, [...there])).map(({ id }) => id));
}

export function idsIn(blocks: Block[]): Map<ReferenceKind, Set<number>> {
  const found = new Map<ReferenceKind, Set<number>>(REFERENCE_KINDS.map((kind) => [kind, new Set()]));
  for (const { kind, id } of blockReferences(blocks)) found.get(kind)?.add(id);
  return found;
}

type MayName = (kind: ReferenceKind, ids: number[]) => Promise<ReadonlySet<number>>;

async function hiddenOf(found: Ids, mayName: MayName): Promise<Map<ReferenceKind, Set<number>>> {
  const hidden = new Map<ReferenceKind, Set<number>>();
  for (const [kind, named] of found) {
    const own = new Set(named);
    for (const some of portions([...named])) for (const id of await mayName(kind, some)) own.delete(id);
    hidden.set(kind, own);
  }
  return hidden;
}

const without = (found: Ids, known: Ids): Ids =>
  new Map([...found].map(([kind, named]) => [kind, new Set([...named].filter((id) => !known.get(kind)?.has(id)))]));

const isAny = (ids: Ids): boolean => [...ids.values()].some(({ size }) => size > 0);

/**
 * `stored` reads what the blocks come in place of, and is asked only when they name anything that the actor does not see.
 * @throws Problem validation_failed with the place of each id and address that they may not name
 */
export async function checkBlockReferences(
  ctx: Ctx,
  workspaceId: number | null,
  blocks: Block[],
  stored: () => Promise<Block[]> = async () => [],
): Promise<void> {
  const hidden = await hiddenOf(idsIn(blocks), (kind, ids) => nameable(ctx, workspaceId, kind, ids));
  if (!isAny(hidden) && !foreignAddresses(blocks).size && !fileAddresses(blocks).size) return;
  const before = await stored();
  const added = without(hidden, idsIn(before));
  const faults = [...hiddenFaults(blocks, added), ...addressFaults(blocks, before)];
  if (faults.length)
    throw new Problem('validation_failed', 'The blocks refer to something they must not.', {
      validation: faults.slice(0, TOLD_MAX),
    });
}

const notVisible = (kind: ReferenceKind): string => `names ${WORDS[kind]} that does not exist or is not visible to you`;

const detail = (place: Step[], msg: string, type: string, input: unknown): ValidationDetail => {
  return { loc: ['body', 'blocks', ...place], msg, type, input };
};

function* hiddenFaults(blocks: Block[], hidden: Ids): Generator<ValidationDetail> {
  const isHidden = ({ kind, id }: BlockReference) => hidden.get(kind)?.has(id);
  for (const named of isAny(hidden) ? blockReferences(blocks) : []) {
    if (!isHidden(named)) continue;
    const { kind, id, block, at } = named;
    yield detail([...placeOf(blocks, block), ...at], notVisible(kind), 'value_error', id);
  }
}

/** Files that the writer sees have their ids by now: one of another address is hidden from them, or there is none. */
function* addressFaults(blocks: Block[], before: Block[]): Generator<ValidationDetail> {
  const [foreign, own] = [foreignAddresses(before), fileAddresses(before)];
  for (const [block, place] of placed(blocks)) {
    const at = [...place, 'data', 'url'];
    const elsewhere = foreignAddress(block);
    if (elsewhere !== null && !foreign.has(elsewhere))
      yield detail(at, 'must be an address of this service', 'url_scheme', elsewhere);
    const address = blockFileAddress(block);
    if (address !== undefined && !own.has(address)) yield detail(at, notVisible('files'), 'value_error', address);
  }
}

const placeOf = (blocks: Block[], wanted: Block): Step[] => {
  for (const [block, place] of placed(blocks)) if (block === wanted) return place;
  return [];
};

/** Each block with its place in the list. */
function* placed(blocks: Block[], above: Step[] = []): Generator<[Block, Step[]]> {
  for (const [index, block] of blocks.entries()) {
    yield [block, [...above, index]];
    if (block.children) yield* placed(block.children, [...above, index, 'children']);
  }
}

/** Blocks that somebody else has kept, for a page that the actor makes of them: without what the actor does not see. */
export async function withoutHiddenReferences(ctx: Ctx, workspaceId: number | null, kept: Block[]): Promise<Block[]> {
  const hidden = await hiddenOf(idsIn(kept), (kind, ids) => nameable(ctx, workspaceId, kind, ids));
  const blocks = withoutMedia(structuredClone(kept), hidden.get('files') as Set<number>);
  if (isAny(hidden)) leaveOut(blocks, (kind, id) => hidden.get(kind)?.has(id) ?? false);
  linkForeign(blocks);
  return blocks;
}

/**
 * A picture without its file would only look broken. By an address, the file would be looked for with the rights of the
 * actor, who did not write it.
 */
const withoutMedia = (blocks: Block[], hidden: ReadonlySet<number>): Block[] =>
  blocks
    .filter((block) => !MEDIA.has(block.type) || !(hidden.has(Number(block.data.fileId)) || blockFileAddress(block)))
    .map((block) => (block.children ? { ...block, children: withoutMedia(block.children, hidden) } : block));
