// Lines that are links to pages, in the editor.
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import type { BlockClient } from '../../client/editing/block-client.ts';

export default {
  type: 'pageLink',
  show({ attrs: { pageId } }, names) {
    const title = names.page(pageId);
    if (title === null) return [el('span', { class: 'page-hidden' }, t('editor.page_hidden'))];
    const text = title || (title === '' ? t('editor.untitled') : '…');
    return [el('a', { class: 'page-link', href: `/pages/${pageId}` }, icon('file-text'), text)];
  },
} satisfies BlockClient;
