// What a source holds as a tree for the preview; each level is cut, and says how much lies inside.
import type { SourceTreeNode } from '../contract.ts';
import type { ImportPlan } from './plan.ts';

const LEVEL_MAX = 50;
const DEPTH_MAX = 4;

interface Node extends SourceTreeNode {
  below: Node[];
}

/** Rows are counted at their databases and not listed. */
export function treeOf({ pages, files }: Pick<ImportPlan, 'pages' | 'files'>): SourceTreeNode[] {
  const nodes = new Map<string, Node>();
  const top: Node[] = [];
  const parents = new Map<string, string | undefined>();
  const count = (id: string | undefined): void => {
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const node = nodes.get(at);
      if (node) node.count += 1;
    }
  };
  for (const { id, parent, title, kind } of pages) {
    parents.set(id, parent);
    count(parent);
    if (kind === 'row') continue;
    const node: Node = { title, kind, count: 0, below: [] };
    nodes.set(id, node);
    (nodes.get(parent ?? '')?.below ?? top).push(node);
  }
  for (const { parent } of files) count(parent);
  return top.slice(0, LEVEL_MAX).map((node) => cut(node, 1));
}

function cut({ below, ...node }: Node, depth: number): SourceTreeNode {
  if (!below.length || depth >= DEPTH_MAX) return node;
  return { ...node, children: below.slice(0, LEVEL_MAX).map((one) => cut(one, depth + 1)) };
}
