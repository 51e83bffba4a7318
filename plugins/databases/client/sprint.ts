// A sprint without leaving its page: a chosen status is kept at once, and rows are found while their name is typed.
import { askPage } from '../../../core/client/fetch-document.ts';
import { failed } from '../../../core/client/toast.ts';
import { askDatesInWords } from './database/views/date-question.ts';

const WAIT_MS = 200;
const FOUND = '.sprint-found';
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** Puts parts of an answer in the place of the same parts here. */
function take(answer: Document, part: string): void {
  const [drawn, here] = [answer.querySelector(part), document.querySelector(part)];
  if (drawn && here) here.replaceChildren(...document.adoptNode(drawn).childNodes);
}

/** Where the focus goes on once the page is drawn anew: to what has the same place, or to what follows a press on top. */
function placeAfter(form: HTMLFormElement, submitter: HTMLElement | null): () => HTMLElement | null | undefined {
  const id = form.closest(FOUND) ? 'find-row' : document.activeElement?.id;
  if (id) return () => document.getElementById(id);
  const dropping = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.sprint-drop button')];
  const at = submitter ? dropping().indexOf(submitter) : -1;
  return () => (at < 0 ? undefined : (dropping()[at] ?? dropping().at(-1))) ?? document.querySelector('.sprint-next');
}

const FORMS = ['.title-form:not(.sprint-end)', '.sprint-end'];

/**
 * Keeps what was written or opened beside a form while it was sent, and puts it back once the page is drawn anew.
 * @param sought what was in the field of the search when a row that it had found was added
 */
function keepRest(form: HTMLFormElement, sought: string | undefined): () => void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('.sprint input[id]')].filter(
    (one) => one.form !== form,
  );
  const before = ({ id, defaultValue }: HTMLInputElement) => (id === 'find-row' ? sought : undefined) ?? defaultValue;
  const written = fields.filter((one) => one.value !== before(one)).map(({ id, value }) => ({ id, value }));
  const open = FORMS.filter((one) => document.querySelector(`${one}[open]`)?.contains(form) === false);
  return () => {
    for (const one of open) document.querySelector(one)?.setAttribute('open', '');
    for (const { id, value } of written) {
      const field = document.getElementById(id) as HTMLInputElement | null;
      if (field) field.value = value;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
}

async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const sought = form.closest(FOUND) ? document.querySelector<HTMLInputElement>('#find-row')?.value : undefined;
  const answer = await askPage(form.action, new URLSearchParams(new FormData(form, submitter) as never));
  const place = placeAfter(form, submitter);
  const putBack = keepRest(form, sought);
  take(answer, '.sprint');
  askDatesInWords(document.body);
  putBack();
  place()?.focus();
}

async function find(field: HTMLInputElement): Promise<void> {
  const turn = ++asked;
  const answer = await askPage(`${location.pathname}?find=${encodeURIComponent(field.value.trim())}`);
  if (turn === asked) take(answer, FOUND);
}

const page = document.querySelector<HTMLElement>('.sprint');
askDatesInWords(document.body);
page?.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.closest('.title-form:not(.sprint-end)')) return;
  event.preventDefault();
  const field = form.querySelector<HTMLInputElement>('#find-row');
  (field ? find(field) : sendForm(form, event.submitter)).catch(failed);
});
/** Closes what was asked above, and goes back to what opened it. */
function cancel(from: Element | null | undefined): void {
  from?.removeAttribute('open');
  from?.querySelector('summary')?.focus();
}
page?.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-cancel]')) cancel(target.closest('details'));
});
page?.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Escape' && target instanceof Element) cancel(target.closest('.title-form[open]'));
});
page?.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.closest('.sprint-status')) target.form?.requestSubmit();
});
page?.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== 'find-row') return;
  clearTimeout(timer);
  timer = setTimeout(() => void find(target).catch(failed), WAIT_MS);
});
// A quick hand has chosen or typed before this was there.
const typed = page?.querySelector<HTMLInputElement>('#find-row');
if (typed && typed.value !== typed.defaultValue) find(typed).catch(failed);
for (const one of page?.querySelectorAll<HTMLSelectElement>('.sprint-status select') ?? [])
  if (!one.selectedOptions[0]?.defaultSelected) one.form?.requestSubmit();
