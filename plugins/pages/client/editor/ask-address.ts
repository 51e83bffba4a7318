// Asks for the address of a bookmark or of something to embed, and puts the block where the caret is.
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';
import { isOwnAddress, isWebAddress } from '../../blocks/address.ts';
import { schema } from '../../blocks/schema.ts';
import { selectionAnchor } from './anchor.ts';
import { insertContents } from './insert.ts';
import { completeAddress } from './link-popover.ts';

export function askAddress(view: EditorView, kind: 'bookmark' | 'embed'): void {
  const address = el('input', {
    id: 'card-address',
    placeholder: 'https://',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  address.setAttribute('aria-describedby', 'card-fault');
  const title = el('input', { id: 'card-title', maxlength: 2000, autocomplete: 'off' });
  const about = el('input', { id: 'card-about', maxlength: 2000, autocomplete: 'off' });
  const fault = el('p', { class: 'fault', id: 'card-fault', role: 'alert' });
  const row = (label: string, field: HTMLElement) => [el('label', { for: field.id }, label), field];
  const form = el(
    'form',
    { class: 'field-popover', novalidate: '' },
    ...row(t('pages.editor.link_address'), address),
    fault,
    ...row(t('pages.editor.card_title'), title),
    ...(kind === 'bookmark' ? row(t('pages.editor.card_description'), about) : []),
    el('button', { class: 'button primary' }, t('pages.editor.save')),
  );
  const panel = el('div', { role: 'dialog', 'aria-label': t(`pages.editor.block_${kind}`) }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const url = completeAddress(address.value);
    if (isWebAddress(url) && !isOwnAddress(url)) {
      panel.hidePopover();
      const words = { title: title.value.trim() || null, description: about.value.trim() || null };
      insertContents(view, [schema.nodes[kind]!.create({ url, ...words })]);
      view.focus();
      return;
    }
    address.setAttribute('aria-invalid', 'true');
    fault.textContent = t('pages.editor.link_fault');
    address.focus();
  });
  openPopover(selectionAnchor(view), panel, { focus: address });
}
