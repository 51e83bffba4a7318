// The shared document as the editor shows it, and what was changed there written back: by ids, and only what changed.
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { fixTables } from 'prosemirror-tables';
import * as Y from 'yjs';
import type { NodeJson } from '../../../blocks/schema/prosemirror-json.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { blocksJson, type Child, derivedId, fragmentChildren, freeId } from '../../../blocks/ydoc/read.ts';
import { settleIds, writeElement, writeLevel } from '../../../blocks/ydoc/write.ts';
import { salvage } from './schema-repair.ts';

/** The paragraph of an empty page, as the server seeds it: two who begin at once write into the same one. */
const FIRST_BLOCK = 'first';

/** Usually one block; two people who turn a block into different things at once leave two of it. */
function blocksOf(child: Child): readonly Node[] {
  if (!(child instanceof Y.XmlElement)) return [];
  const list = blocksJson(child).map((json) => (json.type === 'block' ? json : inBlock(json, derivedId(child))));
  try {
    const nodes = list.map((json) => schema.nodeFromJSON(json));
    for (const node of nodes) node.check();
    return withWholeTables(nodes);
  } catch {
    return withWholeTables(salvage(list).map((json) => schema.nodeFromJSON(json)));
  }
}

const inBlock = (content: NodeJson, id: string): NodeJson => ({ type: 'block', attrs: { id }, content: [content] });

/** A row and a column that were added at once leave a hole; it is filled where it is shown, and not by everybody. */
function withWholeTables(nodes: Node[]): readonly Node[] {
  const hasTable = (node: Node): boolean => node.type.name === 'table' || node.children.some(hasTable);
  if (!nodes.some(hasTable)) return nodes;
  const state = EditorState.create({ doc: schema.node('doc', null, nodes) });
  return (fixTables(state)?.doc ?? state.doc).children;
}

const isNamed = ({ type }: Node): boolean => type === schema.nodes.block || type === schema.nodes.column;

/** What the editor shows of one element at the top. */
interface Shown {
  nodes: readonly Node[];
  /** ids of all blocks in them, in order */
  ids: readonly string[];
}

const NOTHING: Shown = { nodes: [], ids: [] };

const idsIn = (node: Node): string[] =>
  node.isTextblock || node.isLeaf
    ? []
    : [...(isNamed(node) ? [node.attrs.id as string] : []), ...node.children.flatMap(idsIn)];

const showing = (nodes: readonly Node[]): Shown => ({ nodes, ids: nodes.flatMap(idsIn) });

/** The node with ids that nothing before it has. */
function unique(node: Node, used: Set<string>): Node {
  const id = isNamed(node) ? freeId(node.attrs.id, used) : undefined;
  if (node.isTextblock || node.isLeaf) return node;
  const children = node.children.map((child) => unique(child, used));
  const isSame = (id === undefined || id === node.attrs.id) && children.every((one, i) => one === node.child(i));
  return isSame ? node : node.type.create(id === undefined ? node.attrs : { ...node.attrs, id }, children);
}

const jsonOf = (node: Node): NodeJson => node.toJSON() as NodeJson;

/** Whether an element stands for this node, so that it can be written into it. */
const standsFor = (child: Child | undefined, node: Node): child is Y.XmlElement =>
  child instanceof Y.XmlElement &&
  child.nodeName === node.type.name &&
  (!isNamed(node) || child.getAttribute('id') === node.attrs.id);

/** Writes what differs between a node as it was shown and as it is; what is the same in both is not looked at. */
function writeDifference(element: Y.XmlElement, before: Node, after: Node): void {
  const children = fragmentChildren(element);
  const isAlike =
    !after.inlineContent &&
    before.sameMarkup(after) &&
    before.childCount === after.childCount &&
    children.length === after.childCount &&
    after.children.every((node, i) => node === before.child(i) || standsFor(children[i], node));
  if (!isAlike) writeElement(element, jsonOf(after));
  for (const [i, node] of isAlike ? after.children.entries() : [])
    if (node !== before.child(i)) writeDifference(children[i] as Y.XmlElement, before.child(i), node);
}

export class Mirror {
  readonly #fragment: Y.XmlFragment;
  readonly #shown = new WeakMap<Child, Shown>();
  /** an id stands twice in the document */
  #isTwice = false;
  /** what is shown, where each element at the top stands for one block of it: then a change is found by comparing blocks */
  #even: { doc: Node; list: readonly Child[] } | null = null;

