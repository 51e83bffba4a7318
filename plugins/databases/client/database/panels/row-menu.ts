// The menu of rows: of one all that can be done with it, of several what can be done with them together.
import { copyOut } from '../../../../../core/client/clipboard.ts';
import { t } from '../../../../../core/client/messages.ts';
import { type MenuItem, openMenu } from '../../../../../core/client/popover.ts';
import { send } from '../../../../../core/client/request.ts';
import { toast } from '../../../../../core/client/toast.ts';
import type { Row } from '../../../model.ts';
import type { Actions } from '../actions.ts';
import { rowTitle } from '../cell.ts';
import type { Model } from '../model.ts';
import { isPhone } from '../phone.ts';

const TEMPLATE_NAME_MAX = 100;

async function keepAsTemplate(model: Model, row: Row): Promise<void> {
  const name = [...rowTitle(row)].slice(0, TEMPLATE_NAME_MAX).join('');
  await send('POST', `${model.path}/templates`, { name, row_id: row.id });
  toast(t('databases.view.template_kept', { name }));
}

/** What is done with one row and cannot be done with several at once. */
function ownItems(model: Model, actions: Actions, row: Row, from: HTMLElement): MenuItem[] {
  const href = `/pages/${row.id}`;
  const beside = { label: t('databases.view.open_beside'), icon: 'panel-right', run: () => actions.open(row.id, from) };
  return [
    ...(isPhone() ? [] : [beside]),
    { label: t('databases.view.open_page'), icon: 'maximize-2', href },
    {
      label: t('databases.view.copy_link'),
      icon: 'link',
      run: () => void copyOut(new URL(href, location.href).href, t('core.client.copied')),
    },
    ...(model.isEditable
      ? [
          {
            label: t('databases.view.duplicate_row'),
            icon: 'plus',
            separated: true,
            run: () => actions.attempt(() => actions.duplicate(row)),
          },
          {
            label: t('databases.view.keep_as_template'),
            icon: 'file-text',
            run: () => actions.attempt(() => keepAsTemplate(model, row)),
          },
        ]
      : []),
  ];
}

interface MenuPlace {
  rows: Row[];
  anchor: { getBoundingClientRect(): DOMRect };
  /** gets the focus back from the row that is opened */
  from: HTMLElement;
  more?: MenuItem[] | undefined;
}

export function openRowActions(model: Model, actions: Actions, { rows, anchor, from, more = [] }: MenuPlace): void {
  const [row] = rows;
  if (!row) return;
  const doomed = rows.filter(model.mayDelete);
  const items: MenuItem[] = [
    ...(rows.length === 1 ? ownItems(model, actions, row, from) : []),
    ...more,
    ...(doomed.length
      ? [
          {
            label: t('databases.view.delete_rows', { count: doomed.length }),
            icon: 'trash-2',
            danger: true,
            separated: true,
            run: () => actions.attempt(() => actions.deleteRows(doomed)),
          },
        ]
      : []),
  ];
  if (items.length) void openMenu(anchor, rowTitle(row), items);
}
