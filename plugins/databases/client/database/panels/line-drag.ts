// Lines of a list in a panel that are dragged into another order by a grip, which arrows move, too.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { enableDragDrop } from '../drag-drop.ts';

/** Whoever follows the panel hears of it as of any other choice. */
const tell = (line: Element): boolean => line.dispatchEvent(new Event('change', { bubbles: true }));

export function lineGrip(line: HTMLElement, name: string): HTMLElement {
  const label = t('databases.view.move_option', { name });
  const grip = el(
    'button',
    { type: 'button', class: 'icon-button option-grip', draggable: 'true', 'aria-label': label },
    icon('grip-vertical'),
  );
  grip.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowUp') line.previousElementSibling?.before(line);
    else if (event.key === 'ArrowDown') line.nextElementSibling?.after(line);
    else return;
    event.preventDefault();
    grip.focus();
    tell(line);
  });
  return grip;
}

export function enableLineDrag(list: HTMLElement): void {
  enableDragDrop(list, {
    item: '.option-grip',
    target: '.panel-line',
    side: 'block',
    mayDrop: (grip, line) => !line.contains(grip),
    drop: (grip, beside, isAfter) => {
      const line = grip.closest('.panel-line');
      if (!line) return;
      beside[isAfter ? 'after' : 'before'](line);
      tell(line);
    },
  });
}
