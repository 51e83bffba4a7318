// Says so while nothing can be saved: the computer is offline, or the server does not answer.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

const ASK_AGAIN_MS = 5_000;

let bar: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(timer);
  timer = undefined;
  bar?.remove();
  bar = undefined;
}

async function askAgain(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    hide();
  } catch {
    clearTimeout(timer);
    timer = setTimeout(askAgain, ASK_AGAIN_MS);
  }
}

function show(key: string): void {
  if (!bar) {
    bar = el('div', { class: 'connection', role: 'status' });
    document.body.prepend(bar);
  }
  bar.replaceChildren(icon('cloud-off'), t(key));
  timer ??= setTimeout(askAgain, ASK_AGAIN_MS);
}

const tell = (): void => show(navigator.onLine ? 'web.client.unreachable' : 'web.client.offline');

export function startConnection(): void {
  window.addEventListener('offline', tell);
  window.addEventListener('online', () => void askAgain());
  document.addEventListener('commonplace:unreachable', tell);
  // What is loaded on use did not come.
  window.addEventListener('unhandledrejection', (event) => {
    if (!/import/.test(String(event.reason))) return;
    event.preventDefault();
    tell();
  });
  if (!navigator.onLine) tell();
}
