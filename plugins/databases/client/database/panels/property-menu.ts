// The menu of a property: all that can be done with it and its column, also what the pointer does by dragging.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { t } from '../../../../../core/client/messages.ts';
import { type MenuItem, openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import type { Property } from '../../../model.ts';
import type { Actions } from '../actions.ts';
import type { History } from '../history.ts';
import type { Model } from '../model.ts';
import { aggregatesOf, isFiltered, isGrouped, isSorted, isWritable } from '../property-kinds.ts';
import { reordered, resize, tableColumns } from '../table/columns.ts';
import { openSums } from '../table/footer.ts';
import { requestProperty } from '../table/property-request.ts';
import { openConvertDialog } from './convert-dialog.ts';
import { brokenLines, bulletList, editProperty, mayConvert, type PropertyImpact } from './property-dialog.ts';
import { recordSchemaChange, type SchemaChangeAnswer } from './undo.ts';

const STEP = 40;

export function openPropertyMenu(model: Model, actions: Actions, property: Property, anchor: HTMLElement): void {
  const columns = tableColumns(model);
  const at = columns.findIndex((one) => one.property.id === property.id);
  const isTitle = property.type === 'title';
  const { config } = model.view;
  // Icons are found by how they are named here.
  const item = (key: string, look: Partial<MenuItem>, run: () => Promise<unknown>): MenuItem => ({
    label: t(`databases.view.menu.${key}`),
    run: () => actions.attempt(run),
    ...look,
  });
  const move = (by: 1 | -1) => {
    const target = columns[at + by]?.property;
    return target && model.saveConfig({ order: reordered(model, property.id, target.id, by > 0) }, { quiet: true });
  };
  const sort = (direction: 'asc' | 'desc') => () =>
    model.drafts.change({ sorts: [{ property_id: property.id, direction }] });
  const widen = (by: number) => () => resize(model, property.id, (columns[at]?.width ?? 0) + by);
  const insert = (isAfter: boolean) => () => requestProperty(model, anchor, { id: property.id, isAfter });
  const hide = () =>
    model.saveConfig(
      { visible: model.columns().flatMap(({ id }) => (id === property.id ? [] : [id])) },
      { quiet: true },
    );
  const grouping = config.group_by === property.id ? 'ungroup' : 'group';
  const items: (MenuItem | false)[] = [
    model.maySet(property) &&
      item('edit', { icon: 'pencil' }, () => editProperty(model, actions.history, property, anchor)),
    mayConvert(model, property) &&
      item('convert', { icon: 'repeat' }, () => openConvertDialog(model, actions.history, property)),
    isSorted(property) && item('ascending', { icon: 'arrow-up', separated: model.maySet(property) }, sort('asc')),
    isSorted(property) && item('descending', { icon: 'arrow-down' }, sort('desc')),
    isFiltered(property) && item('filter', { icon: 'list-filter' }, async () => model.drafts.ask(property)),
    isGrouped(property) &&
      item(grouping, { icon: 'list' }, () =>
        model.saveConfig({ group_by: grouping === 'ungroup' ? null : property.id }),
      ),
    aggregatesOf(property).length > 0 &&
      item('sums', { icon: 'list-ordered' }, () => openSums(model, property, anchor)),
    !isTitle && at > 1 && item('move_left', { icon: 'arrow-left', separated: true }, async () => move(-1)),
    !isTitle && at < columns.length - 1 && item('move_right', { icon: 'arrow-right' }, async () => move(1)),
    model.isEditable && !isTitle && item('insert_left', { icon: 'plus' }, insert(false)),
    model.isEditable && item('insert_right', { icon: 'plus' }, insert(true)),
    item('wider', { icon: 'plus' }, widen(STEP)),
    item('narrower', { icon: 'minus' }, widen(-STEP)),
    item('freeze', { icon: 'panel-left', checked: config.frozen === at + 1 }, () =>
      model.saveConfig({ frozen: at + 1 }, { quiet: true }),
    ),
    !isTitle && item('hide', { icon: 'eye-off' }, hide),
    model.maySet(property, isWritable(property)) &&
      !isTitle &&
      item('delete', { icon: 'trash-2', danger: true, separated: true }, () =>
        deleteProperty(model, actions.history, property),
      ),
  ];
  void openMenu(
    anchor,
    property.name,
    items.filter((one) => one !== false),
  );
}

/** Says first what would be gone. */
async function deleteProperty(model: Model, history: History, property: Property): Promise<void> {
  const path = `/api/collections/${model.id}/properties/${property.id}/impact`;
  const impact = await send<PropertyImpact & { opens: boolean }>('GET', path);
  const lines = [...brokenLines(impact), ...(impact.opens ? [t('databases.view.impact.opens')] : [])];
  const chosen = await openDialog(
    t('databases.view.delete_property', { name: property.name }),
    [bulletList(lines)],
    [
      { label: t('databases.view.cancel'), value: '' },
      { label: t('databases.view.menu.delete'), value: 'yes', kind: 'danger' },
    ],
  );
  if (chosen !== 'yes') return;
  const remove = () => send<SchemaChangeAnswer>('DELETE', `${model.path}/properties/${property.id}`);
  await recordSchemaChange(model, history, await remove(), {
    text: t('databases.view.property_deleted', { name: property.name }),
    what: t('databases.view.step.property_deleted', { name: property.name }),
    again: remove,
  });
}
