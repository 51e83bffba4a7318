// A question of a form where the form is made: it stands there as it is asked, its words are typed in their place.
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { FormQuestion, Property } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Model } from '../model.ts';
import { iconButton, labelled, movers, select } from '../panels/form-controls.ts';
import { isChosen } from '../property-kinds.ts';
import { askDatesInWords } from '../views/date-question.ts';

/** What conditions of questions ask for. */
const isDeciding = (property: Property): boolean => isChosen(property) || clientType(property).compares === 'flag';

export interface QuestionLine {
  element: HTMLElement;
  read(): FormQuestion;
  /** shows what can be set about it, or no longer */
  open(isOpen: boolean): void;
  /** begins with its words */
  begin(): void;
  /** shows the field as the form has it */
  show(field: Element): void;
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

/** Words where they will be read; they take as many lines as they need. */
function wordField(label: string, value: string, more: { class: string; maxlength: number; placeholder: string }) {
  const field = el('textarea', { rows: 1, 'aria-label': label, ...more });
  field.value = value;
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing) event.preventDefault();
  });
  return field;
}

/** What is asked, and all that can be set about it. */
function partsOf(model: Model, property: Property, known: FormQuestion) {
  const of = (name: string) => `${t(name)}: ${property.name}`;
  const label = wordField(of('databases.view.form.label'), known.label || property.name, {
    ...{ class: 'question-name', maxlength: 300, placeholder: property.name },
  });
  const hint = wordField(of('databases.view.form.hint'), known.hint ?? '', {
    ...{ class: 'question-hint', maxlength: 1000, placeholder: t('databases.view.form.add_hint') },
  });
  const required = t('databases.view.form.required');
  const box = el('input', {
    ...{ type: 'checkbox', class: 'switch', role: 'switch', 'aria-label': `${required}: ${property.name}` },
  });
  box.checked = known.required ?? false;
  const needed = el('label', { class: 'question-needed' }, required, box);
  const condition = conditionOf(model, property, known);
  const saved = el(
    'p',
    { class: 'meta' },
    icon(clientType(property).icon),
    t('databases.view.form.saved_in', { name: property.name }),
  );
  const settings = el('div', { class: 'question-settings' }, condition.element, saved);
  const words = () => label.value.trim();
  const read = (): FormQuestion => ({
    ...{ property_id: property.id, label: words() === property.name ? '' : words(), hint: hint.value.trim() },
    ...{ required: box.checked, when: condition.read() },
  });
  return { label, hint, needed, settings, read };
}

/** The field of a form without its name and hint, for which the line has places of its own. */
function lookOf(field: Element): { look: Element; isTicked: boolean } {
  const look = document.importNode(field, true);
  const tick = look.querySelector(':scope > label > input[type="checkbox"]');
  if (tick) return { look: tick, isTicked: true };
  for (const part of look.querySelectorAll(':scope > :is(label, legend, .hint)')) part.remove();
  return { look, isTicked: false };
}

export function questionLine(host: QuestionHost, property: Property, known: FormQuestion): QuestionLine {
  const { label, hint, needed, settings, read } = partsOf(host.model, property, known);
  const asked = el('p', { class: 'hint' });
  const sketch = el('div', { class: 'question-sketch', inert: '' });
  const element = el('li', { class: 'builder-question', draggable: 'true' });
  const isOpen = () => element.hasAttribute('data-open');
  const draw = () => {
    const { when, hint: text } = read();
    const decider = when && host.model.property(when.property_id);
    asked.textContent = decider ? t('databases.view.form.asked_after', { name: decider.name }) : '';
    asked.hidden = !decider;
    hint.hidden = !text && !isOpen();
    settings.hidden = !isOpen();
  };
  const line: QuestionLine = {
    element,
    read,
    open(opens) {
      element.toggleAttribute('data-open', opens);
      draw();
    },
    begin: () => label.focus(),
    show(field) {
      const { look, isTicked } = lookOf(field);
      sketch.replaceChildren(look);
      if (isTicked) label.before(sketch);
      else head.after(sketch);
      askDatesInWords(sketch);
    },
  };
  const remove = t('databases.view.form.remove', { name: property.name });
  const tools = [...movers(element, property.name), iconButton('x', remove, () => host.removed(line))];
  const head = el('div', { class: 'question-head' }, icon('grip-vertical'), label, ...tools, needed);
  element.append(asked, head, sketch, hint, settings);
  element.addEventListener('input', draw);
  label.addEventListener('blur', () => {
    label.value = label.value.trim() || property.name;
  });
  element.addEventListener('focusin', ({ target }) => {
    // A field in which words are marked is not dragged away with its question.
    element.setAttribute('draggable', String((target as Element).matches('button')));
    if (!isOpen() && !(target as Element).matches('button')) host.opened(line);
  });
  element.addEventListener('focusout', () => element.setAttribute('draggable', 'true'));
  element.addEventListener('click', ({ target }) => {
    if (!isOpen() && !(target as Element).closest('button, textarea, .question-needed')) line.begin();
  });
  draw();
  return line;
}
