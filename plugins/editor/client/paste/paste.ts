// What comes in by pasting and dropping: files, addresses, Markdown, HTML of other programs, and more than a page can take.
import { DOMParser, Fragment, type Node, Slice } from 'prosemirror-model';
import { type EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state';
import { CellSelection, findTable, isInTable, handlePaste as pasteCells } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { failed } from '../../../../core/client/toast.ts';
import { blockAround, levelOf, makeBlock } from '../../../blocks/commands/block-position.ts';
import { withinDepth } from '../../../blocks/commands/nesting-depth.ts';
import { linkForeign } from '../../../blocks/external-media.ts';
import { isLinkAddress, pageOfAddress } from '../../../blocks/link-address.ts';
import { looksLikeMarkdown } from '../../../blocks/markdown/detect.ts';
import { toDoc } from '../../../blocks/schema/document.ts';
import { schema } from '../../../blocks/schema/schema.ts';
import { renamed } from '../block-controls/range-commands.ts';
import { apart } from '../saving/undo.ts';
import { fromFirstChosen, isTabbed, onlyCell, slicedRows, tabbedRows, withTable } from '../tables/table-paste.ts';
import { headerOf, settleHeadings } from '../tables/table-structure.ts';
import { setLink } from '../text/mark-commands.ts';
import { codeOf, isWrappedText, modeOf } from './code.ts';
import { adaptForeignHtml, dropIdlePictures } from './html.ts';
import { markupLength, PastedPictures } from './inline-images.ts';
import { offerChoices } from './pasted-link.ts';
import { type PasteRange, pastedRange, turnPastedNames } from './pasted-range.ts';
import type { Uploads } from './uploads.ts';

/** Characters of text, and of HTML with all its markup, that a page takes in without making people wait. */
const TEXT_MAX = 1_000_000;
const HTML_MAX = 4_000_000;
const LINES_MAX = 15_000;

/** Texts side by side get blocks of their own, or the second one would be fitted in as a child of the first. */
function inBlocks(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const isList = content.content.every(({ type }) => type.name === 'block' || type.isInGroup('blockContent'));
  if (content.childCount < 2 || !isList) return slice;
  const blocks = blocksIn(content);
  const opened = (node: Node | null, depth: number) => (node?.type.name === 'block' ? depth : depth && depth + 1);
  return new Slice(Fragment.from(blocks), opened(content.firstChild, openStart), opened(content.lastChild, openEnd));
}

const pictures = new PastedPictures();

class ForeignParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: Parameters<DOMParser['parseSlice']>[1]): Slice {
    dropIdlePictures(dom as HTMLElement);
    pictures.read(dom as HTMLElement, t('editor.pasted_picture'));
    adaptForeignHtml(dom as HTMLElement);
    return inBlocks(super.parseSlice(dom, options));
  }
}

/** A cell of a table holds one text: pasted blocks are lines of it, where they would tear the table apart. */
function inCell(slice: Slice): Slice {
  const lines: Node[] = [];
  slice.content.descendants((node) => {
    if (!node.isTextblock) return true;
    if (lines.length) lines.push(schema.nodes.hardBreak!.create());
    lines.push(...(node.type.spec.code ? [schema.text(node.textContent || ' ')] : node.children));
    return false;
  });
  return new Slice(Fragment.from(lines), 0, 0);
}

const atSelection = (view: EditorView, slice: Slice): Slice =>
  withinDepth(slice, Math.max(1, levelOf(view.state.selection.$from)));

/** Blocks go where the selection is; a table takes copied cells as they are. */
function replaceChosen(view: EditorView, slice: Slice, uploads: Uploads): void {
  const fitting = isInTable(view.state) && holdsBlocks(slice) ? inCell(slice) : atSelection(view, slice);
  const { from, to } = view.state.selection;
  const { tr } = view.state;
  if (!isWhole(fitting) || !placeBelow(tr, fitting)) tr.replaceSelection(fitting);
  const files = pictures.settle(tr, Math.max(0, from - 1), tr.mapping.map(to));
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
  if (files.length) void uploads.insertEach(view, files);
}

const holdsBlocks = (slice: Slice): boolean => slice.content.content.some(({ isInline }) => !isInline);

/** Whether it begins with a block as a whole, not with text that goes on where the caret is. */
function isWhole({ content, openStart }: Slice): boolean {
  const first = content.firstChild;
  if (first?.type.name !== 'block')
    return openStart === 0 && Boolean(first?.type.isInGroup('blockContent') && !first.isTextblock);
  return openStart === 0 || (openStart === 1 && !first.firstChild?.isTextblock);
}

const isOwn = ({ clipboardData }: ClipboardEvent): boolean =>
  clipboardData?.getData('text/html').includes('data-pm-slice') === true;

const SHEETS = /google-sheets|office:excel|LibreOffice/;

