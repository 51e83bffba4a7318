// Before databases go to the trash that others look at: what would break, and whether that is meant.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';

interface Database {
  /** id of its page */
  id: number;
  title: string;
}

/** Asks only where properties of other databases depend on one of these. */
export async function isMeant(databases: Database[]): Promise<boolean> {
  const looked = await Promise.all(
    databases.map(async ({ id, title }) => {
      const { rows, properties } = await send<{ rows: number; properties: string[] }>('GET', `/api/pages/${id}/impact`);
      return { title, rows, properties };
    }),
  );
  const broken = looked.filter(({ properties }) => properties.length);
  if (!broken.length) return true;
  const lines = broken.map(({ title, rows, properties }) =>
    el('li', {}, t('web.client.tree.breaks', { title, count: rows, names: properties.join(', ') })),
  );
  const chosen = await openDialog(
    t('web.client.tree.breaks_title'),
    [el('p', {}, t('web.client.tree.breaks_text')), el('ul', {}, ...lines)],
    [
      { label: t('core.client.cancel'), value: '' },
      { label: t('web.client.tree.trash'), value: 'yes', kind: 'danger' },
    ],
  );
  return chosen === 'yes';
}
