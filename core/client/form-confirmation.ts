// Manners of forms that pages share: what cannot be undone is asked first, and what is to be copied has a button.
import { copyOut } from './clipboard.ts';
import { confirmed } from './dialog.ts';
import { on } from './dom.ts';
import { t } from './messages.ts';

const sure = new WeakSet<HTMLFormElement>();

/** Whether a form is to be sent: one with `data-confirm` after a question of that text. */
export async function isMeant(form: HTMLFormElement, button: HTMLElement | null): Promise<boolean> {
  const { confirm } = form.dataset;
  if (!confirm) return true;
  // A button that is only a picture says by its name what is about to happen.
  const title = button?.getAttribute('aria-label') ?? button?.textContent?.trim() ?? '';
  const label = button?.textContent?.trim() || title;
  return confirmed(title, confirm, { label, danger: button?.classList.contains('danger') ?? false });
}

async function ask(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  if (!(await isMeant(form, button))) return;
  sure.add(form);
  form.requestSubmit(button);
}

/** Forms with `data-confirm` are sent after a question of that text; the button that sends names the action. */
export function askBeforeForms(): void {
  on(document, 'submit', 'form[data-confirm]', (event, found) => {
    const form = found as HTMLFormElement;
    if (sure.delete(form) || event.defaultPrevented) return;
    event.preventDefault();
    void ask(form, event.submitter);
  });
}

/** What is chosen in a field with `data-submits` is sent at once, for which there is a button where no scripts run. */
export function submitChoices(): void {
  on(document, 'change', '[data-submits]', (_event, field) => (field as HTMLInputElement).form?.requestSubmit());
}

/** Buttons with `data-copy` copy the text or value of the element of that id. */
export function offerCopies(): void {
  on(document, 'click', '[data-copy]', async (_event, button) => {
    const from = document.getElementById(button.dataset.copy ?? '');
    const text = from instanceof HTMLInputElement ? from.value : (from?.textContent ?? '');
    await copyOut(text, t('core.client.copied'));
  });
}
