// A page as a shared document and back: title and blocks in, title and blocks out.
import * as Y from 'yjs';
import { BLOCK_DEPTH_MAX, type Block, type Json } from '../../blocks/block.ts';
import { BlockFault } from '../../blocks/codec/block-errors.ts';
import { readBlocks } from '../../blocks/codec/codec.ts';
import { fromDocJson, holdsBlocks, toDocJson } from '../../blocks/schema/prosemirror-json.ts';
import { sharedText } from '../../pages/contract.ts';

const { freeId, levelJson, updateYText, settleIds, writeLevel } = await sharedText();

const TITLE_MAX = 500;
/** Seeds of one content are one and the same change, so that two of them never double the text. */
const SEED_CLIENT = 1;
/** The paragraph of an empty page; two people who begin to write at once write into the same one. */
const FIRST_BLOCK = 'first';
/** Of all that this process writes for the API: one client, however many calls there are. */
export const SERVER_CLIENT = new Y.Doc().clientID;

export interface YDocBody {
  title: string;
  blocks: Block[];
}

/** A document of updates; those that build on something missing wait inside it. */
export function createYDoc(updates: Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  if (updates.length)
    doc.transact(() => {
      for (const update of updates) Y.applyUpdate(doc, update);
    });
  return doc;
}

/**
 * Applies a change, or of one that builds on something missing what can be; false: whoever has the rest is to send all
 * of it again. Kept here, that would come in with the change of somebody else, and as theirs.
 */
export function applyFullUpdate(doc: Y.Doc, update: Uint8Array, origin: unknown): boolean {
  const { store } = doc;
  const before = store.pendingStructs;
  store.pendingStructs = null;
  Y.applyUpdate(doc, update, origin);
  const isWhole = store.pendingStructs === null;
  store.pendingStructs = before;
  return isWhole;
}

export function seed(body: YDocBody): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = SEED_CLIENT;
  write(doc, body);
  return Y.encodeStateAsUpdate(doc);
}

/** Brings a document to this body, or to the part of it that is given. */
export function write(doc: Y.Doc, { title, blocks }: Partial<YDocBody>): void {
  doc.transact(() => {
    if (title !== undefined) updateYText(doc.getText('title'), doc.getText('title').toString(), title);
    if (!blocks) return;
    const list = blocks.length ? blocks : [{ id: FIRST_BLOCK, type: 'paragraph', data: {}, content: [] }];
    settleIds(doc.getXmlFragment('blocks'));
    writeLevel(doc.getXmlFragment('blocks'), toDocJson(list).content ?? []);
  });
}

/** What must be added to the updates of a document so that it has this body; null when it has. */
export function updateTo(
  updates: Uint8Array[],
  body: Partial<YDocBody>,
  client: number = SERVER_CLIENT,
): Uint8Array | null {
  const doc = createYDoc(updates);
  doc.clientID = client;
  const made: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => made.push(update));
  write(doc, body);
  doc.destroy();
  return made.length ? Y.mergeUpdates(made) : null;
}

/** All updates of a document as one, without what is superfluous in them. */
export function mergedState(updates: Uint8Array[]): Uint8Array {
  const doc = createYDoc(updates);
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return state;
}

/** The body of a document. Reading it changes nothing in it; what breaks a rule is kept as an `unknown` block. */
export function project(doc: Y.Doc): YDocBody {
  const title = doc.getText('title').toString().toWellFormed();
  const raw = fromDocJson({ type: 'doc', content: levelJson(doc.getXmlFragment('blocks')) }) as RawBlock[];
  giveEachItsId(raw, new Set());
  return { title: titleOf(title), blocks: withoutFirst(read(raw)) };
}

const titleOf = (title: string): string =>
  title
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, TITLE_MAX)
    .toWellFormed();

/** An empty page is an empty list, as it was before it was opened. */
function withoutFirst(blocks: Block[]): Block[] {
  const [only, ...more] = blocks;
  const untouched = only?.id === FIRST_BLOCK && only.type === 'paragraph' && !only.content?.length && !only.children;
  return untouched && !more.length ? [] : blocks;
}

interface RawBlock extends Record<string, unknown> {
  id?: string;
  type: string;
  children?: RawBlock[];
}

function giveEachItsId(list: RawBlock[], used: Set<string>): void {
  for (const block of list) {
    block.id = freeId(block.id, used);
    giveEachItsId(block.children ?? [], used);
  }
}

function read(raw: RawBlock[]): Block[] {
  try {
    return readBlocks(raw).blocks;
  } catch (error) {
    if (!(error instanceof BlockFault)) throw error;
    return raw.flatMap((block) => keep(block, 1));
  }
}

/** One block with what stands in it; what is too deep, or stands in nothing that may hold it, comes after it. */
function keep(raw: RawBlock, depth: number): Block[] {
  const fits = depth < BLOCK_DEPTH_MAX;
  const below = (raw.children ?? []).flatMap((child) => keep(child, fits ? depth + 1 : depth));
  const block = alone(raw);
  if (!below.length) return [block];
  if (!fits || !holdsBlocks(block.type)) return [block, ...below];
  return [{ ...block, children: below }];
}

function alone({ children: _, ...raw }: RawBlock): Block {
  if (raw.type === 'column') return { id: raw.id as string, type: 'column', data: {} };
  try {
    const inside = raw.type === 'columns' ? { children: [{ type: 'column' }] } : {};
    const { children: _filler, ...block } = readBlocks([{ ...raw, ...inside }]).blocks[0] as Block;
    return block;
  } catch (error) {
    if (!(error instanceof BlockFault)) throw error;
    return { id: raw.id as string, type: 'unknown', data: { original: raw as Json } };
  }
}
