// The settings of a property in a dialog: its name, its options, how it is written, and what its values must be.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Option, Property, PropertyTypeName } from '../../../model.ts';
import { TONES } from '../editors/choices.ts';
import type { History } from '../history.ts';
import type { Model } from '../model.ts';
import { MADE } from '../property-kinds.ts';
import { buttonParts } from './button-part.ts';
import { formulaParts, type Parts, rollupParts } from './computed-parts.ts';
import { defaultPart } from './default-part.ts';
import {
  askUntilTaken,
  type Choices,
  check,
  iconButton,
  input,
  labelled,
  movers,
  quietButton,
  select,
} from './form-controls.ts';
import { relationParts } from './relation-part.ts';
import { ruleParts } from './rule-parts.ts';
import { type Answer, keepChange } from './undo.ts';

const CHOSEN = /^(select|multi_select|status)$/;

const none: Parts = { elements: [], config: () => ({}) };
const tones = (): Choices => TONES.map((tone) => [tone, t(`databases.view.tone.${tone}`)]);
const states = (): Choices =>
  (['todo', 'doing', 'done'] as const).map((one) => [one, t(`databases.view.state.${one}`)]);

function optionLine(option: Partial<Option>, isStatus: boolean): HTMLElement {
  const line = el('li', { class: 'panel-line' });
  const name = input(t('databases.view.option_name'), option.name ?? '', { maxlength: 100, name: 'name' });
  const color = select(t('databases.view.option_color'), tones(), option.color ?? 'default');
  const group = select(t('databases.view.option_state'), states(), option.group ?? 'todo');
  color.name = 'color';
  group.name = 'group';
  if (option.id) line.dataset.id = option.id;
  const label = option.name ?? t('databases.view.new_option');
  line.append(name, color, ...(isStatus ? [group] : []), ...movers(line, label));
  line.append(iconButton('x', t('databases.view.take_away', { name: label }), () => line.remove()));
  return line;
}

function optionParts(type: PropertyTypeName, options: Option[]): Parts {
  const isStatus = type === 'status';
  const list = el('ul', { class: 'panel-list' }, ...options.map((one) => optionLine(one, isStatus)));
  const add = quietButton('plus', t('databases.view.add_option'), () => {
    const line = optionLine({ color: TONES[(list.childElementCount % (TONES.length - 1)) + 1] }, isStatus);
    list.append(line);
    line.querySelector('input')?.focus();
  });
  const read = (line: Element) => {
    const value = (name: string) => (line.querySelector(`[name="${name}"]`) as HTMLInputElement | null)?.value.trim();
    const id = (line as HTMLElement).dataset.id;
    return {
      ...(id ? { id } : {}),
      name: value('name') ?? '',
      color: value('color'),
      ...(isStatus ? { group: value('group') } : {}),
    };
  };
  return {
    elements: [el('fieldset', { class: 'panel-set' }, el('legend', {}, t('databases.view.options')), list, add)],
    config() {
      const left = [...list.children].map(read).filter(({ name }) => name);
      // Who names none gets the usual ones.
      return left.length || options.length ? { options: left } : {};
    },
  };
}

function numberParts({ format = 'plain', currency = '', decimals, max }: Property['config']): Parts {
  const formats = select(
    '',
    ['plain', 'percent', 'currency', 'progress'].map((one) => [one, t(`databases.view.format.${one}`)]),
    format,
  );
  const code = input('', currency || 'EUR', { maxlength: 3, pattern: '[A-Z]{3}' });
  const digits = input('', decimals === undefined ? '' : String(decimals), { type: 'number', min: 0, max: 10 });
  const most = input('', String(max ?? 100), { type: 'number', min: 1 });
  const fields = [labelled(t('databases.view.currency'), code), labelled(t('databases.view.progress_max'), most)];
  const shape = () => {
    for (const [at, wanted] of ['currency', 'progress'].entries())
      (fields[at] as HTMLElement).hidden = formats.value !== wanted;
  };
  formats.addEventListener('change', shape);
  shape();
  return {
    elements: [
      labelled(t('databases.view.number_format'), formats),
      ...fields,
      labelled(t('databases.view.decimals'), digits),
    ],
    config: () => ({
      format: formats.value,
      ...(formats.value === 'currency' ? { currency: code.value.toUpperCase() } : {}),
      ...(formats.value === 'progress' ? { max: Number(most.value) || 100 } : {}),
      ...(digits.value ? { decimals: Number(digits.value) } : {}),
    }),
  };
}

async function partsOf(
  model: Model,
  type: PropertyTypeName,
  config: Property['config'],
  isNew: boolean,
): Promise<Parts> {
  if (CHOSEN.test(type)) return optionParts(type, config.options ?? []);
  if (type === 'number') return numberParts(config);
  if (type === 'relation' && isNew) return relationParts(model);
  if (type === 'button') return buttonParts(model, config);
  if (type === 'formula') return formulaParts(config);
  if (type === 'rollup') return rollupParts(model, config);
  if (type === 'rating') {
    const max = input('', String(config.max ?? 5), { type: 'number', min: 1, max: 10 });
    return {
      elements: [labelled(t('databases.view.rating_max'), max)],
      config: () => ({ max: Number(max.value) || 5 }),
    };
  }
  if (type !== 'unique_id') return none;
  const prefix = input('', config.prefix ?? '', { maxlength: 10, pattern: '[A-Za-z0-9]*' });
  return {
    elements: [labelled(t('databases.view.prefix'), prefix)],
    config: () => (prefix.value ? { prefix: prefix.value } : {}),
  };
}

