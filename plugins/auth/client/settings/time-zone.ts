// The time zone that this browser is in, one press away.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

export function offerOwnZone(): void {
  const input = document.querySelector<HTMLInputElement>('input[name="timezone"]');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!input || !timeZone || input.value === timeZone) return;
  const button = el(
    'button',
    { type: 'button', class: 'button quiet' },
    t('auth.own_zone.use', { zone: timeZone.replaceAll('_', ' ') }),
  );
  button.addEventListener('click', () => {
    input.value = timeZone;
    input.focus();
    button.remove();
  });
  input.closest('.field')?.append(button);
}
