// Forms that need a fresh proof of who one is: the password is asked for once in a dialog, then the form goes on as it is.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el, on } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { RequestError, send } from '../../../../core/client/request.ts';

/** The server may be a little ahead; better ask once too often than lose what was typed. */
const MARGIN_SECONDS = 15;

/** Asks until the password is right; false when the person gives up. */
async function prove(fault = ''): Promise<boolean> {
  const input = el('input', {
    id: 'proof-password',
    type: 'password',
    autocomplete: 'current-password',
    required: 'required',
    'aria-invalid': fault ? 'true' : null,
    'aria-describedby': fault ? 'proof-fault' : null,
  });
  const field = el(
    'div',
    { class: 'field' },
    el('label', { for: 'proof-password' }, t('auth.proof.password')),
    input,
    fault ? el('p', { class: 'fault', id: 'proof-fault', role: 'alert' }, fault) : null,
  );
  const answer = await openDialog(
    t('auth.proof.title'),
    [el('p', {}, t('auth.proof.text')), field],
    [{ label: t('auth.proof.submit'), value: 'yes', kind: 'primary' }],
    { focus: input },
  );
  if (answer !== 'yes') return false;
  try {
    await send('POST', '/auth/reauth', { password: input.value });
    return true;
  } catch (error) {
    const isWrong = error instanceof RequestError && error.status === 401;
    return prove(isWrong ? t('auth.proof.wrong') : (error as Error).message);
  }
}

export function startProof(): void {
  const area = document.querySelector<HTMLElement>('[data-fresh]');
  if (!area) return;
  let freshUntil = performance.now() + (Number(area.dataset.fresh) - MARGIN_SECONDS) * 1000;
  on(area, 'submit', 'form[data-proof]', async (event, found) => {
    const form = found as HTMLFormElement;
    const typed = form.querySelector<HTMLInputElement>('input[name="current_password"]');
    if (typed?.value || performance.now() < freshUntil) return;
    event.preventDefault();
    if (!(await prove())) return;
    freshUntil = Number.POSITIVE_INFINITY;
    form.requestSubmit(event.submitter);
  });
  // The dialog asks instead, when it is needed.
  for (const input of area.querySelectorAll<HTMLInputElement>('input[name="current_password"]:not([aria-invalid])'))
    input.closest('.field')?.remove();
}
