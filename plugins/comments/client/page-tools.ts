// The comments of the page that is shown: badges at once, the panel when somebody asks for it.
import { onCommentRequest, requestComment } from '../../../core/client/comment-request.ts';
import { on } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import { onPageEvent } from '../../../core/client/page-events.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { failed } from '../../../core/client/toast.ts';
import { TypeAhead } from '../../../core/client/type-ahead/type-ahead.ts';
import { commentShortcuts } from '../shortcuts.ts';
import { ThreadAnchors } from './panel/anchors.ts';
import type { CommentPanel } from './panel/panel.ts';
import { offerAtSelection, selectedText } from './panel/reading-selection.ts';
import { Threads } from './panel/threads.ts';

const EVERY_MS = 60_000;

function showCount(count: number): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-comments-open]')) {
    button.dataset.count = String(count || '');
    const label = count
      ? `${t('comments.panel.title')}: ${t('comments.panel.count', { count })}`
      : t('comments.panel.title');
    button.setAttribute('aria-label', label);
    button.title = label;
  }
}

async function start(section: HTMLElement, article: HTMLElement): Promise<void> {
  // Where somebody writes, the words have come with those of the editor.
  if (section.dataset.messages) await import(section.dataset.messages);
  const isWritable = section.dataset.writable !== undefined;
  let panel: CommentPanel | undefined;
  const threads = new Threads(Number(section.dataset.comments), Number(section.dataset.user), () => {
    places.set(threads.open());
    showCount(threads.open().length);
    panel?.draw();
  });
  const places: ThreadAnchors = new ThreadAnchors(article, (id) => withPanel((made) => made.show(id)));
  const loadPanel = once(async () => {
    const { CommentPanel } = await import('./panel/panel.ts');
    panel = new CommentPanel(threads, places);
    return panel;
  });
  const loadThreads = once(() => threads.load());
  const withPanel = (run: (panel: CommentPanel) => void) =>
    void Promise.all([loadPanel(), loadThreads()])
      .then(([made]) => run(made))
      .catch(failed);
  const follow = () => {
    const comment = Number(/^#comment-(\d+)$/.exec(location.hash)?.[1] ?? 0);
    if (comment) withPanel((made) => made.show(comment));
    else if (location.hash === '#comments') withPanel((made) => made.open());
  };
  const withTyped = (run: (panel: CommentPanel, typed: string) => void) => {
    const ahead = new TypeAhead();
    withPanel((made) => run(made, ahead.take()));
  };
  onCommentRequest((request) => withTyped((made, typed) => made.write(request, typed)));
  on(document, 'click', 'a[href$="#comments"]', (event) => {
    event.preventDefault();
    withTyped((made, typed) => made.toggle(typed));
  });
  const runs: Record<string, () => void> = {
    'comments.add': () => requestComment((isWritable && selectedText(article)) || { blockId: null, quote: '' }),
    'comments.next': () => withPanel((made) => made.step(1)),
    'comments.previous': () => withPanel((made) => made.step(-1)),
  };
  for (const shortcut of commentShortcuts) addShortcut(shortcut, runs[shortcut.id]);
  if (isWritable && !article.dataset.page) offerAtSelection(article);
  addEventListener('hashchange', follow);
  let isAny = section.dataset.any !== undefined;
  if (isAny) await loadThreads().catch(failed);
  follow();
  // Others write too; what cannot be read now is read the next time.
  const refresh = () => document.hidden || void threads.load().catch(() => undefined);
  addEventListener('focus', () => (panel || isAny) && refresh());
  onPageEvent((event) => {
    if (event && (event.resource !== 'comment' || event.page_id !== threads.pageId)) return;
    isAny ||= event !== null;
    if (panel || isAny) refresh();
  });
  setInterval(() => panel?.isOpen && refresh(), EVERY_MS);
  section.dataset.ready = 'true';
}

/** Loads when it is first needed, and again after it failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

const section = document.querySelector<HTMLElement>('[data-comments]');
const article = document.querySelector<HTMLElement>('.article');
if (section && article) start(section, article).catch(failed);
