// What others lose with rows and with what lies below them, before these go to the trash.
import { openDialog } from '../../../../../core/client/dialog.ts';
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';

/** Databases that go with the properties that look at them, and pages that go with those that show their blocks. */
export interface Losses {
  databases: { title: string; properties: string[] }[];
  synced: { title: string; uses: number; pages: { title: string }[] }[];
}

export async function confirmLosses({ databases, synced }: Losses): Promise<boolean> {
  const untitled = t('core.client.untitled');
  const said = (text: string, lines: string[]) =>
    lines.length ? [el('p', {}, text), el('ul', {}, ...lines.map((line) => el('li', {}, line)))] : [];
  const looked = databases.map(({ title, properties }) =>
    t('databases.view.losses.line', { title, names: properties.join(', ') }),
  );
  const shown = synced.map(({ title, uses, pages }) => {
    const names = pages.map((page) => page.title || untitled).join(', ');
    return t('databases.view.losses.shown', { title: title || untitled, count: uses, names });
  });
  const actions = [
    { label: t('databases.view.cancel'), value: '' },
    { label: t('databases.view.losses.go'), value: 'yes', kind: 'danger' as const },
  ];
  const content = [...said(t('databases.view.losses.text'), looked), ...said(t('databases.view.losses.synced'), shown)];
  return (await openDialog(t('databases.view.losses.title'), content, actions)) === 'yes';
}
