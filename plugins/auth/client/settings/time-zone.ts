// The time zone that this browser is in, one press away.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

export function offerOwnZone(): void {
  const select = document.querySelector<HTMLSelectElement>('select[name="timezone"]');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!select || select.value === timeZone || ![...select.options].some(({ value }) => value === timeZone)) return;
  const label = t('auth.own_zone.use', { zone: timeZone.replaceAll('_', ' ') });
  const button = el('button', { type: 'button', class: 'button quiet' }, label);
  button.addEventListener('click', () => {
    select.value = timeZone;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    select.closest('.field')?.querySelector<HTMLElement>('input, select')?.focus();
    button.remove();
  });
  select.closest('.field')?.append(button);
}