/** Whether one cell comes for its words: into chosen cells it goes as a cell, and other pages mean their table. */
function isCellText(state: EditorState, event: ClipboardEvent): boolean {
  if (state.selection instanceof CellSelection) return false;
  return isInTable(state) || isOwn(event) || SHEETS.test(event.clipboardData?.getData('text/html') ?? '');
}

/** In an empty line what begins with a heading, a quote or code of another program is that, not only its text. */
function asItIs({ selection }: EditorState, slice: Slice): Slice {
  const first = slice.content.firstChild;
  const kind = first?.type.name === 'block' ? first.firstChild?.type : first?.type;
  const isKind = kind?.isInGroup('blockContent') && kind !== schema.nodes.paragraph;
  if (!isKind || !isBlank(blockAround(selection.$from))) return slice;
  return new Slice(Fragment.from(blocksIn(slice.content)), 0, 0);
}

const blocksIn = (content: Fragment): Node[] =>
  content.content.map((node) => (node.type.name === 'block' ? node : makeBlock(node)));

function isBlank(place: ReturnType<typeof blockAround>): boolean {
  if (!place || place.group) return false;
  return place.content.type === schema.nodes.paragraph && place.content.content.size === 0;
}

/** Whole blocks stand below the line of the caret, or in its place when it is empty; fitted in they would be inside it. */
function placeBelow(tr: Transaction, { content }: Slice): boolean {
  if (!tr.selection.empty) tr.deleteSelection();
  const place = blockAround(tr.selection.$from);
  if (!place) return false;
  const blocks = blocksIn(content);
  const after = place.pos + place.node.nodeSize;
  const at = isBlank(place) ? place.pos : after;
  tr.replaceWith(at, after, blocks);
  const end = at + blocks.reduce((sum, block) => sum + block.nodeSize, 0);
  tr.setSelection(Selection.near(tr.doc.resolve(end), -1));
  return true;
}

function isTable({ content }: Slice): boolean {
  const [only] = content.firstChild?.children ?? [];
  return Boolean(content.firstChild?.type.spec.tableRole || (content.childCount === 1 && only?.type.spec.tableRole));
}

/** Cells go into the cells from the caret on; those of heading rows and columns become headings. */
function replaceCells(view: EditorView, event: ClipboardEvent, slice: Slice): boolean {
  if (!isInTable(view.state) || !isTable(slice)) return false;
  const first = fromFirstChosen(view.state, slice);
  if (first) view.dispatch(first);
  const before = view.state.tr;
  if (!pasteCells(view, event, slice)) return false;
  const table = findTable(view.state.selection.$from);
  const tr = table && settleHeadings(view.state.tr, table.pos, headerOf(table.node));
  // One step back undoes both.
  if (tr?.docChanged) view.dispatch(tr.setMeta('appendedTransaction', before));
  return true;
}

/** Each line of plain text is a block; a single one joins the text it is pasted into. */
export function parseText(text: string): Slice {
  const lines = text.replace(/\r\n?/g, '\n').split(/\n+/);
  if (lines.at(-1) === '') lines.pop();
  const inline = (line: string) => (line ? schema.text(line) : null);
  if (lines.length < 2) return new Slice(Fragment.from(inline(lines[0] ?? '')), 0, 0);
  const blocks = lines.map((line) => makeBlock(schema.nodes.paragraph!.create(null, inline(line))));
  return new Slice(Fragment.from(blocks), 2, 2);
}

export const clipboardParser = new ForeignParser(schema, DOMParser.fromSchema(schema).rules);

export function pasting(uploads: Uploads): Plugin {
  const plugin: Plugin<PasteRange | null> = new Plugin<PasteRange | null>({
    state: pastedRange,
    view: turnPastedNames((state) => plugin.getState(state)),
    props: {
      handleDOMEvents: {
        paste(view, event) {
          const data = event.clipboardData;
          if (!data || view.composing) return false;
          return receive(view, data, event, uploads, view.state.selection.$from.parent.type.spec.code === true);
        },
        drop(view, event) {
          const files = [...(event.dataTransfer?.files ?? [])];
          if (!files.length) return false;
          event.preventDefault();
          uploads.insert(view, files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos);
          return true;
        },
      },
      transformPasted: (slice, view) => atSelection(view, slice),
      handlePaste(view, event, given) {
        const cell = onlyCell(given);
        if (cell && isCellText(view.state, event)) {
          replaceChosen(view, new Slice(cell.content, 0, 0), uploads);
          return true;
        }
        if (replaceCells(view, event, given)) return true;
        const slice = withTable(given) ?? (isOwn(event) ? given : asItIs(view.state, given));
        const isTorn = isInTable(view.state) && holdsBlocks(slice);
        if (!isTorn && !pictures.areWaiting && (isInTable(view.state) || !isWhole(slice))) return false;
        replaceChosen(view, slice, uploads);
        return true;
      },
      handleDrop(view, event, slice, isMoved) {
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (isMoved || !pictures.areWaiting || !place) return false;
        event.preventDefault();
        view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
        replaceChosen(view, slice, uploads);
        return true;
      },
    },
  });
  return plugin;
}

