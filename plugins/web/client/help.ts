// Filters the help while somebody types; the same field asks the server where no scripts run.
import { t } from '../../../core/client/messages.ts';

const root = document.querySelector<HTMLElement>('[data-help]');
const field = root?.querySelector<HTMLInputElement>('input[type="search"]');

/** Without accents and capitals, as the search of the server reads. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function filter(root: HTMLElement, query: string): void {
  const words = plain(query).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const card of root.querySelectorAll<HTMLElement>('.help-card')) {
    const text = plain(card.dataset.text ?? '');
    card.hidden = !words.every((word) => text.includes(word));
    if (!card.hidden) count += 1;
  }
  for (const group of root.querySelectorAll<HTMLElement>('[data-group]'))
    group.hidden = !group.querySelector('.help-card:not([hidden])');
  const none = root.querySelector<HTMLElement>('[data-none]');
  if (none) none.hidden = count > 0;
  const status = root.querySelector('[data-count]');
  if (status) status.textContent = words.length ? t('web.places.help.count', { count }) : '';
}

// What the server already narrowed lacks the rest; then the field stays a form.
if (root && field && !field.value) field.addEventListener('input', () => filter(root, field.value));
