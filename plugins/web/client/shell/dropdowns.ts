// Menus of the frame are plain disclosures; here they also close when somebody clicks elsewhere or presses Escape.
import { moveFocus } from '../../../../core/client/popover.ts';

const opened = (): HTMLDetailsElement[] => [...document.querySelectorAll<HTMLDetailsElement>('.dropdown[open]')];

function closeOutside(target: EventTarget | null): void {
  for (const one of opened()) if (!one.contains(target as Node)) one.open = false;
}

export function startDropdowns(): void {
  document.addEventListener('click', ({ target }) => closeOutside(target));
  document.addEventListener('keydown', (event) => {
    const one = opened().find((found) => found.contains(event.target as Node));
    if (!one) return;
    if (event.key === 'Escape') {
      // What else Escape closes stays.
      event.preventDefault();
      one.open = false;
      one.querySelector('summary')?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      moveFocus(event, [...one.querySelectorAll<HTMLElement>('.menu-item')]);
    }
  });
  document.addEventListener('focusout', ({ relatedTarget }) => relatedTarget && closeOutside(relatedTarget));
}
