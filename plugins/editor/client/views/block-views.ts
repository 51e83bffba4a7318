// Views of single kinds of blocks that have more to them than their text.
import type { NodeViewConstructor } from 'prosemirror-view';
import { FootnoteView } from './footnote-view.ts';
import { HeadingView } from './heading-view.ts';
import { SOURCE_KINDS, SourceView } from './source-view.ts';
import { TocView } from './toc-view.ts';

const drawn = Object.entries(SOURCE_KINDS).map(([name, kind]): [string, NodeViewConstructor] => [
  name,
  (node, view, position) => new SourceView(node, view, position, kind()),
]);

export const blockViews: Record<string, NodeViewConstructor> = {
  ...Object.fromEntries(drawn),
  heading: (node) => new HeadingView(node),
  footnote: (node, view, position) => new FootnoteView(node, view, position),
  toc: () => new TocView(),
};
