// Before pages go to the trash with databases that others look at: what would break, and whether that is meant.
import { openDialog } from '../../../../core/client/dialog.ts';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { send } from '../../../../core/client/request.ts';

interface Loss {
  title: string;
  rows: number;
  properties: string[];
}

/** Asks only where properties of databases elsewhere depend on one that is in these pages, or below them. */
export async function isMeant(pageIds: number[]): Promise<boolean> {
  const asked = pageIds.map((id) => send<{ databases: Loss[] }>('GET', `/api/pages/${id}/impact`));
  const broken = (await Promise.all(asked)).flatMap(({ databases }) => databases);
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