/** Makes a property, shown behind the last one. */
export async function newProperty(model: Model): Promise<void> {
  const name = input('', '', { maxlength: 100, required: 'required' });
  const type = select(
    '',
    MADE.map((one) => [one, t(`databases.type.${one}`)]),
    'text',
  );
  const more = el('div', { class: 'panel-more' });
  let parts = none;
  let standard = none;
  let rules = ruleParts('text', {});
  const draw = async () => {
    const chosen = type.value as PropertyTypeName;
    parts = await partsOf(model, chosen, {}, true);
    standard = defaultPart(model, { type: chosen, config: {} });
    rules = ruleParts(chosen, {});
    more.replaceChildren(...parts.elements, ...standard.elements, ...rules.elements);
  };
  type.addEventListener('change', () => void draw());
  await draw();
  const content = el(
    'div',
    { class: 'panel-form' },
    labelled(t('databases.view.name'), name),
    labelled(t('databases.property_type'), type),
    more,
  );
  const actions = [
    { label: t('databases.view.cancel'), value: '' },
    { label: t('databases.view.add'), value: 'add', kind: 'primary' as const },
  ];
  const made = await askUntilTaken(
    t('databases.view.new_property'),
    [content],
    actions,
    { wide: true, focus: name },
    () => {
      const config = { ...parts.config(), ...standard.config() };
      const body = { name: name.value, type: type.value, config, validation: rules.read() };
      return send<(Property | Started) & Record<string, unknown>>('POST', `${model.path}/properties`, body);
    },
  );
  if (!made) return;
  const { visible } = model.view.config;
  const show = async (id: number) => {
    if (visible) await model.saveConfig({ visible: [...visible, id] });
  };
  if (!isStarted(made)) return visible ? show(made.id) : model.load();
  model.whenEnded(made.job.id, async ({ status, property_id }) => {
    if (status === 'completed' && property_id) await show(property_id);
  });
  await model.load();
}

/** Changes the settings of a property; options that go are named with what they take along, and can be brought back. */
export async function editProperty(model: Model, history: History, property: Property): Promise<void> {
  const { type, config, validation } = property;
  const name = input('', property.name, { maxlength: 100 });
  const parts = await partsOf(model, type, config, false);
  const standard = defaultPart(model, property);
  const rules = ruleParts(type, validation);
  const group = input('', property.group_name, { maxlength: 100 });
  const { box: hidden, element: hiddenLine } = check(t('databases.view.hidden_on_pages'), config.hidden ?? false);
  const content = el(
    'div',
    { class: 'panel-form' },
    labelled(t('databases.view.name'), name),
    ...parts.elements,
    ...standard.elements,
    ...rules.elements,
    ...(type === 'title' ? [] : [labelled(t('databases.view.group_name'), group), hiddenLine]),
  );
  const actions = [
    { label: t('databases.view.cancel'), value: '' },
    { label: t('databases.view.save'), value: 'save', kind: 'primary' as const },
  ];
  const title = t('databases.view.edit_property', { name: property.name });
  const isTitle = type === 'title';
  let save = (): Promise<Answer> => Promise.resolve({});
  const changed = await askUntilTaken(title, [content], actions, { wide: true, focus: name }, async () => {
    const settings = { ...parts.config(), ...standard.config() };
    if (!(await mayDrop(model, property, settings.options as Option[] | undefined))) return null;
    const body = {
      name: name.value,
      config: { ...settings, ...(isTitle ? {} : { hidden: hidden.checked }) },
      validation: rules.read(),
      ...(isTitle ? {} : { group_name: group.value }),
    };
    save = () => send<Answer>('PATCH', `${model.path}/properties/${property.id}`, body);
    return save();
  });
  if (!changed) return;
  await keepChange(model, history, changed, {
    text: t('databases.view.options_gone'),
    what: t('databases.view.step.options_gone', { name: property.name }),
    again: save,
  });
}

/** The answer where so many rows follow that nobody waits for them. */
interface Started {
  job: { id: number };
}

const isStarted = (answer: Property | Started): answer is Started => 'job' in answer;

/** What would be gone, as the server says it. */
export interface Impact {
  rows: number;
  views: string[];
  properties: string[];
}

export const brokenLines = ({ rows, views, properties }: Impact): string[] => [
  t('databases.view.impact.rows', { count: rows }),
  ...(views.length ? [t('databases.view.impact.views', { names: views.join(', ') })] : []),
  ...(properties.length ? [t('databases.view.impact.properties', { names: properties.join(', ') })] : []),
];

export const listOf = (lines: string[]): HTMLElement => el('ul', {}, ...lines.map((line) => el('li', {}, line)));

async function mayDrop(model: Model, property: Property, options: Option[] | undefined): Promise<boolean> {
  const gone = (property.config.options ?? []).filter(({ id }) => options && !options.some((one) => one.id === id));
  const base = `/api/collections/${model.id}/properties/${property.id}/impact`;
  const all = await Promise.all(gone.map(({ id }) => send<Impact & object>('GET', `${base}?option=${id}`)));
  const rows = all.reduce((sum, one) => sum + one.rows, 0);
  const named = (key: 'views' | 'properties') => [...new Set(all.flatMap((one) => one[key]))];
  const others = brokenLines({ rows, views: named('views'), properties: named('properties') }).slice(1);
  if (!rows && !others.length) return true;
  const text = t('databases.view.options_used', { count: rows, names: gone.map((one) => one.name).join(', ') });
  const actions = [
    { label: t('databases.view.cancel'), value: '' },
    { label: t('databases.view.drop_options'), value: 'yes', kind: 'danger' as const },
  ];
  return (await openDialog(property.name, [el('p', {}, text), listOf(others)], actions)) === 'yes';
}
