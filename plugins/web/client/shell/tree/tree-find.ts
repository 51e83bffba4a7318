// Finds a page by the words of its title among those of one level, also those that are not shown.
import { t } from '../../../../../core/client/messages.ts';
import { send } from '../../../../../core/client/request.ts';
import { type ChoiceGroup, iconOf, openChooser } from '../combobox.ts';
import { findWords, levelQuery } from './tree-paging.ts';
import { rowById, type TreeLine, type TreePart, treeTitle } from './tree-rows.ts';

const FOUND = 30;

const choiceOf = ({ id, title, kind, page_icon }: TreeLine) => ({
  label: title || t('core.client.untitled'),
  icon: iconOf(kind),
  sign: page_icon,
  href: `/pages/${id}`,
});

/** Pages of the level whose parent this is, '' being the top. */
export function findIn(parent: string): Promise<void> {
  const owner = parent ? rowById(parent) : null;
  const find = async (q: string, signal: AbortSignal): Promise<ChoiceGroup[]> => {
    const query = levelQuery(parent, FOUND);
    if (q) query.set('q', q);
    const { items } = await send<TreePart>('GET', `/api/nav/menu?${query}`, undefined, { signal });
    return [{ label: owner ? treeTitle(owner) : t('web.client.chooser.pages'), choices: items.map(choiceOf) }];
  };
  const label = findWords();
  return openChooser({ label, placeholder: label, find });
}
