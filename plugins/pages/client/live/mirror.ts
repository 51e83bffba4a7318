// The shared document as the editor shows it, and what was changed there written back: by ids, and only what changed.
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { fixTables } from 'prosemirror-tables';
import * as Y from 'yjs';
import type { NodeJson } from '../../blocks/prosemirror.ts';
import { schema } from '../../blocks/schema.ts';
import { blocksJson, type Child, childrenOf, derivedId, freeId } from '../../blocks/shared-nodes.ts';
import { settleIds, writeLevel } from '../../blocks/shared-writer.ts';
import { salvage } from './salvage.ts';

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

/** The node with ids that nothing before it has. */
function unique(node: Node, used: Set<string>): Node {
  const id = isNamed(node) ? freeId(node.attrs.id, used) : undefined;
  if (node.isTextblock || node.isLeaf) return node;
  const children = node.children.map((child) => unique(child, used));
  const isSame = (id === undefined || id === node.attrs.id) && children.every((one, i) => one === node.child(i));
  return isSame ? node : node.type.create(id === undefined ? node.attrs : { ...node.attrs, id }, children);
}

export class Mirror {
  readonly #fragment: Y.XmlFragment;
  /** what the editor shows of each element at the top */
  readonly #shown = new WeakMap<Child, readonly Node[]>();
  /** an id stands twice in the document */
  #isTwice = false;

  constructor(fragment: Y.XmlFragment) {
    this.#fragment = fragment;
  }

  /** The document as it is now; only those of its blocks that changed are read anew. */
  read(changed: ReadonlySet<unknown>): Node {
    const used = new Set<string>();
    const wasTwice = this.#isTwice;
    this.#isTwice = false;
    const nodes = childrenOf(this.#fragment).flatMap((child) => {
      const known = changed.has(child) || wasTwice ? undefined : this.#shown.get(child);
      const found = known ?? blocksOf(child);
      const own = found.map((node) => unique(node, used));
      if (own.some((node, i) => node !== found[i])) this.#isTwice = true;
      this.#shown.set(child, own);
      return own;
    });
    const { doc, block, paragraph } = schema.nodes;
    return doc!.create(null, nodes.length ? nodes : block!.create({ id: FIRST_BLOCK }, paragraph!.create()));
  }

  /** Notes that the editor shows what was read: from here on its own nodes stand for the elements. */
  keep(doc: Node): void {
    let at = 0;
    for (const child of childrenOf(this.#fragment)) {
      const { length } = this.#shown.get(child) ?? [];
      this.#shown.set(child, doc.children.slice(at, at + length));
      at += length;
    }
  }

  /** Writes what the editor shows. */
  write(doc: Node): void {
    if (this.#isTwice) settleIds(this.#fragment);
    this.#isTwice = false;
    const present = childrenOf(this.#fragment);
    const nodes = doc.children;
    const standsAt = (child: Child, at: number): number => {
      const shown = this.#shown.get(child);
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
      const { length } = this.#shown.get(child) ?? [];
      if (last - length < first || standsAt(child, last - length) < 0) break;
      last -= length;
    }
    const wanted = nodes.slice(first, last);
    writeLevel(
      this.#fragment,
      wanted.map((node) => node.toJSON() as NodeJson),
      from,
      to,
    );
    const written = childrenOf(this.#fragment).slice(from, from + wanted.length);
    for (const [i, child] of written.entries()) this.#shown.set(child, [wanted[i]!]);
  }
}
