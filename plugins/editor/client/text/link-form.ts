// The small form that sets, changes and removes a link; it comes with the bar over selected text.
import type { EditorView } from 'prosemirror-view';
import { el, icon } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { openPopover } from '../../../../core/client/popover.ts';
import { isLinkAddress } from '../../../blocks/link-address.ts';
import { selectionAnchor } from '../editor/floating-anchor.ts';
import { linkAround, setLink } from './mark-commands.ts';
import { completeAddress } from './typed-address.ts';

/** Opens the form for the link at the caret or for the selected text. */
export function editLink(view: EditorView): void {
  const { selection } = view.state;
  const known = linkAround(view.state);
  const range = selection.empty ? known : { from: selection.from, to: selection.to };
  if (!range || !selection.$from.parent.isTextblock || selection.$from.parent.type.spec.code) return;
  const field = el('input', {
    id: 'link-address',
    value: known?.mark.attrs.href ?? '',
    placeholder: 'https://',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'link-fault',
  });
  const fault = el('p', { class: 'fault', id: 'link-fault', role: 'alert' });
  const panel = el('div', { role: 'dialog', 'aria-label': t('editor.link') });
  const apply = (href: string | null) => {
    panel.hidePopover();
    setLink(range.from, range.to, href)(view.state, view.dispatch);
    view.focus();
  };
  const form = el(
    'form',
    { class: 'field-popover', novalidate: '' },
    el('label', { for: 'link-address' }, t('editor.link_address')),
    field,
    fault,
    el(
      'div',
      { class: 'inline-form' },
      el('button', { class: 'button primary' }, t('editor.save')),
      ...more(known?.mark.attrs.href, apply),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const href = completeAddress(field.value);
    if (href === '' && known) return apply(null);
    if (isLinkAddress(href)) return apply(href);
    field.setAttribute('aria-invalid', 'true');
    fault.textContent = t('editor.link_fault');
  });
  panel.append(form);
  openPopover(selectionAnchor(view), panel, { focus: field });
}

function more(href: string | undefined, apply: (href: null) => void): HTMLElement[] {
  if (!href) return [];
  const open = el(
    'a',
    { class: 'button', href, target: '_blank', rel: 'noopener' },
    icon('external-link'),
    t('editor.link_open'),
  );
  const remove = el('button', { type: 'button', class: 'button', onclick: () => apply(null) }, t('editor.link_remove'));
  return [open, remove];
}
