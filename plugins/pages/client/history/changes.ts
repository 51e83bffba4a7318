// From change to change of a version, by keys and buttons.
import { on } from '../../../../core/client/dom.ts';

const CHANGES = '.compared:not(.changes) .change, .changes .row.change';

/** So much of a change is read out. */
const SAID_MAX = 120;

/** Which of the changes is reached is seen beside the buttons; whoever listens also hears what it says. */
function tell(change: HTMLElement, at: number): void {
  const shown = document.querySelector<HTMLElement>('.history-jumps [data-of]');
  const status = document.querySelector('[data-history-status]');
  const place = shown?.dataset.of?.replace('#', String(at + 1)) ?? '';
  if (shown) shown.textContent = place;
  const words = change.textContent
    ?.replace(/^[+−~↕]/u, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SAID_MAX);
  if (status) status.textContent = `${place}: ${words}`;
}

/** Begins anew with `forget`, when another version is shown. */
export function startChangeKeys(): { forget(): void } {
  let reached = -1;

  /** To the change before or after; behind the last one is the first. */
  function jump(step: number): HTMLElement | undefined {
    const changes = [...document.querySelectorAll<HTMLElement>(CHANGES)];
    if (!changes.length) return undefined;
    changes[reached]?.removeAttribute('data-reached');
    reached = reached < 0 && step < 0 ? changes.length - 1 : (reached + step + changes.length) % changes.length;
    const change = changes[reached] as HTMLElement;
    change.dataset.reached = '';
    // Of a long one the beginning is seen.
    change.scrollIntoView({ block: change.offsetHeight > innerHeight / 2 ? 'start' : 'center' });
    tell(change, reached);
    return change;
  }

  on(document, 'click', '[data-jump]', (_event, { dataset }) => void jump(Number(dataset.jump)));
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || (target as Element).closest('input, textarea, select, [contenteditable]'))
      return;
    if (key !== 'n' && key !== 'p') return;
    event.preventDefault();
    const change = jump(key === 'n' ? 1 : -1);
    if (!change) return;
    // What comes next by Tab is what comes behind it. Whoever pressed a button stays there.
    change.tabIndex = -1;
    change.focus({ preventScroll: true });
  });
  return {
    forget() {
      reached = -1;
    },
  };
}