function receive(
  view: EditorView,
  data: DataTransfer,
  event: ClipboardEvent,
  uploads: Uploads,
  isCode: boolean,
): boolean {
  const [text, html, files] = [data.getData('text/plain'), data.getData('text/html'), [...data.files]];
  const take = (run: () => unknown): true => {
    event.preventDefault();
    run();
    return true;
  };
  // Office programs put a picture of the text beside the text.
  if (files.length && !text.trim()) return take(() => uploads.insert(view, files));
  const isHuge = text.length > TEXT_MAX || markupLength(html) > HTML_MAX || lineCount(text) > LINES_MAX;
  if (isHuge) return take(() => offerAsFile(view, text, uploads));
  if (isCode) return false;
  const address = text.trim();
  if (!/\s/.test(address) && /^https?:\/\//i.test(address) && isLinkAddress(address))
    return take(() => pasteAddress(view, address));
  const mode = modeOf(data);
  if (mode && /\n/.test(text.trim()) && !isInTable(view.state))
    return take(() => replaceChosen(view, codeOf(text, mode), uploads));
  const isOurs = html.includes('data-pm-slice');
  const rows = html && !isWrappedText(html) ? null : tabbedRows(text);
  if (isTabbed(view.state, rows))
    return take(() => view.someProp('handlePaste', (handle) => handle(view, event, slicedRows(rows))));
  if (!isOurs && text.trim() && (!html || isWrappedText(html)) && looksLikeMarkdown(text))
    return take(() => pasteMarkdown(view, text, uploads));
  return false;
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && count <= LINES_MAX; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Too much for a page: it can become a file in it. */
async function offerAsFile(view: EditorView, text: string, uploads: Uploads): Promise<void> {
  const answer = await openDialog(
    t('editor.paste_large_title'),
    [el('p', {}, t('editor.paste_large', { count: text.length }))],
    [
      { label: t('core.client.cancel'), value: '' },
      { label: t('editor.paste_as_file'), value: 'file', kind: 'primary' },
    ],
  );
  view.focus();
  if (answer === 'file')
    await uploads.insert(view, [new File([text], `${t('editor.pasted_name')}.txt`, { type: 'text/plain' })]);
}

/** Over selected text it becomes its link; one of our own pages a token with its title; else a link that can be more. */
function pasteAddress(view: EditorView, address: string): void {
  const { state } = view;
  const { from, to, empty, $from } = state.selection;
  const own = address.startsWith(`${location.origin}/`) ? pageOfAddress(address.slice(location.origin.length)) : null;
  if (!empty && $from.parent.isTextblock && state.selection.$to.sameParent($from)) {
    setLink(from, to, address)(state, view.dispatch);
  } else if (own !== null) {
    view.dispatch(
      state.tr.replaceSelectionWith(schema.nodes.pageLink!.create({ pageId: own }), false).scrollIntoView(),
    );
  } else {
    const text = schema.text(address, [schema.marks.link!.create({ href: address })]);
    const tr = apart(state.tr).replaceSelectionWith(text, false).removeStoredMark(schema.marks.link!).scrollIntoView();
    const origin = URL.parse(address)?.origin;
    view.dispatch(empty && origin && origin !== location.origin ? offerChoices(tr, address) : tr);
  }
}

/** Whether the text of a pasted block may go on the line of the caret. */
const isOpen = (block: Node | null): boolean =>
  Boolean(block?.firstChild?.isTextblock && !block.firstChild.type.spec.code);

/** What a line has around it parts it from the words it is pasted between. */
function spaced(text: string, content: Fragment): Fragment {
  const space = (is: boolean) => Fragment.from(is ? schema.text(' ') : null);
  return space(/^\s/.test(text))
    .append(content)
    .append(space(/[ \t]$/.test(text)));
}

/** The reader of Markdown is loaded on first use; the caret may have moved on while it comes. */
async function pasteMarkdown(view: EditorView, text: string, uploads: Uploads): Promise<void> {
  try {
    const { parseMarkdownBlocks } = await import('../../../blocks/markdown/parse.ts');
    const blocks = parseMarkdownBlocks(text);
    pictures.readBlocks(blocks);
    linkForeign(blocks);
    if (!blocks.length) return;
    const content = renamed(toDoc(blocks).content);
    // A single line joins the text it is pasted into.
    const isLine = content.childCount === 1 && content.firstChild?.firstChild?.type === schema.nodes.paragraph;
    const slice = isLine
      ? new Slice(spaced(text, content.firstChild!.firstChild!.content), 0, 0)
      : new Slice(
          content,
          isOpen(content.firstChild) ? 2 : 0,
          content.lastChild?.childCount === 1 && content.lastChild.firstChild?.isTextblock ? 2 : 0,
        );
    replaceChosen(view, slice, uploads);
  } catch (error) {
    view.dispatch(view.state.tr.insertText(text));
    failed(error);
  }
}
