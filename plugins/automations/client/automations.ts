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

interface Caret {
  id: string | undefined;
  /** from and to, in a field for text */
  caret: [number, number] | undefined;
}

function caretNow(): Caret {
  const { activeElement: at } = document;
  const caret: Caret['caret'] =
    at instanceof HTMLInputElement && at.selectionStart !== null
      ? [at.selectionStart, at.selectionEnd ?? 0]
      : undefined;
  return { id: at?.id, caret };
}

type Field = HTMLInputElement | HTMLSelectElement;
type Entries = Map<string, string>;

/** What each field holds that people fill in, by its id. */
function entriesOf(place: ParentNode): Entries {
  const fields = place.querySelectorAll<Field>('.automation-editor :is(input, select)[id]');
  return new Map([...fields].map((field) => [field.id, entryOf(field)]));
}

function entryOf(field: Field): string {
  if (field instanceof HTMLSelectElement) return [...field.selectedOptions].map(({ value }) => value).join('\n');
  return field.type === 'checkbox' ? String(field.checked) : field.value;
}

function fillIn(field: Field, entry: string): void {
  if (field instanceof HTMLSelectElement) {
    const chosen = new Set(entry.split('\n'));
    for (const option of field.options) option.selected = chosen.has(option.value);
  } else if (field.type === 'checkbox') field.checked = entry === 'true';
  else field.value = entry;
}

/** The rows that somebody takes out, by their numbers. */
const rowsGone = (form: HTMLFormElement): number[] =>
  [...new FormData(form).keys()].flatMap((name) => /^drop_(\d+)$/.exec(name)?.[1] ?? []).map(Number);

/** The id of a field once rows are gone: those behind them move up. Null for a field of one of them. */
function idAfter(id: string, gone: number[]): string | null {
  const [, name, number, rest] = /^(\w+)-(\d+)(.*)$/.exec(id) ?? [];
  if (number === undefined) return id;
  const row = Number(number);
  return gone.includes(row) ? null : `${name}-${row - gone.filter((one) => one < row).length}${rest}`;
}

/** What was filled in while the answer was on its way goes on in the fields that are the same. */
function carryOver(sent: Entries, now: Entries, drawn: Element, gone: number[]): void {
  for (const [id, entry] of now) {
    const after = entry === sent.get(id) ? null : idAfter(id, gone);
    const field = after && drawn.querySelector<Field>(`:is(input, select)#${CSS.escape(after)}`);
    if (field) fillIn(field, entry);
  }
}

/** Where the caret was, if that is still there; else the first field of the new step. */
function giveFocus({ id, caret }: Caret, isNewStep: boolean): void {
  const before = id ? document.getElementById(id) : null;
  const first = '.automation-editor :is(select, input, textarea):not([type="hidden"])';
  const target =
    document.querySelector<HTMLElement>('[role="alert"]') ??
    (isNewStep ? document.querySelector<HTMLElement>(first) : (before ?? document.querySelector<HTMLElement>(first)));
  if (target?.matches('[role="alert"]')) target.tabIndex = -1;
  target?.focus();
  if (target === before && caret && before instanceof HTMLInputElement) before.setSelectionRange(...caret);
}

async function draw(form: HTMLFormElement, go: string): Promise<void> {
  latest += 1;
  const mine = latest;
  const sent = entriesOf(document);
  const gone = rowsGone(form);
  form.setAttribute('aria-busy', 'true');
  const answer = await askPage(form.action, bodyOf(form, go));
  if (mine !== latest) return;
  const drawn = answer.querySelector('.automation-editor') && answer.querySelector(PLACE);
  const here = document.querySelector(PLACE);
  if (!drawn || !here) throw new Error('The answer shows no step.');
  const isNewStep = stepOf(here) !== stepOf(drawn);
  if (!isNewStep) carryOver(sent, entriesOf(document), drawn, gone);
  const caret = caretNow();
  // The next row stands where the one was that is gone.
  if (caret.id && !isNewStep) caret.id = idAfter(caret.id, gone) ?? caret.id;
  here.replaceChildren(...document.adoptNode(drawn).childNodes);
  giveFocus(caret, isNewStep);
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