  constructor(fragment: Y.XmlFragment) {
    this.#fragment = fragment;
  }

  /** The document as it is now; only those of its blocks that changed are read anew. */
  read(changed: ReadonlySet<unknown>): Node {
    this.#even = null;
    const used = new Set<string>();
    const wasTwice = this.#isTwice;
    this.#isTwice = false;
    const nodes = fragmentChildren(this.#fragment).flatMap((child) => {
      const known = changed.has(child) || wasTwice ? undefined : this.#shown.get(child);
      const shown = this.#withOwnIds(known ?? showing(blocksOf(child)), used);
      this.#shown.set(child, shown);
      return shown.nodes;
    });
    const { doc, block, paragraph } = schema.nodes;
    return doc!.create(null, nodes.length ? nodes : block!.create({ id: FIRST_BLOCK }, paragraph!.create()));
  }

  #withOwnIds(found: Shown, used: Set<string>): Shown {
    const before = used.size;
    const isFree = found.ids.every((id) => !used.has(id));
    if (isFree) for (const id of found.ids) used.add(id);
    if (isFree && used.size === before + found.ids.length) return found;
    this.#isTwice = true;
    for (const id of isFree ? found.ids : []) used.delete(id);
    return showing(found.nodes.map((node) => unique(node, used)));
  }

  /** Notes that the editor shows what was read: from here on its own nodes stand for the elements. */
  keep(doc: Node): void {
    let at = 0;
    const list = fragmentChildren(this.#fragment);
    for (const child of list) {
      const { nodes, ids } = this.#shown.get(child) ?? NOTHING;
      this.#shown.set(child, { nodes: doc.children.slice(at, at + nodes.length), ids });
      at += nodes.length;
    }
    this.#remember(doc, list);
  }

  #remember(doc: Node, list: readonly Child[]): void {
    const isEven = list.length === doc.childCount && list.every((child) => this.#shown.get(child)?.nodes.length === 1);
    this.#even = isEven ? { doc, list } : null;
  }

  /** Writes a change within one block, which is what typing is, without a look at all the others. */
  #writeOne(doc: Node): boolean {
    const { doc: before, list } = this.#even ?? {};
    if (!before || !list || this.#isTwice || doc.childCount !== before.childCount) return false;
    const [old, now] = [before.children, doc.children];
    const first = now.findIndex((node, i) => node !== old[i]);
    if (first < 0 || first !== now.findLastIndex((node, i) => node !== old[i])) return false;
    const [child, node] = [list[first], now[first]!];
    if (!standsFor(child, node)) return false;
    writeDifference(child, old[first]!, node);
    this.#shown.set(child, showing([node]));
    this.#even = { doc, list };
    return true;
  }

  /** Writes what the editor shows. */
  write(doc: Node): void {
    if (this.#writeOne(doc)) return;
    if (this.#isTwice) settleIds(this.#fragment);
    this.#isTwice = false;
    const present = fragmentChildren(this.#fragment);
    const nodes = doc.children;
    const standsAt = (child: Child, at: number): number => {
      const shown = this.#shown.get(child)?.nodes;
      return shown?.every((node, i) => node === nodes[at + i]) ? shown.length : -1;
    };
    let [from, first] = [0, 0];
    for (; from < present.length; from++) {
      const length = standsAt(present[from]!, first);
      if (length < 0) break;
      first += length;
    }
    let [to, last] = [present.length, nodes.length];
    for (; to > from; to--) {
      const child = present[to - 1]!;
      const { length } = (this.#shown.get(child) ?? NOTHING).nodes;
      if (last - length < first || standsAt(child, last - length) < 0) break;
      last -= length;
    }
    const wanted = nodes.slice(first, last);
    const [only] = present.slice(from, to);
    const shown = only && this.#shown.get(only)?.nodes;
    if (to - from === 1 && wanted.length === 1 && shown?.length === 1 && standsFor(only, wanted[0]!))
      writeDifference(only, shown[0]!, wanted[0]!);
    else writeLevel(this.#fragment, wanted.map(jsonOf), from, to);
    const list = fragmentChildren(this.#fragment);
    for (const [i, node] of wanted.entries()) this.#shown.set(list[from + i]!, showing([node]));
    this.#remember(doc, list);
  }
}
