// The comments of the page that is shown: badges at once, the panel when somebody asks for it.
import { onCommentRequest } from '../../../core/client/comment-request.ts';
import { on } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';
import { addShortcut } from '../../../core/client/shortcuts.ts';
import { failed } from '../../../core/client/toast.ts';
import { shortcuts } from '../shortcuts.ts';
import { Panel } from './panel/panel.ts';
import { Places } from './panel/places.ts';
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
  await import(section.dataset.messages as string);
  const threads = new Threads(Number(section.dataset.comments), Number(section.dataset.user), () => {
    places.set(threads.open());
    showCount(threads.open().length);
    panel.draw();
  });
  const places: Places = new Places(article, (id) => panel.show(id));
  const panel: Panel = new Panel(threads, places);
  let loaded: Promise<void> | undefined;
  const load = () => {
    loaded = threads.load();
    return loaded;
  };
  const ready = () => loaded ?? load();
  const whenReady = (run: () => void) => void ready().then(run).catch(failed);
  const follow = () => {
    const comment = Number(/^#comment-(\d+)$/.exec(location.hash)?.[1] ?? 0);
    if (comment) whenReady(() => panel.show(comment));
    else if (location.hash === '#comments') whenReady(() => panel.open());
  };
  onCommentRequest((request) => whenReady(() => panel.write(request)));
  on(document, 'click', 'a[href$="#comments"]', (event) => {
    event.preventDefault();
    whenReady(() => panel.toggle());
  });
  const runs: Record<string, () => void> = {
    'comments.add': () =>
      whenReady(() =>
        panel.write((section.dataset.writable !== undefined && selectedText(article)) || { blockId: null, quote: '' }),
      ),
    'comments.next': () => whenReady(() => panel.step(1)),
    'comments.previous': () => whenReady(() => panel.step(-1)),
  };
  for (const shortcut of shortcuts) addShortcut(shortcut, runs[shortcut.id]);
  if (section.dataset.writable !== undefined && !article.dataset.page) offerAtSelection(article);
  addEventListener('hashchange', follow);
  if (section.dataset.any !== undefined) await ready().catch(failed);
  follow();
  // Others write too; what cannot be read now is read the next time.
  const refresh = () => (loaded && !document.hidden ? void load().catch(() => undefined) : undefined);
  addEventListener('focus', refresh);
  setInterval(() => panel.isOpen && refresh(), EVERY_MS);
  section.dataset.ready = 'true';
}

const section = document.querySelector<HTMLElement>('[data-comments][data-messages]');
const article = document.querySelector<HTMLElement>('.article');
if (section && article) start(section, article).catch(failed);
