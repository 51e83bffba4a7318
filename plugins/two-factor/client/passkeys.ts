// Passkeys in the browser: made in the settings, used to sign in and as the second step; hidden where they cannot work.

import { askBeforeForms, offerCopies } from '../../../core/client/form-confirmation.ts';
import { t } from '../../../core/client/messages.ts';
import { RequestError, send } from '../../../core/client/request.ts';
import { failed } from '../../../core/client/toast.ts';

interface Offered<T> {
  options: T;
}

/** The person closed the browser's own question; that needs no words. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

function tell(error: unknown): void {
  if (isRefusal(error)) return;
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') failed(new Error(t('two-factor.passkey.known')));
  // What browsers say where the address in their bar is not the public one, e.g. an IP address.
  else if (name === 'SecurityError') failed(new Error(t('two-factor.passkey.elsewhere')));
  else failed(error);
}

async function use(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const made = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return made.toJSON();
}

async function signIn({ next, pending }: DOMStringMap): Promise<void> {
  const body = pending ? { pending_token: pending } : {};
  const { options } = await send<Offered<PublicKeyCredentialRequestOptionsJSON>>(
    'POST',
    '/auth/passkeys/login-options',
    body,
  );
  const passkey = await use(options);
  await send('POST', pending ? '/auth/local-verify' : '/auth/passkeys/login', { ...body, passkey });
  location.assign(next || '/');
}

/** Somebody who is signed in says again that it is them. */
async function confirm({ next }: DOMStringMap): Promise<void> {
  const { options } = await send<Offered<PublicKeyCredentialRequestOptionsJSON>>(
    'POST',
    '/auth/passkeys/reauth-options',
  );
  await send('POST', '/auth/reauth', { passkey: await use(options) });
  location.assign(next || '/');
}

/** The sign-in grew old while the page was open: the password is asked for beside the name. */
function askPassword(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[data-proof-field]');
  if (field) field.hidden = false;
  field?.querySelector('input')?.focus();
}

async function create(form: HTMLFormElement): Promise<void> {
  const password = form.querySelector<HTMLInputElement>('#passkey-password');
  if (password?.value) await send('POST', '/auth/reauth', { password: password.value });
  const { options } = await send<Offered<PublicKeyCredentialCreationOptionsJSON>>('POST', '/auth/passkeys/setup');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const name = form.querySelector<HTMLInputElement>('[name="passkey_name"]')?.value;
  await send('POST', '/auth/passkeys', { name, passkey: made.toJSON() });
  location.assign('/accounts/two-factor?done=added#passkeys');
}

/** Old browsers lack them, and so do addresses that are not the public one over TLS. */
const canWork =
  window.isSecureContext && 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

for (const place of document.querySelectorAll<HTMLElement>('[data-passkey]')) {
  place.hidden = !canWork;
  if (place instanceof HTMLFormElement)
    place.addEventListener('submit', (event) => {
      event.preventDefault();
      create(place).catch((error) => {
        if (error instanceof RequestError && error.code === 'reauth_required') askPassword(place);
        tell(error);
      });
    });
  else {
    const prove = place.dataset.passkey === 'reauth' ? confirm : signIn;
    place.addEventListener('click', () => prove(place.dataset).catch(tell));
  }
}
for (const note of document.querySelectorAll<HTMLElement>('[data-passkey-missing]')) note.hidden = canWork;
askBeforeForms();
offerCopies();
