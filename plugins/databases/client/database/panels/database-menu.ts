// What a database can do besides its views: ways out and in, templates, a calendar of its own, and sprints.
import { t } from '../../../../../core/client/messages.ts';
import { type MenuItem, openMenu } from '../../../../../core/client/popover.ts';
import { toast } from '../../../../../core/client/toast.ts';
import type { Actions } from '../actions.ts';
import type { Model } from '../model.ts';
import { isNarrow } from '../phone.ts';
import { isDated } from '../property-kinds.ts';
import { requestProperty } from '../table/property-request.ts';

/** Its part of the page of these options, as a dialog. */
type OptionPart = 'table' | 'row-templates' | 'template' | 'feeds';

export async function openOption(model: Model, part: OptionPart): Promise<void> {
  const { openPageDialog } = await import('./page-dialog.ts');
  await openPageDialog({
    address: `/collections/${model.id}/more`,
    part: `more-${part}`,
    left: (form) => toast(t('databases.view.more_options.kept', { name: String(new FormData(form).get('name')) })),
  });
  // Rows may have come, or have begun to.
  if (part === 'table') await model.load();
}

const FORMATS = { csv: '', markdown: '&format=markdown', json: '&format=json' };

function exportItems({ id, view }: Model): MenuItem[] {
  const path = `/api/collections/${id}/export?view_id=${view.id}`;
  return Object.entries(FORMATS).map(([format, query]) => ({
    label: t('databases.view.export_as', { format: t(`databases.as_${format}`) }),
    icon: 'download',
    href: `${path}${query}`,
  }));
}

export function openDatabaseMenu(model: Model, actions: Actions, anchor: HTMLElement): void {
  const open = (part: OptionPart) => () => actions.attempt(() => openOption(model, part));
  const rows: MenuItem[] = [
    { label: t('databases.view.more_options.table'), icon: 'upload', separated: true, run: open('table') },
    { label: t('databases.view.more_options.row_templates'), icon: 'file-text', run: open('row-templates') },
  ];
  const items: (MenuItem | false)[] = [
    model.isEditable &&
      isNarrow() && {
        label: t('databases.view.property'),
        icon: 'columns-3',
        run: () => actions.attempt(() => requestProperty(model, anchor)),
      },
    // Who is asked by a form has no use for what others have answered.
    ...(model.view.kind === 'form' ? [] : exportItems(model)),
    ...(model.isEditable ? rows : []),
    { label: t('databases.view.more_options.template'), icon: 'layout-grid', separated: true, run: open('template') },
    model.properties.some(isDated) && {
      label: t('databases.view.more_options.feeds'),
      icon: 'calendar',
      run: open('feeds'),
    },
    { label: t('databases.view.more_options.sprints'), icon: 'repeat', href: `/collections/${model.id}/sprints` },
  ];
  void openMenu(
    anchor,
    t('databases.view.more_options'),
    items.filter((one) => one !== false),
  );
}
