// Short notices at the edge of the window, with the way back from what was just done.
import { el, icon } from './dom.ts';
import { t } from './messages.ts';

export interface ToastOptions {
  /** e.g. Undo; the notice then stays longer */
  action?: { label: string; run: () => void };
  tone?: 'plain' | 'danger';
}

const STAY_MS = 5_000;
const STAY_WITH_ACTION_MS = 12_000;

let region: HTMLElement | undefined;

function regionElement(): HTMLElement {
  if (!region?.isConnected) {
    region = el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite', popover: 'manual' });
    document.body.append(region);
  }
  // Shown anew, so that it lies above a dialog that was opened since.
  region.hidePopover();
  region.showPopover();
  return region;
}

/** Shows a notice; it stays while the pointer or the focus is on it. Returns a function that takes it away. */
export function toast(text: string, { action, tone = 'plain' }: ToastOptions = {}): () => void {
  const close = el(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': t('core.client.dismiss') },
    icon('x'),
  );
  const made = el('div', { class: `toast ${tone}` }, el('p', {}, text));
  const leave = () => {
    made.remove();
    if (region?.childElementCount === 0) region.hidePopover();
  };
  if (action) {
    const button = el('button', { type: 'button', class: 'button quiet' }, action.label);
    button.addEventListener('click', () => {
      leave();
      action.run();
    });
    made.append(button);
  }
  close.addEventListener('click', leave);
  made.append(close);
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(leave, action ? STAY_WITH_ACTION_MS : STAY_MS);
  };
  const stay = () => clearTimeout(timer);
  for (const type of ['pointerenter', 'focusin']) made.addEventListener(type, stay);
  for (const type of ['pointerleave', 'focusout']) made.addEventListener(type, wait);
  regionElement().append(made);
  wait();
  return leave;
}

/** What browsers say of a script that cannot be loaded, which is what nobody should have to read. */
const UNLOADED = /dynamically imported|module script/;

/** Says that something failed, in the words of the error. */
export const failed = (error: unknown): void => {
  const text = error instanceof Error ? error.message : String(error);
  toast(UNLOADED.test(text) ? t('core.client.offline') : text, { tone: 'danger' });
};
