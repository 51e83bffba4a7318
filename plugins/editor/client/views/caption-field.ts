// The line below a picture, a film or code in which its caption is written.
import type { EditorView } from 'prosemirror-view';
import { el } from '../../../../core/client/dom.ts';
import { t } from '../../../../core/client/messages.ts';

const CAPTION_MAX = 2000;

/** `set` gets the new caption, or null when there is to be none; Enter and Escape go back to the text. */
export function captionField(view: EditorView, set: (caption: string | null) => void): HTMLInputElement {
  const label = t('editor.caption');
  const field = el('input', { class: 'caption', 'aria-label': label, placeholder: label, maxlength: CAPTION_MAX });
  field.addEventListener('change', () => set(field.value.trim() || null));
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    view.focus();
  });
  return field;
}
