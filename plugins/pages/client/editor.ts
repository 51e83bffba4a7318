// Makes a page that somebody may write an editor, in the place of the text that the server rendered.
import type { Node } from 'prosemirror-model';
import { Selection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../core/client/dom.ts';
import { onPageChange, tellPageChange } from '../../../core/client/page-changes.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { failed } from '../../../core/client/toast.ts';
import { emptyBlock, nests } from '../blocks/position.ts';
import { shortcuts } from '../shortcuts.ts';
import { BlockHandle } from './editor/block-handle.ts';
import { DraftPlace } from './editor/drafts.ts';
import { useEmoji } from './editor/emoji-list.ts';
import { Head } from './editor/head.ts';
import { offerLeftBehind } from './editor/left-behind.ts';
import { Names } from './editor/names.ts';
import { readPageData } from './editor/page-data.ts';
import { Saving, type Text, type Theirs } from './editor/saving.ts';
import { SaveStatus } from './editor/status.ts';
import { mountSurface } from './editor/surface.ts';
import { Title } from './editor/title.ts';
import { TOOLS } from './editor/tools.ts';
import { addTouchBar } from './editor/touch-bar.ts';
import { Uploads } from './editor/uploads.ts';

/** Replaces the whole document in one step that can be undone. */
function write(view: EditorView, doc: Node): void {
  const { tr } = view.state;
  tr.replaceWith(0, tr.doc.content.size, doc.content).setSelection(Selection.atStart(tr.doc));
  view.dispatch(tr);
}

/** Replaces only what differs, so that the caret stays where it was; no step of this person, so none to undo. */
function show(view: EditorView, doc: Node): void {
  const { tr } = view.state;
  const start = tr.doc.content.findDiffStart(doc.content);
  const end = tr.doc.content.findDiffEnd(doc.content);
  if (start === null || !end) return;
  // Where a text repeats itself, both ends may find the same characters.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap));
  view.dispatch(tr.setMeta('addToHistory', false));
}

function start(article: HTMLElement, head: HTMLElement, titleField: HTMLElement): void {
  const begun = performance.now();
  const page = readPageData(article, titleField.textContent ?? '');
  const names = new Names(page.names);
  const uploads = new Uploads(page.id, names);
  const drafts = new DraftPlace(page.userId, page.id);
  useEmoji(page.emojiUrl, page.workspaceId);
  let conflicting: Theirs | null = null;
  const save = () => void saving.save();
  const title: Title = new Title(titleField, {
    onChange(text) {
      saving.changed();
      tellPageChange({ id: page.id, title: text });
    },
    save,
    leave() {
      view.focus();
      view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)).scrollIntoView());
    },
  });
  const frame = el('div', { class: 'editor-frame' });
  article.replaceWith(frame);
  frame.append(article);
  const view = mountSurface(article, {
    page,
    names,
    uploads,
    save,
    toTitle: () => title.focus(),
    onChange: () => saving.changed(),
  });
  const read = (): Text => ({ title: title.value, doc: view.state.doc });
  const rewrite = (text: Text) => {
    title.value = text.title;
    write(view, text.doc);
  };
  const resolve = async () => {
    if (!conflicting) return;
    const { resolveConflict } = await import('./editor/conflict.ts');
    await resolveConflict({ page, names, saving, read, write: rewrite }, conflicting).catch(failed);
  };
  const status = new SaveStatus({ pageId: page.id, read, save, resolve }, document.body);
  const saving: Saving = new Saving({
    userId: page.userId,
    pageId: page.id,
    version: page.version,
    drafts,
    read,
    onState: (state) => status.show(state),
    onConflict(theirs) {
      conflicting = theirs;
      void resolve();
    },
    onNewer(text) {
      title.value = text.title;
      show(view, text.doc);
    },
  });
  new Head(head, article, { page, uploads, onRaised: (version) => saving.raised(version), save: () => saving.save() });
  onPageChange(({ id, version }) => id === page.id && version && saving.raised(version));
  new BlockHandle(view, frame);
  addTouchBar(view);
  // Saving works wherever the focus is; the rest is for the text only.
  for (const shortcut of shortcuts) addShortcut(shortcut, shortcut.id === 'editor.save' ? save : TOOLS[shortcut.id]);
  const offerDraft = () => offerLeftBehind({ drafts, names, saving, read, write: rewrite }, frame);
  saving.arrive().then(offerDraft, () => undefined);
  addEventListener('focus', () => names.refresh());
  addEventListener('beforeunload', (event) => (uploads.isBusy || saving.isAtRisk) && event.preventDefault());
  // Somebody who clicks below the last block wants to go on writing there.
  frame.addEventListener('click', (event) => event.target === frame && writeAtEnd(view));
  if (!page.title || page.blocks.length === 0) (page.title ? view : title).focus();
  article.dataset.ready = 'true';
  performance.measure('editor', { start: begun });
}

/** At the end of the last text, or in a new line below a last block that is none. */
function writeAtEnd(view: EditorView): void {
  const { doc, tr } = view.state;
  const last = doc.lastChild;
  if (last?.childCount === 1 && !(last.firstChild && nests(last.firstChild))) tr.insert(doc.content.size, emptyBlock());
  view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView());
  view.focus();
}

const article = document.querySelector<HTMLElement>('article[data-page]');
const head = document.querySelector<HTMLElement>('.page-head');
const titleField = head?.querySelector<HTMLElement>('.page-title > span');
if (article && head && titleField) start(article, head, titleField);
