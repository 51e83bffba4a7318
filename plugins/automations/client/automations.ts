// The editor of a rule without a new page for each step: what the server draws comes into its place, and choices that
// change the form are drawn at once. What cannot be drawn, and saving, go the way that they go without scripts.
import { on } from '../../../core/client/dom.ts';
import { askPage } from '../../../core/client/fetch-document.ts';
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';

askBeforeForms();

const PLACE = 'main';
const STEPS = /^[123]$/;
/** The newest request: an answer to an older one is not shown any more. */
let latest = 0;

const bodyOf = (form: HTMLFormElement, go: string): URLSearchParams => {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
  body.set('go', go);
  return body;
};

/** Where the caret was, if that is still there; else the first field of the new step. */
function giveFocus(id: string | undefined, isNewStep: boolean): void {
  const before = id ? document.getElementById(id) : null;
  const first = '.automation-editor :is(select, input, textarea):not([type="hidden"])';
  const target =
    document.querySelector<HTMLElement>('[role="alert"]') ??
    (isNewStep ? document.querySelector<HTMLElement>(first) : (before ?? document.querySelector<HTMLElement>(first)));
  if (target?.matches('[role="alert"]')) target.tabIndex = -1;
  target?.focus();
}

async function draw(form: HTMLFormElement, go: string): Promise<void> {
  latest += 1;
  const mine = latest;
  const focused = document.activeElement?.id;
  form.setAttribute('aria-busy', 'true');
  const answer = await askPage(form.action, bodyOf(form, go));
  if (mine !== latest) return;
  const drawn = answer.querySelector('.automation-editor') && answer.querySelector(PLACE);
  const here = document.querySelector(PLACE);
  if (!drawn || !here) throw new Error('The answer shows no step.');
  const isNewStep = stepOf(here) !== stepOf(drawn);
  here.replaceChildren(...document.adoptNode(drawn).childNodes);
  giveFocus(focused, isNewStep);
}

const stepOf = (place: Element): string | undefined =>
  place.querySelector<HTMLInputElement>('.automation-editor [name="step"]')?.value;

function show(form: HTMLFormElement, go: string, instead: () => void): void {
  draw(form, go).catch(instead);
}

const sentPlainly = new WeakSet<HTMLFormElement>();

on(document, 'submit', '.automation-editor', (event, found) => {
  const form = found as HTMLFormElement;
  const { submitter } = event as SubmitEvent;
  if (sentPlainly.delete(form) || event.defaultPrevented || !(submitter instanceof HTMLButtonElement)) return;
  if (!STEPS.test(submitter.value)) return;
  event.preventDefault();
  show(form, submitter.value, () => {
    sentPlainly.add(form);
    form.removeAttribute('aria-busy');
    form.requestSubmit(submitter);
  });
});

on(document, 'change', '.automation-editor [data-draws]', (_event, found) => {
  const form = found.closest<HTMLFormElement>('form');
  const step = form && new FormData(form).get('step');
  if (form && typeof step === 'string') show(form, step, () => form.removeAttribute('aria-busy'));
});
