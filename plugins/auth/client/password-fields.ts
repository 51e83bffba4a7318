// Forms of signing in that help: what is typed can be shown, caps lock is told, a new password says whether it is long enough,
// and the username is proposed.
import { el, icon, on } from '../../../core/client/dom.ts';
import { t } from '../../../core/client/messages.ts';

/** From here on a password counts as good whatever it is made of. */
const GOOD_LENGTH = 14;

function addReveal(input: HTMLInputElement): void {
  const button = el('button', { type: 'button', class: 'icon-button', 'aria-pressed': 'false' });
  const show = (visible: boolean) => {
    const label = t(visible ? 'auth.password_field.hide' : 'auth.password_field.show');
    input.type = visible ? 'text' : 'password';
    button.replaceChildren(visible ? icon('eye-off') : icon('eye'));
    button.setAttribute('aria-label', label);
    button.title = label;
  };
  let visible = false;
  button.addEventListener('click', () => {
    visible = !visible;
    show(visible);
  });
  // A field that is sent as text would be kept by the browser as if it were a name.
  input.form?.addEventListener('submit', () => show(false));
  show(false);
  const frame = el('span', { class: 'reveal' });
  const isFocused = document.activeElement === input;
  input.replaceWith(frame);
  frame.append(input, button);
  if (isFocused) input.focus();
}

function addStrength(input: HTMLInputElement): void {
  const least = Number(input.dataset.least);
  const meter = el('meter', { min: 0, max: GOOD_LENGTH, low: least, high: GOOD_LENGTH - 1, optimum: GOOD_LENGTH });
  const words = el('span', { role: 'status' });
  const line = el('p', { class: 'strength', hidden: 'hidden' }, meter, words);
  meter.setAttribute('aria-hidden', 'true');
  input.closest('.field')?.append(line);
  input.addEventListener('input', () => {
    const length = [...input.value].length;
    line.hidden = length === 0;
    meter.value = Math.min(length, GOOD_LENGTH);
    const missing = least - length;
    words.textContent =
      missing > 0
        ? t('auth.password_field.more', { count: missing })
        : t(length >= GOOD_LENGTH ? 'auth.password_field.good' : 'auth.password_field.enough');
  });
}

/** What stands behind the # of an address that somebody wanted is known to the browser alone: it goes along. */
function keepFragment(): void {
  for (const form of document.forms) if (form.method === 'post') form.action += location.hash;
}

function addCapsNote(): void {
  const note = el('p', { class: 'hint', role: 'status' });
  on(document, 'keydown', '.reveal input', (event, input) => {
    const isOn = event.getModifierState?.('CapsLock') ?? false;
    if (isOn && !note.textContent) {
      note.textContent = t('auth.password_field.caps');
      input.closest('.field')?.append(note);
    } else if (!isOn && note.textContent) {
      note.textContent = '';
      note.remove();
    }
  });
}

/** Letters lose their marks, and what a username does not take becomes a dot: that of "Zoë Brown" is zoe.brown. */
const usernameOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 64);

/** It follows the name until somebody types one of their own. */
function proposeUsername(): void {
  const name = document.querySelector<HTMLInputElement>('form input[name="full_name"]');
  const login = document.querySelector<HTMLInputElement>('form input[name="login"]');
  if (!name || !login || login.value) return;
  let isOwn = false;
  login.addEventListener('input', () => {
    isOwn = login.value !== '';
  });
  name.addEventListener('input', () => {
    if (!isOwn) login.value = usernameOf(name.value);
  });
}

for (const input of document.querySelectorAll<HTMLInputElement>('input[type="password"]')) {
  addReveal(input);
  if (input.dataset.least) addStrength(input);
}
addCapsNote();
keepFragment();
proposeUsername();
// Times are right from the first page on, without a question.
const zone = document.querySelector<HTMLInputElement>('input[type="hidden"][name="timezone"]');
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
