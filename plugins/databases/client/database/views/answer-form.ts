// A form in its place: questions come and go with the answers before them, it is sent without leaving the page, and made here.
import { el, icon } from '../../../../../core/client/dom.ts';
import { askPage } from '../../../../../core/client/fetch-document.ts';
import { t } from '../../../../../core/client/messages.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { obeyStars } from '../editors/star-choice.ts';
import { begunForms } from '../forms/begun-forms.ts';
import type { Model } from '../model.ts';
import { askDatesInWords } from './date-question.ts';
import { type FormAnswers, readAnswers, writeAnswers } from './form-answers.ts';
import { ServerView } from './server-view.ts';

export class AnswerForm extends ServerView {
  readonly #own: Model;
  #isSending = false;
  #isMade = false;
  /** nobody has said yet what it asks */
  #isBegun: boolean;
  /** what somebody has answered in the form that is being drawn anew */
  #given: FormAnswers | undefined;

  constructor(model: Model) {
    // What others send does not touch a form that is being filled in.
    super(model, (view) => `${view.id} ${view.updated_at}`);
    this.#own = model;
    this.#isBegun = begunForms.delete(model);
    this.element.addEventListener('input', () => this.#shape());
    obeyStars(this.element);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.#isSending) this.#send(event.target as HTMLFormElement).catch(failed);
    });
    this.element.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-again]') : null;
      if (!link) return;
      event.preventDefault();
      this.#show(askPage(link.href), 'input:not([type="hidden"]), select, textarea').catch(failed);
    });
  }

  /** While it is being made, what it asks for is not asked. */
  override draw(): void {
    if (this.#isBegun) {
      this.#isBegun = false;
      this.#make().catch(failed);
    } else if (!this.#isMade) super.draw();
  }

  async #make(): Promise<void> {
    this.#isMade = true;
    const { FormBuilder } = await import('../forms/form-builder.ts');
    const builder = new FormBuilder(this.#own, () => {
      this.#isMade = false;
      this.reload()
        .then(() => this.element.querySelector<HTMLElement>('.form-edit')?.focus())
        .catch(failed);
    });
    this.element.replaceChildren(builder.element);
    builder.element.querySelector<HTMLElement>('input')?.focus();
  }

  protected override take(answer: Document): void {
    const form = this.#isMade ? null : this.element.querySelector('form');
    this.#given = form ? readAnswers(form) : undefined;
    const held = form?.contains(document.activeElement) ? (document.activeElement as HTMLInputElement) : null;
    super.take(answer);
    const field = held?.id ? document.getElementById(held.id) : null;
    field?.focus();
    // Its question may be gone, or be of another kind by now.
    if (held?.selectionStart != null && field instanceof held.constructor)
      (field as HTMLInputElement).setSelectionRange(held.selectionStart, held.selectionEnd);
  }

  protected override shown(): void {
    const { isEditable, view, userId } = this.#own;
    if (isEditable || view.created_by === userId) {
      const edit = { type: 'button', class: 'button quiet form-edit', onclick: () => void this.#make().catch(failed) };
      this.element.firstElementChild?.prepend(el('button', edit, icon('pencil'), t('databases.view.form.edit')));
    }
    const form = this.element.querySelector('form');
    if (form && this.#given) writeAnswers(form, this.#given);
    if (form) askDatesInWords(form);
    this.#shape();
  }

  /** Only questions that are asked can be seen and needed. */
  #shape(): void {
    const form = this.element.querySelector('form');
    if (!form) return;
    const answers = new FormData(form);
    for (const question of form.querySelectorAll<HTMLElement>('[data-when]')) {
      const { when = '', is = '' } = question.dataset;
      const given = answers.getAll(when).map(String);
      const isFlag = is === 'true' || is === 'false';
      question.hidden = isFlag ? (is === 'true') !== given.length > 0 : !given.includes(is);
    }
  }

  async #send(form: HTMLFormElement): Promise<void> {
    this.#isSending = true;
    const body = new URLSearchParams(new FormData(form) as never);
    await this.#show(askPage(form.action, body), '[aria-invalid="true"], [data-again], [role="alert"]').finally(() => {
      this.#isSending = false;
    });
  }

  async #show(asked: Promise<Document>, focus: string): Promise<void> {
    this.take(await asked);
    const first = this.element.querySelector<HTMLElement>(focus) ?? this.element.querySelector<HTMLElement>('h2');
    if (first && !first.matches('input, select, textarea, a')) first.tabIndex = -1;
    first?.focus();
  }
}
