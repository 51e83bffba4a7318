// What a form asks: its texts, until when, and a question for each property that it wants.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { FormQuestion, Property } from '../../../model.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { Model } from '../model.ts';
import { isChosen, isWritable } from '../property-kinds.ts';
import { checkbox, input, labelled, movers, select } from './form-controls.ts';
import type { ViewSettings } from './view-parts.ts';

/** Types with a handful of answers, on which other questions can depend. */

/** What conditions of questions ask for. */
const isDeciding = (property: Property): boolean => isChosen(property) || clientType(property).compares === 'flag';

interface Line {
  element: HTMLElement;
  read(): FormQuestion | null;
}

function lineOf(model: Model, property: Property, known: FormQuestion | undefined, isNew: boolean): Line {
  const { box, element } = checkbox(t('databases.view.form.ask', { name: property.name }), Boolean(known) || isNew);
  const label = input('', known?.label ?? '', { maxlength: 300, placeholder: property.name });
  const hint = input('', known?.hint ?? '', { maxlength: 1000 });
  const needed = checkbox(t('databases.view.form.required'), known?.required ?? false);
  const condition = conditionOf(model, property, known);
  const details = el(
    'div',
    { class: 'panel-question' },
    labelled(t('databases.view.form.label'), label),
    labelled(t('databases.view.form.hint'), hint),
    needed.element,
    condition.element,
  );
  const shape = () => {
    details.hidden = !box.checked;
  };
  box.addEventListener('change', shape);
  shape();
  const item = el('li', {}, el('div', { class: 'panel-line' }, element), details);
  item.querySelector('.panel-line')?.append(...movers(item, property.name));
  return {
    element: item,
    read: () =>
      box.checked
        ? {
            property_id: property.id,
            label: label.value.trim(),
            hint: hint.value.trim(),
            required: needed.box.checked,
            when: condition.read(),
          }
        : null,
  };
}

function conditionOf(model: Model, property: Property, known: FormQuestion | undefined) {
  const deciding = model.properties.filter((one) => one.id !== property.id && isDeciding(one));
  const which = select(
    '',
    [['', t('databases.view.form.always')], ...deciding.map(({ id, name }): [string, string] => [String(id), name])],
    String(known?.when?.property_id ?? ''),
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
  if (known?.when) value.value = known.when.value;
  return {
    element: el('div', { class: 'panel-field' }, labelled(t('databases.view.form.when'), which), value),
    read: () => (which.value && value.value ? { property_id: Number(which.value), value: value.value } : null),
  };
}

/** A moment as its field shows it, on the clock of this place. */
function localMoment(text: string | null | undefined): string {
  if (!text) return '';
  const at = new Date(text);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function formPart(model: Model): ViewSettings {
  const { form = {} } = model.view.config;
  const title = input('', form.title ?? '', { maxlength: 300, placeholder: model.view.name });
  const description = el('textarea', { rows: 3, maxlength: 5000 });
  const confirmation = el('textarea', { rows: 2, maxlength: 2000 });
  const closes = input('', localMoment(form.closes_at), { type: 'datetime-local' });
  [description.value, confirmation.value] = [form.description ?? '', form.confirmation ?? ''];
  const readers = checkbox(t('databases.view.form.for_readers'), form.for_readers ?? false);
  const questions = form.questions ?? [];
  const asked = model.properties.filter((one) => isWritable(one) && clientType(one).compares !== 'files');
  const rank = ({ id }: Property) => {
    const at = questions.findIndex(({ property_id }) => property_id === id);
    return at < 0 ? questions.length : at;
  };
  const lines = new Map<Element, Line>();
  for (const property of asked.toSorted((a, b) => rank(a) - rank(b))) {
    const known = questions.find(({ property_id }) => property_id === property.id);
    const line = lineOf(model, property, known, !questions.length);
    lines.set(line.element, line);
  }
  const list = el('ul', { class: 'panel-list' }, ...[...lines.values()].map(({ element }) => element));
  return {
    elements: [
      labelled(t('databases.view.form.title'), title),
      labelled(t('databases.view.form.description'), description),
      labelled(t('databases.view.form.confirmation'), confirmation),
      labelled(t('databases.view.form.closes'), closes),
      readers.element,
      el('fieldset', { class: 'panel-set' }, el('legend', {}, t('databases.view.form.questions')), list),
    ],
    read: () => ({
      form: {
        title: title.value.trim(),
        description: description.value.trim(),
        confirmation: confirmation.value.trim(),
        closes_at: closes.value ? new Date(closes.value).toISOString() : null,
        for_readers: readers.box.checked,
        questions: [...list.children].flatMap((element) => lines.get(element)?.read() ?? []),
      },
    }),
  };
}
