// Ids that blocks name: what a writer adds is something they see, and pictures lie here. What stood there before may stay.
import type { Ctx } from '../../core/context.ts';
import { portions } from '../../core/portions.ts';
import { Problem, type ValidationDetail } from '../../core/problem.ts';
import { accounts } from '../auth/contract.ts';
import { files } from '../files/contract.ts';
import { workspaces } from '../workspaces/contract.ts';
import type { Block } from './blocks/block.ts';
import { foreignAddress, foreignAddresses, linkForeign, MEDIA } from './blocks/foreign-media.ts';
import { KINDS, type Kind, leaveOut, type Named, namedIn } from './blocks/references.ts';
import type { AskWriters } from './contract.ts';
import { namedSource } from './points.ts';
import { visibleIds } from './reading.ts';

type Step = string | number;
/** Ids by what they are of. */
type Ids = ReadonlyMap<Kind, ReadonlySet<number>>;

const TOLD_MAX = 20;

/** What is written together has its files looked at by what the page has shown so far, in any of its versions. */
const WITHOUT_FILES = KINDS.filter((kind) => kind !== 'files');

const WORDS: Record<Kind, string> = {
  pages: 'a page',
  files: 'a file',
  users: 'a person',
  synced: 'a synced block',
  databases: 'a database',
  views: 'a view',
  comments: 'a comment',
};

/** Of these ids, those that the actor may name in a page of this workspace; null: in what serves all of them. */
async function nameable(ctx: Ctx, workspaceId: number | null, kind: Kind, ids: number[]): Promise<Set<number>> {
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

function idsIn(blocks: Block[], kinds: readonly Kind[] = KINDS): Map<Kind, Set<number>> {
  const found = new Map<Kind, Set<number>>(kinds.map((kind) => [kind, new Set()]));
  for (const { kind, id } of namedIn(blocks)) found.get(kind)?.add(id);
  return found;
}

type MayName = (kind: Kind, ids: number[]) => Promise<ReadonlySet<number>>;

async function hiddenOf(found: Ids, mayName: MayName): Promise<Map<Kind, Set<number>>> {
  const hidden = new Map<Kind, Set<number>>();
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
export async function requireNamed(
  ctx: Ctx,
  workspaceId: number | null,
  blocks: Block[],
  stored: () => Promise<Block[]> = async () => [],
): Promise<void> {
  const hidden = await hiddenOf(idsIn(blocks), (kind, ids) => nameable(ctx, workspaceId, kind, ids));
  const foreign = foreignAddresses(blocks);
  if (!isAny(hidden) && !foreign.size) return;
  const before = await stored();
  const added = without(hidden, idsIn(before));
  const known = foreignAddresses(before);
  const faults = [...hiddenFaults(blocks, added), ...foreignFaults(blocks, known)];
  if (faults.length)
    throw new Problem('validation_failed', 'The blocks name what they may not.', {
      validation: faults.slice(0, TOLD_MAX),
    });
}

const detail = (place: Step[], msg: string, type: string, input: unknown): ValidationDetail => {
  return { loc: ['body', 'blocks', ...place], msg, type, input };
};

function* hiddenFaults(blocks: Block[], hidden: Ids): Generator<ValidationDetail> {
  const isHidden = ({ kind, id }: Named) => hidden.get(kind)?.has(id);
  for (const named of isAny(hidden) ? namedIn(blocks) : []) {
    if (!isHidden(named)) continue;
    const { kind, id, block, at } = named;
    const msg = `names ${WORDS[kind]} that does not exist or is not visible to you`;
    yield detail([...placeOf(blocks, block), ...at], msg, 'value_error', id);
  }
}

function* foreignFaults(blocks: Block[], known: ReadonlySet<string>): Generator<ValidationDetail> {
  for (const [block, place] of placed(blocks)) {
    const address = foreignAddress(block);
    if (address === null || known.has(address)) continue;
    yield detail([...place, 'data', 'url'], 'must be an address of this service', 'url_scheme', address);
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

/** The same for what people wrote together, in place: what its writer may not name is left out, or a link in words. */
export async function leaveOutUnnamed(
  workspaceId: number | null,
  blocks: Block[],
  before: Block[],
  writers: AskWriters,
): Promise<void> {
  const further = without(idsIn(blocks, WITHOUT_FILES), idsIn(before, WITHOUT_FILES));
  const hidden = await hiddenOf(further, (kind, ids) =>
    writers(ids, (writer, some) => nameable(writer, workspaceId, kind, some)),
  );
  if (isAny(hidden)) leaveOut(blocks, (kind, id) => hidden.get(kind)?.has(id) ?? false);
  linkForeign(blocks, foreignAddresses(before));
}

/** Blocks that somebody else has kept, for a page that the actor makes of them: without what the actor does not see. */
export async function seenBlocks(ctx: Ctx, workspaceId: number | null, kept: Block[]): Promise<Block[]> {
  const hidden = await hiddenOf(idsIn(kept), (kind, ids) => nameable(ctx, workspaceId, kind, ids));
  const blocks = withoutMedia(structuredClone(kept), hidden.get('files') as Set<number>);
  if (isAny(hidden)) leaveOut(blocks, (kind, id) => hidden.get(kind)?.has(id) ?? false);
  linkForeign(blocks);
  return blocks;
}

/** A picture without its file would only look broken. */
const withoutMedia = (blocks: Block[], hidden: ReadonlySet<number>): Block[] =>
  blocks
    .filter(({ type, data }) => !MEDIA.has(type) || !hidden.has(Number(data.fileId)))
    .map((block) => (block.children ? { ...block, children: withoutMedia(block.children, hidden) } : block));
