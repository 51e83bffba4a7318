// A row of the tree as templates/pages/tree.ejs writes it; the tree itself makes more of it.
import { el, signOf } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';

interface Item {
  id: number;
  title: string;
  kind: string;
  page_icon: string;
  position: number;
  has_children: boolean;
  may?: readonly string[];
}

export function treeRow({ id, title, kind, page_icon, position, has_children, may }: Item): HTMLElement {
  const href = `/pages/${id}`;
  const link = el(
    'a',
    { href, 'aria-current': location.pathname === href ? 'page' : null },
    el('span', { class: 'tree-icon' }, signOf(page_icon)),
    el('span', { class: 'tree-title' }, title || t('core.client.untitled')),
  );
  return el(
    'li',
    {
      class: 'depth-0',
      ...{ 'data-id': id, 'data-position': position, 'data-kind': kind === 'page' ? null : kind },
      'data-children': has_children ? 'closed' : null,
      'data-may': may?.join(' ') ?? null,
    },
    link,
  );
}
