// How each type of block looks in the editor: as its own folder says, or by a view that needs the editor around it.
import type { NodeViewConstructor } from 'prosemirror-view';
import type { BlockClient } from '../../../blocks/client/editing/block-client.ts';
import { nodeName } from '../../../blocks/schema/prosemirror-json.ts';
import { BLOCK_CLIENTS } from '../../../blocks/types/clients.ts';
import type { NameCache } from '../editor/name-cache.ts';
import { pickEmoji } from '../slash-menu/emoji-trigger.ts';
import { CardView } from './card-view.ts';
import { FootnoteView } from './footnote-view.ts';
import { HeadingView } from './heading-view.ts';
import { SourceView } from './source-view.ts';
import { TocView } from './toc-view.ts';

const tools = { pickEmoji };

function viewOf({ show, source, view: own }: BlockClient, names: NameCache): NodeViewConstructor | undefined {
  if (show) return (node) => new CardView(node, names, show);
  if (source) return (node, view, position) => new SourceView(node, view, position, source());
  return own && ((node, view, position) => own(node, view, position, tools));
}

export function blockViews(names: NameCache): Record<string, NodeViewConstructor> {
  const own = BLOCK_CLIENTS.flatMap((client) => {
    const view = viewOf(client, names);
    return view ? [[nodeName(client.type), view] as const] : [];
  });
  return {
    ...Object.fromEntries(own),
    heading: (node) => new HeadingView(node),
    footnote: (node, view, position) => new FootnoteView(node, view, position),
    toc: () => new TocView(),
  };
}
