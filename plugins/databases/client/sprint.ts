// A sprint without leaving its page: a chosen status is kept at once, and rows are found while their name is typed.
import { askPage } from '../../../core/client/fetch-document.ts';
import { failed } from '../../../core/client/toast.ts';

const WAIT_MS = 200;
const FOUND = '.sprint-found';
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

/** Puts parts of an answer in the place of the same parts here. */
function take(answer: Document, part: string): void {
  const [drawn, here] = [answer.querySelector(part), document.querySelector(part)];
  if (drawn && here) here.replaceChildren(...document.adoptNode(drawn).childNodes);
}

async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const focused = document.activeElement?.id ?? '';
  const answer = await askPage(form.action, new URLSearchParams(new FormData(form, submitter) as never));
  take(answer, '.sprint');
  document.getElementById(focused || 'find-row')?.focus();
}

async function find(field: HTMLInputElement): Promise<void> {
  const turn = ++asked;
  const answer = await askPage(`${location.pathname}?find=${encodeURIComponent(field.value.trim())}`);
  if (turn === asked) take(answer, FOUND);
}

const page = document.querySelector<HTMLElement>('.sprint');
page?.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  if (form.closest('.title-form')) return;
  event.preventDefault();
  const field = form.querySelector<HTMLInputElement>('#find-row');
  (field ? find(field) : sendForm(form, event.submitter)).catch(failed);
});
page?.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.closest('.sprint-status')) target.form?.requestSubmit();
});
page?.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== 'find-row') return;
  clearTimeout(timer);
  timer = setTimeout(() => void find(target).catch(failed), WAIT_MS);
});
