// The making of a form where it stands: its words, its questions in their order, and what is said after sending.
import { el, icon } from '../../../../../core/client/dom.ts';
import { askPage } from '../../../../../core/client/fetch-document.ts';
import { t } from '../../../../../core/client/messages.ts';
import { openMenu } from '../../../../../core/client/popover.ts';
import { failed } from '../../../../../core/client/toast.ts';
import type { FormConfig, FormQuestion, Property } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import { enableDragDrop } from '../drag-drop.ts';
import type { Model } from '../model.ts';
import { checkbox, input } from '../panels/form-controls.ts';
import { isWritable } from '../property-kinds.ts';
import { requestProperty } from '../table/property-request.ts';
import { FormAudience } from './audience.ts';
import { endField } from './end-field.ts';
import { type QuestionLine, questionLine } from './question-line.ts';

/** What a form may ask for: files come by uploads. */
const isAsked = (property: Property): boolean => isWritable(property) && clientType(property).compares !== 'files';

export class FormBuilder {
  readonly element = el('div', { class: 'view-form value-form form-builder' });
  readonly #model: Model;
  readonly #fault = el('p', { class: 'fault', role: 'alert' });
  readonly #list = el('ul', { class: 'builder-questions' });
  readonly #lines = new Map<Element, QuestionLine>();
  readonly #read: () => FormConfig;
  #sent: string;
  #last = Promise.resolve();
  /** looks for the property that somebody makes for a question */
  #made: (() => void) | undefined;

  /** @param done called when somebody has finished */
  constructor(model: Model, done: () => void) {
    this.#model = model;
    const form = model.view.config.form ?? {};
    for (const question of form.questions ?? model.properties.filter(isAsked).map(({ id }) => ({ property_id: id })))
      this.#put(question);
    const { elements, read } = this.#words(form);
    this.#read = read;
    this.#sent = JSON.stringify(read());
    model.onChange(() => this.#made?.());
    this.element.append(this.#head(done), new FormAudience(model).element, this.#fault, ...elements);
    for (const type of ['change', 'click']) this.element.addEventListener(type, () => void this.#save());
    this.#draw().catch(failed);
    enableDragDrop(this.#list, {
      item: '.builder-question[draggable="true"]',
      target: '.builder-question',
      side: 'block',
      drop: (line, target, isAfter) => {
        if (isAfter) target.after(line);
        else target.before(line);
        void this.#save();
      },
    });
  }

  get #address(): string {
    return `/pages/${this.#model.collection.page_id}?view=${this.#model.view.id}`;
  }

  /** What is done with the form as a whole. */
  #head(done: () => void): HTMLElement {
    const preview = el(
      'a',
      { class: 'button quiet', href: this.#address, target: '_blank' },
      icon('eye'),
      t('databases.view.form.preview'),
    );
    const finish = () => void this.#save().then((isKept) => isKept && done());
    const end = el(
      'button',
      { type: 'button', class: 'button primary', onclick: finish },
      t('databases.view.form.done'),
    );
    const making = el('p', { class: 'meta' }, t('databases.view.form.making'));
    return el('div', { class: 'builder-head' }, making, preview, end);
  }

  /** The fields are drawn by whoever draws them for the answers. */
  async #draw(): Promise<void> {
    const answer = await askPage(`${this.#address}&sketch=1`);
    for (const line of this.#lines.values()) {
      const field = answer.querySelector(`[data-question="${line.read().property_id}"] > .field`);
      if (field) line.show(field);
    }
  }

