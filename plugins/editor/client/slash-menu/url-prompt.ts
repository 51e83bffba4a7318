// Asks for the address of a bookmark or of something to embed; loaded on first use.
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';
import { type Anchor, openPopover } from '../../../../core/client/popover.ts';

export interface UrlCard {
  url: string;
  title: string | null;
  description: string | null;
}

/** `complete` gives the whole address that was meant, or null when it is none of another site. */
export function askAddress(
  anchor: Anchor,
  kind: 'bookmark' | 'embed',
  complete: (typed: string) => string | null,
  take: (card: UrlCard) => void,
): void {
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
    ...row(t('editor.link_address'), address),
    fault,
    ...row(t('editor.card_title'), title),
    ...(kind === 'bookmark' ? row(t('editor.card_description'), about) : []),
    el('button', { class: 'button primary' }, t('editor.save')),
  );
  const panel = el('div', { role: 'dialog', 'aria-label': t(`editor.block_${kind}`) }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const url = complete(address.value);
    if (url !== null) {
      panel.hidePopover();
      take({ url, title: title.value.trim() || null, description: about.value.trim() || null });
      return;
    }
    address.setAttribute('aria-invalid', 'true');
    fault.textContent = t('editor.link_fault');
    address.focus();
  });
  openPopover(anchor, panel, { focus: address });
}
