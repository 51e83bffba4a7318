// Colours change at once; the server is told beside it, because only its cookies last a year in every browser.
import { failed } from '../../../../core/client/toast.ts';

export function chooseTheme(form: HTMLFormElement, button: HTMLButtonElement): void {
  document.documentElement.dataset.theme = button.value;
  for (const one of document.querySelectorAll('[data-appearance] [name="theme"]'))
    one.setAttribute('aria-pressed', String((one as HTMLButtonElement).value === button.value));
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  body.set('theme', button.value);
  fetch(form.action, { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(failed);
}