  /** What stands around the questions. */
  #words(form: FormConfig): { elements: HTMLElement[]; read(): FormConfig } {
    const name = t('databases.view.form.title');
    const title = input(name, form.title ?? '', { maxlength: 300, placeholder: this.#model.view.name });
    title.className = 'builder-title';
    const text = t('databases.view.form.description');
    const description = el('textarea', { rows: 1, maxlength: 5000, 'aria-label': text, placeholder: text });
    const after = t('databases.view.form.confirmation');
    const confirmation = el('textarea', {
      ...{ rows: 2, maxlength: 2000, 'aria-label': after, placeholder: t('databases.form.thanks') },
    });
    [description.value, confirmation.value] = [form.description ?? '', form.confirmation ?? ''];
    const closes = endField(form.closes_at);
    const readers = checkbox(t('databases.view.form.for_readers'), form.for_readers ?? false);
    const add = el(
      'button',
      { type: 'button', class: 'button', onclick: () => void this.#add(add) },
      icon('plus'),
      t('databases.view.form.add'),
    );
    const thanks = el(
      'details',
      { open: confirmation.value !== '' },
      el('summary', {}, icon('plus'), after),
      confirmation,
    );
    const send = el('span', { class: 'button primary', inert: '' }, t('databases.form.send'));
    const settings = el(
      'fieldset',
      { class: 'panel-set form-settings' },
      el('legend', {}, t('databases.view.form.settings')),
      ...[thanks, closes.element, readers.element],
    );
    return {
      elements: [title, description, this.#list, add, send, settings],
      read: () => ({
        ...{ title: title.value.trim(), description: description.value.trim() },
        ...{ confirmation: confirmation.value.trim(), closes_at: closes.read(), for_readers: readers.box.checked },
        questions: [...this.#list.children].flatMap((one) => this.#lines.get(one)?.read() ?? []),
      }),
    };
  }

  #put(question: FormQuestion): QuestionLine | undefined {
    const property = this.#model.property(question.property_id);
    if (!property || !isAsked(property)) return undefined;
    const host = {
      model: this.#model,
      opened: (line: QuestionLine) => {
        for (const other of this.#lines.values()) other.open(other === line);
      },
      removed: ({ element }: QuestionLine) => {
        const next = element.nextElementSibling ?? element.previousElementSibling;
        this.#lines.delete(element);
        element.remove();
        next?.querySelector('textarea')?.focus();
        void this.#save();
      },
    };
    const line = questionLine(host, property, question);
    this.#lines.set(line.element, line);
    this.#list.append(line.element);
    return line;
  }

  /** Of the properties that are not asked for yet, or a new one. */
  async #add(anchor: HTMLElement): Promise<void> {
    const asked = new Set([...this.#lines.values()].map((line) => line.read().property_id));
    const left = this.#model.properties.filter((one) => isAsked(one) && !asked.has(one.id));
    const put = (property: Property) => {
      this.#put({ property_id: property.id })?.begin();
      void this.#save();
    };
    await openMenu(anchor, t('databases.view.form.add'), [
      ...left.map((one) => ({ label: one.name, icon: clientType(one).icon, run: () => put(one) })),
      ...(this.#model.isEditable
        ? [
            {
              label: t('databases.view.new_property'),
              icon: 'plus',
              separated: left.length > 0,
              run: () => this.#make(anchor, put),
            },
          ]
        : []),
    ]);
  }

  /** Asks for a property that is made for it. */
  #make(anchor: HTMLElement, put: (property: Property) => void): void {
    const known = new Set(this.#model.properties.map(({ id }) => id));
    this.#made = () => {
      const made = this.#model.properties.find((one) => !known.has(one.id) && isAsked(one));
      if (!made || !this.element.isConnected) return;
      this.#made = undefined;
      put(made);
    };
    requestProperty(this.#model, anchor).catch(failed);
  }

  /** One change after the other; false: the last one was refused. */
  async #save(): Promise<boolean> {
    const form = this.#read();
    const wanted = JSON.stringify(form);
    if (wanted !== this.#sent) {
      this.#sent = wanted;
      this.#last = this.#last.then(async () => {
        this.#fault.textContent = '';
        await this.#model
          .saveConfig({ form }, { quiet: true })
          .then(() => void this.#draw().catch(failed))
          .catch((error: Error) => {
            this.#sent = '';
            this.#fault.textContent = error.message;
          });
      });
    }
    await this.#last;
    return !this.#fault.textContent;
  }
}
