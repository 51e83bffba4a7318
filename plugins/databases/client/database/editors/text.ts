// The editor of what is typed as words: a line or several, with a hint where the words have a form of their own.
import { el } from '../../../../../core/client/dom.ts';
import type { ClientPropertyType } from '../../../schema/types/client-property-type.ts';
import { UnreadableValue } from '../value-parts.ts';
import { type EditorContext, type EditResult, openPanel } from './editor-panel.ts';

export interface TextEditing {
  /** of a field for several lines */
  rows?: number;
  /** one line, which is seen as a whole however long it is */
  isWrapped?: boolean;
  /** which keys a phone shows */
  keyboard?: string;
  hint?: string;
}

/** What has no lines has no key for them either. */
function keepOneLine(event: Event): void {
  if ((event as KeyboardEvent).key === 'Enter') event.preventDefault();
}

/** @param words of the type whose value is edited */
export function editText(
  editing: EditorContext,
  words: Pick<ClientPropertyType, 'text' | 'typed' | 'read'>,
  { rows, isWrapped, keyboard, hint }: TextEditing = {},
): Promise<EditResult | null> {
  const { model, property, value, typed } = editing;
  const attributes = { 'aria-label': property.name, inputmode: keyboard, autocomplete: 'off' };
  const input = rows || isWrapped ? el('textarea', { ...attributes, rows: rows ?? 1 }) : el('input', attributes);
  const before = words.typed?.(value, property) ?? (value === null ? '' : words.text(value, property, model));
  input.value = typed ?? before;
  const element = el('div', { class: 'word-editor' }, input);
  if (isWrapped) input.addEventListener('keydown', keepOneLine);
  if (hint) element.append(el('p', { class: 'hint' }, hint));
  const done = openPanel(editing, {
    element,
    focus: input,
    read() {
      if (typed === undefined && input.value === before) return { value };
      const found = input.value.trim();
      try {
        return { value: found === '' ? null : words.read(found, { property, model, text: input.value }) };
      } catch (error) {
        if (!(error instanceof UnreadableValue)) throw error;
        return { unread: { typed: input.value, reason: error.message } };
      }
    },
  });
  // Nothing is chosen: what stands there is gone on with, and no single key wipes it out.
  input.setSelectionRange(input.value.length, input.value.length);
  input.scrollTo(input.scrollWidth, input.scrollHeight);
  return done;
}
