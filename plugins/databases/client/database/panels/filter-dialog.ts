// The filter of a view as a form: conditions in groups of all or any, groups in groups, as deep as filters go.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import type { Filter, FilterLeaf, Property, Value } from '../../../model.ts';
import type { Model } from '../model.ts';
import { isFiltered } from '../property-kinds.ts';
import { filterValueField, operatorsOf, VALUELESS } from './filter-fields.ts';
import { type Choices, iconButton, quietButton, select } from './form-controls.ts';

const DEPTH_MAX = 10;

/** Operators with two names. */
const TWINS: Record<string, string> = {
  ...{ eq: 'equals', is: 'equals', equals: 'eq' },
  ...{ neq: 'does_not_equal', is_not: 'does_not_equal', does_not_equal: 'neq' },
};

/** A part of the form; null where nothing is filled in. */
export interface FilterPart {
  element: HTMLElement;
  read(): Filter | null;
}

function condition(model: Model, leaf: FilterLeaf | null, property: Property, remove: () => void): FilterPart {
  const filtered = model.properties.filter(isFiltered);
  const names: Choices = filtered.map(({ id, name }) => [String(id), name]);
  const which = select(t('databases.view.filter_property'), names, String(property.id));
  const place = el('span', { class: 'filter-value' });
  const line = el('div', { class: 'filter-line' });
  let op = select('', [], '');
  let read: () => Value | undefined = () => undefined;
  const draw = (known: FilterLeaf | null) => {
    const now = model.property(Number(which.value)) as Property;
    const usual = operatorsOf(now);
    // What programs have set up stays what it is, under the name that it has here.
    const wanted = known ? (usual.includes(known.op) ? known.op : (TWINS[known.op] ?? known.op)) : (usual[0] as string);
    const operators = usual.includes(wanted) ? usual : [...usual, wanted];
    op = select(
      t('databases.view.filter_operator'),
      operators.map((one) => [one, t(`databases.view.op.${one}`)]),
      wanted,
    );
    const drawValue = (value: Value | undefined) => {
      if (VALUELESS.test(op.value)) {
        place.replaceChildren();
        read = () => undefined;
        return;
      }
      const field = filterValueField(model, now, value);
      read = field.read;
      place.replaceChildren(field.element);
    };
    op.addEventListener('change', () => drawValue(read()));
    drawValue(known?.value);
    line.replaceChildren(which, op, place, iconButton('x', t('databases.view.remove_condition'), remove));
  };
  which.addEventListener('change', () => {
    draw(null);
    which.focus();
  });
  draw(leaf);
  return {
    element: line,
    read() {
      const value = read();
      const property_id = Number(which.value);
      if (VALUELESS.test(op.value)) return { property_id, op: op.value };
      return value === undefined || value === '' ? null : { property_id, op: op.value, value };
    },
  };
}

function group(model: Model, filter: Filter | null, depth: number, remove: (() => void) | null): FilterPart {
  const isAny = filter !== null && 'or' in filter;
  const joined = select(
    t('databases.view.filter_join'),
    [
      ['and', t('databases.view.filter_all')],
      ['or', t('databases.view.filter_any')],
    ],
    isAny ? 'or' : 'and',
  );
  const body = el('div', { class: 'filter-body' });
  const parts = new Map<HTMLElement, FilterPart>();
  const add = (make: (remove: () => void) => FilterPart): void => {
    const part: FilterPart = make(() => {
      parts.delete(part.element);
      part.element.remove();
      joined.focus();
    });
    parts.set(part.element, part);
    body.append(part.element);
  };
  const addCondition = (leaf: FilterLeaf | null, property: Property) =>
    add((out) => condition(model, leaf, property, out));
  const addGroup = (inner: Filter | null) => add((out) => group(model, inner, depth + 1, out));
  const list = filter === null ? [] : 'and' in filter ? filter.and : 'or' in filter ? filter.or : [filter];
  for (const one of list) {
    if ('and' in one || 'or' in one) addGroup(one);
    else if (model.property(one.property_id)) addCondition(one, model.property(one.property_id) as Property);
  }
  const focusLast = () => (body.lastElementChild?.querySelector('select') as HTMLElement | null)?.focus();
  const buttons = el(
    'div',
    { class: 'filter-buttons' },
    quietButton('plus', t('databases.view.add_condition'), () => {
      addCondition(null, model.title);
      focusLast();
    }),
    depth < DEPTH_MAX - 1
      ? quietButton('plus', t('databases.view.add_group'), () => {
          addGroup(null);
          focusLast();
        })
      : null,
    remove ? iconButton('x', t('databases.view.remove_group'), remove) : null,
  );
  const element = el(
    'div',
    { class: 'filter-group', role: 'group', 'aria-label': t('databases.view.filter_group') },
    joined,
    body,
    buttons,
  );
  return {
    element,
    read() {
      const found = [...parts.values()].flatMap((part) => part.read() ?? []);
      if (!found.length) return null;
      return joined.value === 'or' ? { or: found } : { and: found };
    },
  };
}

/** The conditions of a filter as a part of another form. */
export const filterPart = (model: Model, filter: Filter): FilterPart =>
  group(model, 'and' in filter || 'or' in filter ? filter : { and: [filter] }, 0, null);

/** @param property gets a condition of its own to begin with */
export async function openFilter(model: Model, property?: Property): Promise<void> {
  const now = model.view.config.filter ?? null;
  const fresh: Filter | null = property
    ? { and: [...(now ? [now] : []), { property_id: property.id, op: operatorsOf(property)[0] as string }] }
    : now;
  const root = group(model, fresh ?? { and: [{ property_id: model.title.id, op: 'contains' }] }, 0, null);
  const chosen = await openDialog(
    t('databases.view.filter'),
    [root.element],
    [
      { label: t('databases.view.cancel'), value: '' },
      { label: t('databases.view.filter_none'), value: 'none' },
      { label: t('databases.view.apply'), value: 'apply', kind: 'primary' },
    ],
    {
      wide: true,
      focus:
        root.element.querySelector<HTMLElement>(property ? '.filter-line:last-child select' : 'select') ?? root.element,
    },
  );
  if (chosen) await model.saveConfig({ filter: chosen === 'apply' ? root.read() : null });
}
