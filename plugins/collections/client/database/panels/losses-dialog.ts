// What properties elsewhere lose with databases that lie below rows, before these go to the trash.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';

/** A database that goes, and the properties that look at it. */
export interface Loss {
  title: string;
  rows: number;
  properties: string[];
}

export async function confirmLosses(losses: Loss[]): Promise<boolean> {
  const lines = losses.map(({ title, properties }) =>
    el('li', {}, t('collections.view.losses.line', { title, names: properties.join(', ') })),
  );
  const actions = [
    { label: t('collections.view.cancel'), value: '' },
    { label: t('collections.view.losses.go'), value: 'yes', kind: 'danger' as const },
  ];
  const content = [el('p', {}, t('collections.view.losses.text')), el('ul', {}, ...lines)];
  return (await openDialog(t('collections.view.losses.title'), content, actions)) === 'yes';
}
