// A page of forms as a dialog: fetched from its address, with its forms sent one by one and drawn anew in their place.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { askPage } from '../../../../../core/client/fetch-document.ts';
import { t } from '../../../../../core/client/messages.ts';
import { RequestError } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';

export interface DialogPage {
  address: string;
  /** id of what the dialog shows of the page */
  part: string;
  /** a form of these led to a page without such a part, and the dialog is closed */
  left?(form: HTMLFormElement): void;
}

const FIELDS = 'input:not([type="hidden"]), select, textarea, button';
/** Between two looks at work that goes on. */
const FOLLOW_MS = 700;
const FAULTS = '[role="alert"], [aria-invalid="true"]';

/** What was refused is said in it, wherever the page says it. @throws RequestError when the answer is another page */
function partOf(answer: Document, id: string): HTMLElement {
  const part = answer.getElementById(id);
  if (!part) {
    const said = answer.querySelector('.notice p:not(.code)')?.textContent;
    throw new RequestError(404, 'not_found', said ?? t('core.client.offline'));
  }
  const fault = answer.querySelector('main [role="alert"]');
  if (fault && !part.contains(fault)) part.prepend(fault);
  return document.adoptNode(part);
}

/** What names a control again after the part was drawn anew. */
const nameOf = (control: Element | null): string => control?.getAttribute('aria-label') ?? control?.id ?? '';

class PagePart {
  readonly element = el('div', { class: 'page-part colours' });
  readonly #page: DialogPage;
  #isSending = false;

  constructor(page: DialogPage) {
    this.#page = page;
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      // The dialog itself must not take it for one of its answers.
      event.stopPropagation();
      const form = event.target as HTMLFormElement;
      const body = new URLSearchParams(new FormData(form, event.submitter) as never);
      this.#turn(() => askPage(form.action, body), form);
    });
  }

  get first(): HTMLElement | undefined {
    return this.element.querySelector<HTMLElement>(FIELDS) ?? undefined;
  }

  /** Without what is set, or done, where the dialog was opened. */
  show(part: HTMLElement): void {
    for (const one of part.querySelectorAll('[data-elsewhere]')) one.remove();
    this.element.replaceChildren(part);
    const { follow } = part.dataset;
    if (follow) setTimeout(() => part.isConnected && this.#turn(() => askPage(follow)), FOLLOW_MS);
  }

  /** One form after the other. */
  #turn(ask: () => Promise<Document>, form?: HTMLFormElement): void {
    if (this.#isSending) return;
    this.#isSending = true;
    ask()
      .then((answer) => this.#take(answer, form))
      .catch(failed)
      .finally(() => {
        this.#isSending = false;
      });
  }

  #take(answer: Document, form?: HTMLFormElement): void {
    const dialog = this.element.closest('dialog');
    const { part: id, left } = this.#page;
    if (form && left && !answer.getElementById(id) && !answer.querySelector('.notice')) {
      dialog?.close();
      left(form);
      return;
    }
    const part = partOf(answer, id);
    // It has nothing more to say.
    if (form?.matches('[data-closes]') && !part.querySelector(FAULTS)) dialog?.close();
    else this.#draw(part);
  }

  #draw(part: HTMLElement): void {
    const before = nameOf(document.activeElement);
    this.show(part);
    const fields = [...this.element.querySelectorAll<HTMLElement>(FIELDS)];
    // What is wrong, or what is shown to be copied.
    const said = this.element.querySelector<HTMLInputElement>('[aria-invalid="true"], input[readonly]');
    const next = said ?? fields.find((one) => nameOf(one) === before) ?? fields[0];
    if (said?.readOnly) said.select();
    (next ?? this.element.closest('dialog')?.querySelector<HTMLElement>('.dialog-head button'))?.focus();
  }
}

/** Named as the part, or else as its page; resolves when it is closed. @throws RequestError */
export async function openPageDialog(page: DialogPage): Promise<void> {
  const answer = await askPage(page.address);
  const shown = partOf(answer, page.part);
  const heading = shown.querySelector('h2[data-elsewhere]') ?? answer.querySelector('main h1');
  const part = new PagePart(page);
  part.show(shown);
  const asked = openDialog(heading?.textContent ?? '', [part.element], [], { wide: true, focus: part.first });
  part.element.closest('dialog')?.classList.add('tall');
  await asked;
}
