// Puts text on the clipboard, also where browsers keep their own way for pages that came over HTTPS.
import { el } from './dom.ts';
import { t } from './messages.ts';
import { toast } from './toast.ts';

/** By a chosen field that nobody sees; the focus goes back to where it was. */
function copyByField(text: string): boolean {
  const focused = document.activeElement;
  const field = el('textarea', { 'aria-hidden': 'true', readonly: '' });
  field.value = text;
  Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', opacity: '0' });
  // Beside a dialog that is open nothing can be chosen.
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isDone;
}

/** Copies and says so with `done`, where there is anything to say, or says what to do instead. */
export async function copyOut(text: string, done = ''): Promise<void> {
  const isDone = await (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
    () => true,
    () => copyByField(text),
  );
  if (!isDone) toast(t('core.client.copy_failed'), { tone: 'danger' });
  else if (done) toast(done);
}
