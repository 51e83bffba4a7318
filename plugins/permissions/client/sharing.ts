// The dialog of sharing: the page of the same name, fetched and kept in place while its forms are sent one by one.
// That page itself does the same.

import { openDialog } from '../../../core/client/dialog.ts';
import { el, on } from '../../../core/client/dom.ts';
import { askPage } from '../../../core/client/fetch-document.ts';
import { askBeforeForms, isMeant, offerCopies } from '../../../core/client/form-confirmation.ts';
import { t } from '../../../core/client/messages.ts';
import { RequestError } from '../../../core/client/request.ts';
import { failed } from '../../../core/client/toast.ts';
import { TypeAhead } from '../../../core/client/type-ahead/type-ahead.ts';
import { startChoiceFields } from '../../auth/client/contract.ts';
import { type InvitationDraft, InvitationField } from './sharing/invitation-field.ts';

const CONTROLS = 'input:not([type="hidden"]), select, button';

/** The part of the page that the dialog shows. @throws RequestError when the answer is another page, e.g. an error */
function partOf(answer: Document): HTMLElement {
  const part = answer.querySelector<HTMLElement>('#sharing');
  if (part) return document.adoptNode(part);
  throw new RequestError(
    404,
    'not_found',
    answer.querySelector('.notice p:not(.code)')?.textContent ?? t('core.client.offline'),
  );
}

/** What names a control again after the part was drawn anew. */
const nameOf = (control: Element | null): string => control?.getAttribute('aria-label') ?? control?.id ?? '';

/** Whether keys walk a menu and choose by Enter, and not through the roles themselves (menu-select.css). */
const hasMenu = CSS.supports('appearance', 'base-select');

/**
 * A role that is picked is given at once. Where arrow keys pass those between the old and the new one, what keys have
 * chosen is given when Enter says so or the focus leaves.
 */
function chooseAtOnce(holder: HTMLElement): void {
  const waiting = new Set<HTMLSelectElement>();
  const chosenIn = ({ target }: Event) =>
    target instanceof HTMLSelectElement && target.closest('form[data-at-once]') ? target : undefined;
  const give = (chosen: HTMLSelectElement) => {
    waiting.delete(chosen);
    if (!chosen.selectedOptions[0]?.defaultSelected) chosen.form?.requestSubmit();
  };
  holder.addEventListener('keydown', (event) => {
    const chosen = chosenIn(event);
    if (!chosen || hasMenu) return;
    if (event.key === 'Enter') give(chosen);
    else waiting.add(chosen);
  });
  holder.addEventListener('pointerdown', (event) => {
    const chosen = chosenIn(event);
    if (chosen) waiting.delete(chosen);
  });
  holder.addEventListener('change', (event) => {
    const chosen = chosenIn(event);
    if (chosen && !waiting.has(chosen)) give(chosen);
  });
  holder.addEventListener('focusout', (event) => {
    const chosen = chosenIn(event);
    if (chosen && waiting.has(chosen)) give(chosen);
  });
}

/** The lists and forms, which are sent one by one and drawn anew where they stand. */
class SharingPanel {
  readonly #holder: HTMLElement;
  #field: InvitationField | undefined;

  constructor(holder: HTMLElement) {
    this.#holder = holder;
    this.#bindField();
    chooseAtOnce(holder);
  }

  #bindField(draft?: InvitationDraft): void {
    const form = this.#holder.querySelector<HTMLFormElement>('form.give');
    this.#field = form ? new InvitationField(form, draft) : undefined;
  }

  #draw(answer: Document, draft: InvitationDraft | undefined): void {
    this.#holder.replaceChildren(partOf(answer));
    this.#bindField(draft);
  }

  /** Somebody by words that were typed before there was a field. */
  find(typed: string): void {
    this.#field?.find(typed);
  }

  async send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
    const action = button?.getAttribute('formaction') ?? form.action;
    const fields = new URLSearchParams(new FormData(form, button) as never);
    const before = nameOf(document.activeElement);
    const isQuestion = form.method === 'get';
    const answer = await (isQuestion ? askPage(`${action}?${fields}`) : askPage(action, fields));
    const isInvited =
      form.matches('.give') && !answer.querySelector('#sharing :is([role="alert"], [aria-invalid="true"])');
    this.#draw(answer, isInvited ? undefined : this.#field?.draft);
    const controls = [...this.#holder.querySelectorAll<HTMLElement>(CONTROLS)];
    // What was wrong, or a question that has to be answered first.
    const asking = this.#holder.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"] button');
    (asking ?? controls.find((one) => nameOf(one) === before) ?? controls[0])?.focus();
  }

  /** Another way of sharing, in the same place. */
  async turnTo(address: string): Promise<void> {
    const answer = await askPage(address);
    // The dialog stands in the middle of the window: of another height it would move away from the pointer.
    const dialog = this.#holder.closest('dialog');
    const top = `${dialog?.getBoundingClientRect().top ?? 0}px`;
    if (dialog) Object.assign(dialog.style, { marginBlockStart: top, maxBlockSize: `calc(100dvh - ${top} - 12px)` });
    this.#draw(answer, undefined);
    this.#holder.querySelector<HTMLElement>('a[aria-current]')?.focus();
  }
}

/** Forms of sharing are sent in place; `others`, too, which lead to other pages. */
function sendInPlace(holder: HTMLElement, panel: SharingPanel, others: boolean): void {
  holder.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    // To see a page as somebody else is to go there.
    if (event.submitter?.hasAttribute('formaction')) return;
    if (!others && !form.action.includes('/sharing/')) return;
    event.preventDefault();
    // The dialog itself must not take it for one of its answers.
    event.stopPropagation();
    isMeant(form, event.submitter)
      .then((isSure) => (isSure ? panel.send(form, event.submitter) : undefined))
      .catch(failed);
  });
}

/** The name of the dialog; a title that was typed a moment ago is still on its way to the server. */
function nameOfDialog(said: string, holder: HTMLElement, address: string): string {
  const saved = holder.querySelector<HTMLElement>('#sharing')?.dataset.pageTitle;
  const typed = document.querySelector('.page-head h1')?.textContent?.trim();
  const isHere = new URL(address).pathname.startsWith(`${location.pathname}/`);
  return isHere && saved && typed ? said.replace(saved, () => typed) : said;
}

export async function act(element: HTMLElement, typed: string): Promise<void> {
  const address = (element as HTMLAnchorElement).href;
  const ahead = new TypeAhead();
  const answer = await askPage(address).finally(() => {
    typed += ahead.take();
  });
  const holder = el('div', {}, partOf(answer));
  const panel = new SharingPanel(holder);
  sendInPlace(holder, panel, true);
  on(holder, 'click', 'a[data-within]', (event, tab) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    panel.turnTo((tab as HTMLAnchorElement).href).catch(failed);
  });
  const title = nameOfDialog(answer.querySelector('h1')?.textContent ?? '', holder, address);
  const first = holder.querySelector<HTMLElement>(CONTROLS);
  const closed = openDialog(title, [holder], [], { wide: true, focus: first ?? undefined });
  panel.find(typed);
  await closed;
  element.focus();
}

offerCopies();
startChoiceFields();

const page = document.querySelector<HTMLElement>('main > #sharing');
if (page) {
  askBeforeForms();
  const holder = el('div');
  page.replaceWith(holder);
  holder.append(page);
  sendInPlace(holder, new SharingPanel(holder), false);
}
