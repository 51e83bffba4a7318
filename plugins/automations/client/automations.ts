// The editor of a rule without a new page for each choice: what the server draws comes into its place, and the sentence
// of the rule follows what is typed. What cannot be drawn, and saving, go the way that they go without scripts.
import { on } from '../../../core/client/dom.ts';
import { askPage } from '../../../core/client/fetch-document.ts';
import { askBeforeForms } from '../../../core/client/form-confirmation.ts';

askBeforeForms();

const PLACE = 'main';
const SENTENCE = '.rule-sentence';
/** The newest request: an answer to an older one is not shown any more. */
let latest = 0;

/** What asks for the form as it would be now. */
const bodyOf = (form: HTMLFormElement, by?: HTMLElement): URLSearchParams => {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, by)) if (typeof value === 'string') body.append(name, value);
  body.set('go', 'draw');
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

/** The rows that somebody takes out, by the part that they are of. */
interface Gone {
  conditions: number[];
  actions: number[];
}

function rowsGone(form: HTMLFormElement): Gone {
  const names = [...new FormData(form).keys()];
  const of = (sign: RegExp) => names.flatMap((name) => sign.exec(name)?.[1] ?? []).map(Number);
  return { conditions: of(/^drop_(\d+)$/), actions: of(/^removal_(\d+)$/) };
}

const OF_CONDITIONS = /^(subject|op|value|drop)$/;

/** The id of a field once rows are gone: those behind them move up. Null for a field of one of them. */
function idAfter(id: string, { conditions, actions }: Gone): string | null {
  const [, name = '', number, rest] = /^(\w+)-(\d+)(.*)$/.exec(id) ?? [];
  if (number === undefined) return id;
  const gone = OF_CONDITIONS.test(name) ? conditions : actions;
  const row = Number(number);
  return gone.includes(row) ? null : `${name}-${row - gone.filter((one) => one < row).length}${rest}`;
}

/** What was filled in while the answer was on its way goes on in the fields that are the same. */
function carryOver(sent: Entries, now: Entries, drawn: Element, gone: Gone): void {
  for (const [id, entry] of now) {
    const after = entry === sent.get(id) ? null : idAfter(id, gone);
    const field = after && drawn.querySelector<Field>(`:is(input, select)#${CSS.escape(after)}`);
    if (field) fillIn(field, entry);
  }
}

const FIELD = ':is(select, input, textarea):not([type="hidden"], .hidden)';

/** The first field of the last row of a part. */
function fieldOfLastRow(part: number): HTMLElement | null {
  const rows = document.querySelectorAll('.rule-part')[part]?.querySelectorAll('.automation-row') ?? [];
  return [...rows].at(-1)?.querySelector<HTMLElement>(FIELD) ?? null;
}

/** What is wrong first, then what was added, then where the caret was, if that is still there. */
function giveFocus({ id, caret }: Caret, added: HTMLElement | null): void {
  const before = id ? document.getElementById(id) : null;
  const alert = document.querySelector<HTMLElement>('[role="alert"]');
  const target = alert ?? added ?? before ?? document.querySelector<HTMLElement>(`.automation-editor ${FIELD}`);
  if (alert) alert.tabIndex = -1;
  target?.focus();
  if (target === before && caret && before instanceof HTMLInputElement) before.setSelectionRange(...caret);
}

const answerTo = (form: HTMLFormElement, by?: HTMLElement): Promise<Document> => {
  latest += 1;
  return askPage(form.action, bodyOf(form, by));
};

async function draw(form: HTMLFormElement, by?: HTMLElement): Promise<void> {
  const sent = entriesOf(document);
  const gone = rowsGone(form);
  const part = [...form.querySelectorAll('.rule-part')].findIndex((one) => by && one.contains(by));
  form.setAttribute('aria-busy', 'true');
  const asked = answerTo(form, by);
  const mine = latest;
  const answer = await asked;
  if (mine !== latest) return;
  const drawn = answer.querySelector('.automation-editor') && answer.querySelector(PLACE);
  const here = document.querySelector(PLACE);
  if (!drawn || !here) throw new Error('The answer shows no rule.');
  carryOver(sent, entriesOf(document), drawn, gone);
  const caret = caretNow();
  // The next row stands where the one was that is gone.
  if (caret.id) caret.id = idAfter(caret.id, gone) ?? caret.id;
  here.replaceChildren(...document.adoptNode(drawn).childNodes);
  giveFocus(caret, fieldOfLastRow(part));
}

/** The sentence alone: the fields stay below the hands that fill them in. */
async function tell(form: HTMLFormElement): Promise<void> {
  const asked = answerTo(form);
  const mine = latest;
  const words = (await asked).querySelector(SENTENCE)?.textContent;
  const sentence = document.querySelector(SENTENCE);
  if (mine === latest && sentence && words) sentence.textContent = words;
}

const sentPlainly = new WeakSet<HTMLFormElement>();

on(document, 'submit', '.automation-editor', (event, found) => {
  const form = found as HTMLFormElement;
  const { submitter } = event as SubmitEvent;
  if (sentPlainly.delete(form) || event.defaultPrevented || !(submitter instanceof HTMLButtonElement)) return;
  if (submitter.value === 'save') return;
  event.preventDefault();
  draw(form, submitter).catch(() => {
    sentPlainly.add(form);
    form.removeAttribute('aria-busy');
    form.requestSubmit(submitter);
  });
});

on(document, 'change', '.automation-editor', ({ target }, found) => {
  const form = found as HTMLFormElement;
  const isDrawn = target instanceof Element && target.matches('[data-draws]');
  // A choice that is being drawn brings the sentence along.
  if (!isDrawn && form.ariaBusy) return;
  (isDrawn ? draw(form) : tell(form)).catch(() => form.removeAttribute('aria-busy'));
});

/** A sign goes where the caret is in the text that it is offered for. */
on(document, 'click', '.automation-editor [data-sign]', (_event, { dataset }) => {
  const field = document.getElementById(dataset.into ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  field.setRangeText(dataset.sign ?? '', field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.focus();
});
