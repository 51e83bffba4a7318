// A question of a form where the form is made: it looks as it will be asked, and opens to be set.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { FormQuestion, Property } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Model } from '../model.ts';
import { checkbox, iconButton, input, labelled, movers, select } from '../panels/form-controls.ts';
import { isChosen } from '../property-kinds.ts';

/** What conditions of questions ask for. */
const isDeciding = (property: Property): boolean => isChosen(property) || clientType(property).compares === 'flag';

export interface QuestionLine {
  element: HTMLElement;
  read(): FormQuestion;
  /** shows what can be set about it, or no longer */
  open(isOpen: boolean): void;
}

export interface QuestionHost {
  model: Model;
  /** somebody has opened it */
  opened(line: QuestionLine): void;
  removed(line: QuestionLine): void;
}

function conditionOf(model: Model, property: Property, known: FormQuestion) {
  const deciding = model.properties.filter((one) => one.id !== property.id && isDeciding(one));
  const which = select(
    '',
    [['', t('databases.view.form.always')], ...deciding.map(({ id, name }): [string, string] => [String(id), name])],
    String(known.when?.property_id ?? ''),
  );
  const value = select(t('databases.view.form.is'), [], '');
  const shape = () => {
    const decider = model.property(Number(which.value));
    const choices =
      decider && clientType(decider).compares === 'flag'
        ? [
            { id: 'true', name: t('databases.view.yes') },
            { id: 'false', name: t('databases.view.no') },
          ]
        : (decider?.config.options ?? []);
    value.replaceChildren(...choices.map(({ id, name }) => el('option', { value: id }, name)));
    value.hidden = !decider;
  };
  which.addEventListener('change', shape);
  shape();
  if (known.when) value.value = known.when.value;
  return {
    element: el('div', { class: 'panel-field' }, labelled(t('databases.view.form.when'), which), value),
    read: () => (which.value && value.value ? { property_id: Number(which.value), value: value.value } : null),
  };
}

/** The field as it will stand there, to be looked at. */
function sketchOf(property: Property): HTMLElement {
  const { compares, isMany, icon: sign } = clientType(property);
  const options = property.config.options;
  if (options && isMany) {
    const boxes = options.slice(0, 6).map(({ name }) => el('span', {}, el('span', { class: 'check' }), ` ${name}`));
    return el('div', { class: 'question-sketch is-choices', 'aria-hidden': 'true' }, ...boxes);
  }
  if (compares === 'flag')
    return el('div', { class: 'question-sketch is-choices', 'aria-hidden': 'true' }, el('span', { class: 'check' }));
  return el(
    'div',
    { class: 'question-sketch', 'aria-hidden': 'true' },
    options ? t('databases.form.choose') : t(`databases.type.${property.type === 'title' ? 'text' : property.type}`),
    icon(options ? 'chevron-down' : sign),
  );
}

/** What can be set about a question. */
function settingsOf(model: Model, property: Property, known: FormQuestion) {
  const label = input('', known.label ?? '', { maxlength: 300, placeholder: property.name });
  const hint = input('', known.hint ?? '', { maxlength: 1000 });
  const needed = checkbox(t('databases.view.form.required'), known.required ?? false);
  const condition = conditionOf(model, property, known);
  const element = el(
    'div',
    { class: 'question-settings' },
    labelled(t('databases.view.form.label'), label),
    labelled(t('databases.view.form.hint'), hint),
    needed.element,
    condition.element,
  );
  element.hidden = true;
  const read = (): FormQuestion => ({
    ...{ property_id: property.id, label: label.value.trim(), hint: hint.value.trim() },
    ...{ required: needed.box.checked, when: condition.read() },
  });
  return { element, label, read };
}

export function questionLine(host: QuestionHost, property: Property, known: FormQuestion): QuestionLine {
  const settings = settingsOf(host.model, property, known);
  const words = el('span', {});
  const hint = el('p', { class: 'hint' });
  const name = el('button', { type: 'button', class: 'question-name', 'aria-expanded': 'false' }, words);
  const element = el('li', { class: 'builder-question', draggable: 'true' });
  const line: QuestionLine = {
    element,
    read: settings.read,
    open(isOpen) {
      settings.element.hidden = !isOpen;
      name.setAttribute('aria-expanded', String(isOpen));
      element.toggleAttribute('data-open', isOpen);
      if (isOpen) settings.label.focus();
    },
  };
  const show = () => {
    const { label, hint: text, required, when } = settings.read();
    const decider = when && host.model.property(when.property_id);
    words.textContent = label || property.name;
    name.toggleAttribute('data-needed', Boolean(required));
    hint.textContent = text || (decider ? t('databases.view.form.asked_after', { name: decider.name }) : '');
    hint.hidden = !hint.textContent;
  };
  settings.element.addEventListener('input', show);
  show();
  const toggle = () => {
    const isClosed = settings.element.hidden === true;
    if (isClosed) host.opened(line);
    line.open(isClosed);
  };
  name.addEventListener('click', toggle);
  const sketch = sketchOf(property);
  sketch.addEventListener('click', toggle);
  const remove = t('databases.view.form.remove', { name: property.name });
  const tools = [...movers(element, property.name), iconButton('x', remove, () => host.removed(line))];
  const head = el('div', { class: 'question-head' }, icon('grip-vertical'), name, ...tools);
  element.append(head, hint, sketch, settings.element);
  // A field in which words are marked is not dragged away with its question.
  settings.element.addEventListener('focusin', () => element.setAttribute('draggable', 'false'));
  settings.element.addEventListener('focusout', () => element.setAttribute('draggable', 'true'));
  return line;
}
