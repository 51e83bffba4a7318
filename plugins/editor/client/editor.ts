// Makes a page that somebody may write an editor, in the place of the text that the server rendered.
import type { Node } from 'prosemirror-model';
import { Selection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../core/client/dom.ts';
import { NEW_PAGE, onPageChange, onPageEvent, tellPageChange } from '../../../core/client/page-events.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { failed } from '../../../core/client/toast.ts';
import { emptyBlock, makeBlock, nests } from '../../blocks/commands/block-position.ts';
import { schema } from '../../blocks/schema/schema.ts';
import { editorShortcuts } from '../shortcuts.ts';
import { offerBlockHandle } from './block-controls/pointer-tools.ts';
import { offerTouchTools } from './block-controls/touch-tools.ts';
import { EDITOR_TOOLS } from './editor/editor-tools.ts';
import { mountSurface } from './editor/editor-view.ts';
import { NameCache } from './editor/name-cache.ts';
import { readPageData } from './editor/page-data.ts';
import { takeTyped } from './live/early-typing.ts';
import { Head } from './page-head/page-header.ts';
import { Title } from './page-head/title.ts';
import { Uploads } from './paste/uploads.ts';
import { offerDrafts } from './saving/draft-offer.ts';
import type { Text } from './saving/save-body.ts';
import { SaveStatus } from './saving/save-status.ts';
import type { Keeper } from './saving/strategy.ts';
import { useEmoji } from './slash-menu/emoji-list.ts';

async function start(article: HTMLElement, head: HTMLElement, titleField: HTMLElement): Promise<void> {
  const begun = performance.now();
  const page = readPageData(article, titleField.textContent ?? '');
  const names = new NameCache(page.names);
  const uploads = new Uploads(page.id, names);
  useEmoji(page.emojiUrl, page.workspaceId);
  const PageLive = page.isLive ? (await import('./live/live-page.ts')).PageLive : null;
  let keeper: Keeper | null = null;
  let isWritable = !PageLive;
  const save = () => keeper?.save() ?? Promise.resolve();
  const title: Title = new Title(titleField, {
    onChange(text) {
      keeper?.changed(text);
      tellPageChange({ id: page.id, title: text });
    },
    save,
    putBelow(rest) {
      const content = schema.nodes.paragraph!.create(null, schema.text(rest));
      view.dispatch(view.state.tr.insert(0, makeBlock(content)));
    },
    leave() {
      view.focus();
      view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)).scrollIntoView());
    },
  });
  title.isWritable = isWritable;
  const live = PageLive && new PageLive(page, title);
  keeper = live;
  await (page.kept ? live?.openKept(page.kept) : live?.open());
  // What has not come cannot be written in.
  isWritable = !live || live.text !== null;
  title.isWritable = isWritable;
  const frame = el('div', { class: 'editor-frame' });
  article.replaceWith(frame);
  frame.append(article);
  const view = mountSurface(article, {
    page,
    names,
    uploads,
    save,
    stored: async () => keeper?.stored(),
    toTitle: () => title.focus(),
    onChange() {
      showWhetherWritten();
      keeper?.changed();
    },
    isWritable: () => isWritable,
    ...(live ? { shared: live.plugins, text: live.text } : {}),
  });
  uploads.follow(view);
  // What an empty page offers goes when it is none any more, and comes back.
  const showWhetherWritten = () => head.toggleAttribute('data-written', !isBlank(view.state.doc));
  showWhetherWritten();
  const setWritable = (on: boolean) => {
    if (isWritable === on) return;
    isWritable = on;
    title.isWritable = on;
    view.setProps({});
  };
  performance.measure('editor', { start: begun });
  const read = (): Text => ({ title: title.value, doc: view.state.doc });
  const status = new SaveStatus({ pageId: page.id, read, save }, document.body);
  new Head(head, article, { page, uploads, onRaised: (version) => keeper?.raised(version), save });
  onPageChange(({ id, version }) => id === page.id && version && keeper?.raised(version));
  offerBlockHandle(view, frame);
  offerTouchTools(view, frame);
  // Saving works wherever the focus is; the rest is for the text only.
  for (const shortcut of editorShortcuts)
    addShortcut(shortcut, shortcut.id === 'editor.save' ? () => void save() : EDITOR_TOOLS[shortcut.id]);
  addEventListener('focus', () => names.refresh());
  onPageEvent((event) => names.hear(event));
  addEventListener('beforeunload', (event) => (uploads.isBusy || keeper?.isAtRisk) && event.preventDefault());
  // Somebody who clicks below the last block wants to go on writing there.
  frame.addEventListener('click', (event) => event.target === frame && isWritable && writeAtEnd(view));
  // What stands in the page already is named there.
  names.isShared = live !== null;
  const isTogether = await live?.join({ view, show: (state) => status.show(state), setWritable });
  const host = { page, names, view, title, status, frame };
  if (isTogether) offerDrafts(host, save);
  else {
    const [{ unsharedState }, { keepBySaves }] = await Promise.all([
      import('./saving/local-history.ts'),
      import('./saving/http-saving.ts'),
    ]);
    view.updateState(unsharedState(view.state, live?.plugins ?? []));
    keeper = keepBySaves(host);
    setWritable(true);
  }
  if (location.hash === NEW_PAGE)
    history.replaceState(null, '', location.pathname + location.search.replace(/[?&]new=1/, ''));
  if (!page.title) title.focus();
  // Where fingers write, the keyboard would cover what somebody came to read.
  else if (!matchMedia('(hover: none)').matches && (page.kept ? isBlank(view.state.doc) : page.blocks.length === 0))
    view.focus();
  const typed = takeTyped();
  if (typed) (await import('./editor/early-text.ts')).putTyped(view, title, typed);
  article.dataset.ready = 'true';
}

const isBlank = ({ childCount, firstChild }: Node): boolean => {
  const content = firstChild?.firstChild;
  return childCount === 1 && firstChild?.childCount === 1 && content?.type.name === 'paragraph' && !content.childCount;
};

/** At the end of the last text, or in a new line below a last block that is none. */
function writeAtEnd(view: EditorView): void {
  const { doc, tr } = view.state;
  const last = doc.lastChild;
  if (last?.childCount === 1 && !(last.firstChild && nests(last.firstChild))) tr.insert(doc.content.size, emptyBlock());
  view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView());
  view.focus();
}

const article = document.querySelector<HTMLElement>('.article[data-page]');
const head = document.querySelector<HTMLElement>('.page-head');
const titleField = head?.querySelector<HTMLElement>('.page-title > span');
if (article && head && titleField) start(article, head, titleField).catch(failed);
