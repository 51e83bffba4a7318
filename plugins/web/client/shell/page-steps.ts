// What can be done with a page that the palette has found, beside opening it.
import { copyOut } from '../../../../core/client/clipboard.ts';
import { t } from '../../../../core/client/messages.ts';
import { requestPeek } from '../../../../core/client/peek-request.ts';
import type { ChooserStep, ComboboxChoice } from './combobox.ts';

const ownId = (address: string): number => Number(/^\/pages\/(\d+)$/.exec(address)?.[1]);

/** @param href address of the page in this site, without its host */
export function pageStep(
  label: string,
  href: string,
  matching: (choices: ComboboxChoice[], query: string) => ComboboxChoice[],
): ChooserStep {
  const id = ownId(href);
  const choices: ComboboxChoice[] = [
    { label: t('web.palette.open'), icon: 'arrow-right', href },
    { label: t('web.palette.open_tab'), icon: 'external-link', run: () => void window.open(href) },
  ];
  if (id)
    choices.push({
      label: t('web.palette.open_beside'),
      icon: 'panel-right',
      run: () => requestPeek({ id, from: null, keep: true }),
    });
  choices.push({
    label: t('web.palette.copy_link'),
    icon: 'link',
    run: () => void copyOut(new URL(href, location.href).href, t('web.palette.link_copied')),
  });
  if (id) choices.push({ label: t('web.palette.history'), icon: 'history', href: `${href}/history` });
  return { label, find: async (query) => [{ label: t('web.palette.this_page'), choices: matching(choices, query) }] };
}
