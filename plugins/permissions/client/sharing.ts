// The dialog of sharing: the page of the same name, fetched and kept in place while its forms are sent one by one.

import { openDialog } from '../../../core/client/dialog.ts';
import { askPage } from '../../../core/client/fetch-document.ts';
import { t } from '../../../core/client/messages.ts';
import { RequestError } from '../../../core/client/request.ts';
import { failed } from '../../../core/client/toast.ts';

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

async function send(holder: HTMLElement, form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const action = button?.getAttribute('formaction') ?? form.action;
  const fields = new URLSearchParams(new FormData(form, button) as never);
  const before = nameOf(document.activeElement);
  const isQuestion = form.method === 'get';
  const answer = await (isQuestion ? askPage(`${action}?${fields}`) : askPage(action, fields));
  holder.replaceChildren(partOf(answer));
  const controls = [...holder.querySelectorAll<HTMLElement>('input:not([type="hidden"]), select, button')];
  // What was wrong, or a question that has to be answered first.
  const asking = holder.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"] button');
  (asking ?? controls.find((one) => nameOf(one) === before) ?? controls[0])?.focus();
}

/** Another way of sharing, in the same place. */
async function turnTo(holder: HTMLElement, address: string): Promise<void> {
  holder.replaceChildren(partOf(await askPage(address)));
  holder.querySelector<HTMLElement>('a[aria-current]')?.focus();
}

/**
 * A role that is picked is given at once. Arrow keys pass those between the old and the new one: what keys have chosen is
 * given when Enter says so or the focus leaves.
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
    if (chosen && event.key !== 'Enter') waiting.add(chosen);
    else if (chosen) give(chosen);
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

export async function act(element: HTMLElement): Promise<void> {
  const address = (element as HTMLAnchorElement).href;
  const answer = await askPage(address);
  const holder = document.createElement('div');
  holder.append(partOf(answer));
  holder.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    // To see a page as somebody else is to go there.
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    // The dialog itself must not take it for one of its answers.
    event.stopPropagation();
    send(holder, form, event.submitter).catch(failed);
  });
  holder.addEventListener('click', (event) => {
    const tab = (event.target as HTMLElement).closest<HTMLAnchorElement>('a[data-within]');
    if (!tab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turnTo(holder, tab.href).catch(failed);
  });
  chooseAtOnce(holder);
  const title = answer.querySelector('h1')?.textContent ?? '';
  const first = holder.querySelector<HTMLElement>('input:not([type="hidden"]), select');
  await openDialog(title, [holder], [], { wide: true, focus: first ?? undefined });
  element.focus();
}
