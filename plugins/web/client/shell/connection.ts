// Says so while nothing can be saved: the computer is offline, or the server does not answer.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

const ASK_AGAIN_MS = 5_000;

let bar: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function askAgain(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    await fetch('/healthz', { cache: 'no-store' });
    bar?.remove();
    bar = undefined;
  } catch {
    timer = setTimeout(askAgain, ASK_AGAIN_MS);
  }
}

function tell(): void {
  if (!bar) {
    bar = el('div', { class: 'connection', role: 'status' });
    document.body.prepend(bar);
  }
  bar.replaceChildren(icon('cloud-off'), t(`web.client.${navigator.onLine ? 'unreachable' : 'offline'}`));
  timer ??= setTimeout(askAgain, ASK_AGAIN_MS);
}

export function startConnection(): void {
  addEventListener('offline', tell);
  addEventListener('online', askAgain);
  document.addEventListener('commonplace:unreachable', tell);
  // What is loaded on use did not come.
  addEventListener('unhandledrejection', (event) => {
    if (!/import/.test(String(event.reason))) return;
    event.preventDefault();
    tell();
  });
  if (!navigator.onLine) tell();
}
