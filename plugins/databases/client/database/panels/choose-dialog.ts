// Asks which view of a database that is there goes into a page.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { failed } from '../../../../../core/client/toast.ts';
import { labelled, select } from './form-controls.ts';

interface Named {
  id: number;
  name: string;
}

const options = (list: Named[]): HTMLElement[] =>
  list.map(({ id, name }) => el('option', { value: id }, name || t('core.client.untitled')));

const list = (path: string) => send<Named[] & Record<string, unknown>>('GET', path);

/** A view of a database that is there already. */
export async function openDatabaseChooser({ workspaceId }: { workspaceId: number }) {
  const known = await list(`/api/v2/collections?workspace_id=${workspaceId}&limit=100`);
  const which = select('', [], '');
  which.append(...options(known));
  const shown = select('', [], '');
  const offer = () =>
    which.value
      ? list(`/api/v2/collections/${which.value}/views?limit=100`).then((views) =>
          shown.replaceChildren(...options(views)),
        )
      : undefined;
  which.addEventListener('change', () => void offer()?.catch(failed));
  await offer();
  const fields = known.length
    ? [labelled(t('databases.view.inline.which'), which), labelled(t('databases.view.inline.view'), shown)]
    : [el('p', { class: 'hint' }, t('databases.view.inline.none'))];
  const chosen = await openDialog(
    t('databases.view.inline.linked'),
    [el('div', { class: 'panel-form' }, ...fields)],
    [
      { label: t('databases.view.cancel'), value: '' },
      ...(known.length
        ? [{ label: t('databases.view.inline.insert'), value: 'insert', kind: 'primary' as const }]
        : []),
    ],
    known.length ? { focus: which } : {},
  );
  if (chosen !== 'insert' || !which.value) return null;
  return { collectionId: Number(which.value), viewId: Number(shown.value) || null };
}
