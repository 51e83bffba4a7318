// Views of blocks that are drawn from something else: formulas and diagrams from their source, contents from the headings.
import type { NodeViewConstructor } from 'prosemirror-view';
import { SOURCE_KINDS, SourceView } from './source-view.ts';
import { TocView } from './toc-view.ts';

const drawn = Object.entries(SOURCE_KINDS).map(([name, kind]): [string, NodeViewConstructor] => [
  name,
  (node, view, position) => new SourceView(node, view, position, kind()),
]);

export const blockViews: Record<string, NodeViewConstructor> = {
  ...Object.fromEntries(drawn),
  toc: () => new TocView(),
};
