// The settings of a property in a dialog: its name, its options, how it is written, and what its values must be.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el, icon } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Anchor } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Option, Property } from '../../../model.ts';
import type { Parts } from '../../../schema/types/client-property-type.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { History } from '../history.ts';
import type { Model } from '../model.ts';
import { openConvertDialog } from './convert-dialog.ts';
import { defaultPart } from './default-part.ts';
import { askUntilTaken, checkbox, input, labelled } from './form-controls.ts';
import { ruleParts } from './rule-parts.ts';
import { recordSchemaChange, type SchemaChangeAnswer } from './undo.ts';

const none: Parts = { elements: [], config: () => ({}) };

/** What few properties need, folded away. */
const moreOf = (elements: HTMLElement[]): HTMLElement | null =>
  elements.length
    ? el(
        'details',
        { class: 'panel-more' },
        el('summary', { class: 'button quiet' }, t('databases.view.more'), icon('chevron-down')),
        ...elements,
      )
    : null;

/** Changes the settings of a property; options that go are named with what they take along, and can be brought back. */
export async function editProperty(model: Model, history: History, property: Property, anchor: Anchor): Promise<void> {
  const { type, config, validation } = property;
  const name = input('', property.name, { maxlength: 100 });
  const parts = (await clientType(property).settings?.(model, config, property)) ?? none;
  const standard = defaultPart(model, property);
  const rules = ruleParts(type, validation);
  const group = input('', property.group_name, { maxlength: 100 });
  const { box: hidden, element: hiddenLine } = checkbox(t('databases.view.hidden_on_pages'), config.hidden ?? false);
  const other = typeButton(property, mayConvert(model, property));
  const content = el(
    'div',
    { class: 'panel-form' },
    labelled(t('databases.view.name'), name),
    other.element,
    ...parts.elements,
    moreOf([
      ...standard.elements,
      ...rules.elements,
      ...(type === 'title' ? [] : [labelled(t('databases.view.group_name'), group), hiddenLine]),
    ]),
  );
  const actions = [
    { label: t('databases.view.cancel'), value: '' },
    { label: t('databases.view.save'), value: 'save', kind: 'primary' as const },
  ];
  const title = t('databases.view.edit_property', { name: property.name });
  const isTitle = type === 'title';
  let save = (): Promise<SchemaChangeAnswer> => Promise.resolve({});
  const changed = await askUntilTaken(title, [content], actions, { beside: anchor, focus: name }, async () => {
    const settings = { ...parts.config(), ...standard.config() };
    if (!(await mayDrop(model, property, settings.options as Option[] | undefined))) return null;
    const body = {
      name: name.value,
      config: { ...settings, ...(isTitle ? {} : { hidden: hidden.checked }) },
      validation: rules.read(),
      ...(isTitle ? {} : { group_name: group.value }),
    };
    save = () => send<SchemaChangeAnswer>('PATCH', `${model.path}/properties/${property.id}`, body);
    return save();
  });
  if (!changed) return;
  await recordSchemaChange(model, history, changed, {
    text: t('databases.view.options_gone'),
    what: t('databases.view.step.options_gone', { name: property.name }),
    again: save,
  });
  if (other.isWanted()) await openConvertDialog(model, history, model.property(property.id) ?? property);
}

export const mayConvert = (model: Model, property: Property): boolean =>
  model.maySet(property, true) && clientType(property).isConverted === true;

/** Its type; where it can become another one, a press keeps what has been set and asks for that. */
function typeButton({ type }: Property, isConverted: boolean): { element: HTMLElement; isWanted(): boolean } {
  const name = el('span', { class: 'type-name' }, t(`databases.type.${type}`));
  const label = el('span', {}, t('databases.view.type'));
  const inner = [icon(clientType({ type }).icon), name];
  const attributes = {
    ...{ type: 'button', class: 'button', 'aria-label': `${label.textContent}: ${name.textContent}` },
    onclick: () => button.closest('dialog')?.close('type'),
  };
  const button = isConverted
    ? el('button', attributes, ...inner, icon('chevron-right'))
    : el('span', { class: 'type-shown' }, ...inner);
  const element = el('div', { class: 'panel-field' }, label, button);
  return { element, isWanted: () => button.closest('dialog')?.returnValue === 'type' };
}

/** What would be gone, as the server says it. */
export interface PropertyImpact {
  rows: number;
  views: string[];
  properties: string[];
}

export const brokenLines = ({ rows, views, properties }: PropertyImpact): string[] => [
  t('databases.view.impact.rows', { count: rows }),
  ...(views.length ? [t('databases.view.impact.views', { names: views.join(', ') })] : []),
  ...(properties.length ? [t('databases.view.impact.properties', { names: properties.join(', ') })] : []),
];

export const bulletList = (lines: string[]): HTMLElement => el('ul', {}, ...lines.map((line) => el('li', {}, line)));

async function mayDrop(model: Model, property: Property, options: Option[] | undefined): Promise<boolean> {
  const gone = (property.config.options ?? []).filter(({ id }) => options && !options.some((one) => one.id === id));
  const base = `/api/collections/${model.id}/properties/${property.id}/impact`;
  const all = await Promise.all(gone.map(({ id }) => send<PropertyImpact & object>('GET', `${base}?option=${id}`)));
  const rows = all.reduce((sum, one) => sum + one.rows, 0);
  const named = (key: 'views' | 'properties') => [...new Set(all.flatMap((one) => one[key]))];
  const others = brokenLines({ rows, views: named('views'), properties: named('properties') }).slice(1);
  if (!rows && !others.length) return true;
  const text = t('databases.view.options_used', { count: rows, names: gone.map((one) => one.name).join(', ') });
  const actions = [
    { label: t('databases.view.cancel'), value: '' },
    { label: t('databases.view.drop_options'), value: 'yes', kind: 'danger' as const },
  ];
  return (await openDialog(property.name, [el('p', {}, text), bulletList(others)], actions)) === 'yes';
}
