// What the items of a shared document name, one by one, and how a document loses those that may not stay.
import * as Y from 'yjs';
import { isSpared, type WrittenReference, writtenInAttribute, writtenInMark } from '../../blocks/references.ts';

/** One live item of a document with what it names. */
export interface ItemReference extends WrittenReference {
  item: Y.Item;
}

/** As a word, by which the same thing named twice is known. */
export const referenceKey = ({ kind, id }: WrittenReference): string => `${kind} ${id}`;

/** The editor's binding puts a hash behind the name of marks that may overlap themselves. */
const markOf = (format: string): string => format.split('--')[0] as string;

export function itemReference({ content, parent, parentSub }: Y.Item): WrittenReference | null {
  if (content instanceof Y.ContentFormat) return writtenInMark(markOf(content.key), content.value);
  if (parentSub === null || !(parent instanceof Y.XmlElement)) return null;
  return writtenInAttribute(parent.nodeName, parentSub, content.getContent().at(-1));
}

/** Items of some clients, of each from a moment of its own on. */
function* itemsFrom({ store }: Y.Doc, moments: Iterable<[client: number, clock: number]>): Generator<Y.Item> {
  for (const [client, clock] of moments) {
    const structs = store.clients.get(client) ?? [];
    for (let at = Y.findIndexSS(structs, clock); at < structs.length; at += 1) {
      const struct = structs[at];
      if (struct instanceof Y.Item) yield struct;
    }
  }
}

const itemsIn = (doc: Y.Doc): Generator<Y.Item> =>
  itemsFrom(
    doc,
    [...doc.store.clients.keys()].map((client) => [client, 0]),
  );

function referenceOf(item: Y.Item): ItemReference | [] {
  const written = item.deleted ? null : itemReference(item);
  return written ? { ...written, item } : [];
}

/** All that a document names. */
export const referencesIn = (doc: Y.Doc): ItemReference[] => [...itemsIn(doc)].flatMap(referenceOf);

/** Words of all that was ever named by items of which something is still known, with those items. */
export function* writtenIn(doc: Y.Doc): Generator<[string, Y.Item]> {
  for (const item of itemsIn(doc)) {
    const written = itemReference(item);
    if (written) yield [referenceKey(written), item];
  }
}

/**
 * What a transaction that is about to end has added to what its document names; most add nothing, and cost nothing.
 * What stood there before is moved and copied by whoever writes: it was asked for when it came.
 */
export function referencesAdded(transaction: Y.Transaction): ItemReference[] {
  const { doc, beforeState, afterState, deleteSet } = transaction;
  const changed: [number, number][] = [];
  afterState.forEach((clock, client) => {
    const before = beforeState.get(client) ?? 0;
    if (before < clock) changed.push([client, before]);
  });
  const isNew = ({ id }: Y.Item) => id.clock >= (beforeState.get(id.client) ?? 0);
  const added = [...itemsFrom(doc, changed)].flatMap(referenceOf);
  if (!added.length) return added;
  const before = new Set(referencesIn(doc).flatMap((one) => (isNew(one.item) ? [] : referenceKey(one))));
  Y.iterateDeletedStructs(transaction, deleteSet, (struct) => {
    const written = struct instanceof Y.Item && !isNew(struct) ? itemReference(struct) : null;
    if (written) before.add(referenceKey(written));
  });
  return added.filter((one) => !before.has(referenceKey(one)));
}

/** A document goes on without these; answers what others must take to do so too, null: all of them have gone already. */
export function withoutReferences(doc: Y.Doc, refused: ItemReference[], origin?: unknown): Uint8Array | null {
  const made: Uint8Array[] = [];
  const note = (update: Uint8Array) => made.push(update);
  doc.on('update', note);
  doc.transact((transaction) => {
    for (const { item } of refused) if (!item.deleted) leaveOut(item, transaction);
  }, origin);
  doc.off('update', note);
  return made[0] ?? null;
}

/** A block that is nothing without what it names becomes an empty line; words lose a mark and keep what they say. */
function leaveOut(item: Y.Item, transaction: Y.Transaction): void {
  const element = item.parent as Y.XmlElement;
  const { parent } = element;
  if (item.parentSub === null || isSpared(item.parentSub)) {
    item.delete(transaction);
    return;
  }
  if (parent instanceof Y.XmlElement && parent.nodeName === 'block')
    parent.insert(parent.toArray().indexOf(element), [new Y.XmlElement('paragraph')]);
  element._item?.delete(transaction);
}
