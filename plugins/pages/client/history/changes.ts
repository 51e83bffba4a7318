// From change to change of a version, by keys and buttons.
import { on } from '../../../../core/client/dom.ts';

const CHANGES = '.compared:not(.changes) .change, .changes .row.change';

/** Begins anew with `forget`, when another version is shown. */
export function startChangeKeys(): { forget(): void } {
  let reached = -1;

  /** To the change before or after; behind the last one is the first. */
  function jump(step: number): void {
    const changes = [...document.querySelectorAll<HTMLElement>(CHANGES)];
    if (!changes.length) return;
    changes[reached]?.removeAttribute('data-reached');
    reached = reached < 0 && step < 0 ? changes.length - 1 : (reached + step + changes.length) % changes.length;
    const change = changes[reached] as HTMLElement;
    change.dataset.reached = '';
    // Of a long one the beginning is seen.
    change.scrollIntoView({ block: change.offsetHeight > innerHeight / 2 ? 'start' : 'center' });
  }

  on(document, 'click', '[data-jump]', (_event, { dataset }) => jump(Number(dataset.jump)));
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || (target as Element).closest('input, textarea, select, [contenteditable]'))
      return;
    if (key !== 'n' && key !== 'p') return;
    event.preventDefault();
    jump(key === 'n' ? 1 : -1);
  });
  return {
    forget() {
      reached = -1;
    },
  };
}
