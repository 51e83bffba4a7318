// Menus of the frame are plain disclosures; here they also close when somebody clicks elsewhere or presses Escape.
import { moveFocus } from '../../../../core/client/popover.ts';

const opened = (): HTMLDetailsElement[] => [...document.querySelectorAll<HTMLDetailsElement>('.dropdown[open]')];

export function startDropdowns(): void {
  document.addEventListener('click', (event) => {
    for (const one of opened()) if (!one.contains(event.target as Node)) one.open = false;
  });
  document.addEventListener('keydown', (event) => {
    const one = opened().find((found) => found.contains(event.target as Node));
    if (!one) return;
    if (event.key === 'Escape') {
      one.open = false;
      one.querySelector('summary')?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      moveFocus(event, [...one.querySelectorAll<HTMLElement>('.menu-item')]);
    }
  });
  document.addEventListener('focusout', (event) => {
    const next = event.relatedTarget as Node | null;
    if (next) for (const one of opened()) if (!one.contains(next)) one.open = false;
  });
}
