// The editor itself: its document, its plugins, and how each kind of node looks.
import { baseKeymap } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState, Plugin } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { Decoration, DecorationSet, EditorView, type NodeViewConstructor } from 'prosemirror-view';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { belowChosen } from '../../../blocks/commands/enter-backspace.ts';
import { toDoc } from '../../../blocks/schema/document.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { blockRangeLook } from '../block-controls/block-range.ts';
import { commentMarks } from '../block-controls/comment-marks.ts';
import { copiedHtml, copiedText, prepareCopies, useNames } from '../paste/copy.ts';
import { preparePastes, withoutStyles } from '../paste/html.ts';
import { clipboardParser, parseText, pasting } from '../paste/paste.ts';
import { pastedLink } from '../paste/pasted-link.ts';
import { uploadCards } from '../paste/uploads.ts';
import { type SourceHost, suggestSources } from '../slash-menu/sources.ts';
import { suggestions } from '../slash-menu/suggestions.ts';
import { caretInStep } from '../text/caret-sync.ts';
import { doubleClick } from '../text/double-click.ts';
import { prepareFormulas, typedRules, typedSource } from '../text/input-rules.ts';
import { editorKeys, type KeyHost } from '../text/keys.ts';
import { links } from '../text/links.ts';
import { selectionToolbar } from '../text/toolbar.ts';
import { BlockView, ColumnsView } from '../views/block-view.ts';
import { blockViews } from '../views/block-views.ts';
import { CodeView } from '../views/code-view.ts';
import { databaseView, keepRooms } from '../views/database-view.ts';
import { FormulaView } from '../views/formula-view.ts';
import { DateView, EmojiView, MentionView, PageLinkView } from '../views/inline-views.ts';
import { MediaView } from '../views/media-view.ts';
import { type SyncedHost, SyncedView } from '../views/synced-view.ts';
import { TableBlockView } from '../views/table-view.ts';
import { blockIds, REMOTE } from './block-ids.ts';
import { toolPlugins } from './editor-tools.ts';

const MEDIA = ['image', 'video', 'audio', 'pdf', 'file'];

function nodeViews(host: SurfaceHost): Record<string, NodeViewConstructor> {
  const { names } = host;
  const each = (list: string[], make: NodeViewConstructor) => Object.fromEntries(list.map((name) => [name, make]));
  return {
    block: (node) => new BlockView(node),
    columns: (node) => new ColumnsView(node),
    codeBlock: (node, view, position) => new CodeView(node, view, position),
    table: (node, view, position) => new TableBlockView(node, view, position),
    pageLink: (node) => new PageLinkView(node, names),
    dateLink: (node, view, position) => new DateView(node, view, position),
    mention: (node) => new MentionView(node, names),
    inlineMath: (node, view, position) => new FormulaView(node, view, position),
    emoji: (node) => new EmojiView(node, names.emoji(node.attrs.name)),
    ...each(MEDIA, (node, view, position) => new MediaView(node, view, position, host)),
    database: databaseView,
    ...blockViews(names),
    synced: (node, view, position) => new SyncedView(node, view, position, hostOfNested(host)),
  };
}

/** Says what to do in the empty line that has the caret. */
const placeholder = new Plugin({
  props: {
    decorations({ doc, selection }) {
      const { $head, empty } = selection;
      const { parent } = $head;
      if (!empty || parent.content.size > 0 || !parent.isTextblock || $head.depth < 2) return null;
      const kind = parent.type.name;
      if (kind !== 'paragraph' && kind !== 'heading') return null;
      const text = kind === 'heading' ? t(`editor.block_heading${parent.attrs.level}`) : t('editor.placeholder');
      return DecorationSet.create(doc, [Decoration.node($head.before(), $head.after(), { 'data-placeholder': text })]);
    },
  },
});

/** How near the edges of the window the caret may come, where bars lie over the text. */
const MARGIN = { top: 64, right: 0, bottom: 96, left: 0 };

/** Typing while a picture or card is chosen goes on below it instead of taking its place. */
const typedBelow = new Plugin({
  props: {
    handleTextInput(view, _from, _to, text) {
      const tr = belowChosen(view.state, text);
      if (tr) view.dispatch(tr.scrollIntoView());
      return tr !== null;
    },
  },
});

export interface SurfaceHost extends KeyHost, SourceHost {
  onChange(): void;
  /** whether somebody may write; default: always */
  isWritable?(): boolean;
  /** what is written there now, where it is known; default: the blocks of the page */
  text?: Node | null;
  /** plugins of a shared document; a text that is written alone gets its undo when that is known */
  shared?: Plugin[];
  /** ids of the synced blocks that this editor shows the inside of, outermost first; the page's own has the tools */
  within?: readonly number[];
}

function pluginsOf(host: SurfaceHost): Plugin[] {
  const { page, names, uploads } = host;
  return [
    caretInStep,
    suggestions(suggestSources(host)),
    pastedLink(page.id, names),
    typedBelow,
    doubleClick,
    typedSource,
    typedRules(names),
    links,
    ...editorKeys(host),
    keymap(baseKeymap),
    pasting(uploads),
    blockIds,
    blockRangeLook,
    ...(host.shared ?? []),
    dropCursor({ color: false, class: 'drop-cursor' }),
    gapCursor(),
    tableEditing(),
    selectionToolbar,
    commentMarks,
    uploadCards,
    ...toolPlugins(host.within !== undefined),
    placeholder,
  ];
}

/** Puts the editor in the place of the article that the server rendered. */
export function mountSurface(article: HTMLElement, host: SurfaceHost): EditorView {
  useNames(host.names);
  const doc: Node = host.text ?? toDoc(host.page.blocks);
  const state = EditorState.create({ schema, doc, plugins: pluginsOf(host) });
  keepRooms(article);
  article.replaceChildren();
  const view: EditorView = new EditorView(
    { mount: article },
    {
      state,
      nodeViews: nodeViews(host),
      scrollThreshold: MARGIN,
      scrollMargin: MARGIN,
      clipboardParser,
      clipboardTextParser: parseText,
      transformPastedHTML: withoutStyles,
      clipboardSerializer: copiedHtml,
      clipboardTextSerializer: copiedText,
      attributes: () => ({
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('editor.text'),
        ...(host.isWritable?.() === false ? { 'aria-readonly': 'true' } : {}),
      }),
      editable: () => host.isWritable?.() ?? true,
      dispatchTransaction(tr) {
        if (tr.docChanged && !tr.getMeta(REMOTE) && host.isWritable?.() === false) return;
        view.updateState(view.state.apply(tr));
        if (tr.docChanged) host.onChange();
      },
    },
  );
  const prepare = () => Promise.all([prepareCopies(), preparePastes(), prepareFormulas()]).catch(failed);
  view.dom.addEventListener('focusin', prepare, { once: true });
  return view;
}

/** Editors inside the page have all that the page's own has, but their blocks and where changes of them go. */
const hostOfNested = (host: SurfaceHost): SyncedHost => ({
  page: host.page,
  within: host.within ?? [],
  mount: (element, id, { blocks, ...own }) =>
    mountSurface(element, {
      ...{ ...host, ...own },
      page: { ...host.page, blocks },
      within: [...(host.within ?? []), id],
    }),
});
