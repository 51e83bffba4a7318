// Editors of what is typed as words: texts, numbers, addresses, durations, and places with their address.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import { readValue, typedOf, Unreadable } from '../value-text.ts';
import { type Edited, type Editing, field, openPanel } from './editor-panel.ts';

const LINES = ['text', 'long_text'];
const KEYBOARDS: Record<string, string> = {
  number: 'decimal',
  rating: 'numeric',
  url: 'url',
  email: 'email',
  phone: 'tel',
};

export function editText(editing: Editing): Promise<Edited | null> {
  const { model, property, value, typed } = editing;
  const isLong = LINES.includes(property.type);
  const attributes = { 'aria-label': property.name, inputmode: KEYBOARDS[property.type], autocomplete: 'off' };
  const input = isLong
    ? el('textarea', { ...attributes, rows: property.type === 'long_text' ? 5 : 2 })
    : el('input', attributes);
  input.value = typed ?? typedOf(model, property, value);
  const element = el('div', {}, input);
  if (property.type === 'duration' || property.type === 'rating')
    element.append(
      el('p', { class: 'hint' }, t(`databases.view.${property.type}_hint`, { max: property.config.max ?? 5 })),
    );
  const done = openPanel(editing, {
    element,
    focus: input,
    read() {
      if (typed === undefined && input.value === typedOf(model, property, value)) return { value };
      try {
        return { value: readValue(model, property, input.value) };
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        return { unread: { typed: input.value, reason: error.message } };
      }
    },
  });
  if (typed === undefined) input.select();
  else input.setSelectionRange(input.value.length, input.value.length);
  return done;
}

export function editPlace(editing: Editing): Promise<Edited | null> {
  const before = (editing.value ?? {}) as { name?: string; address?: string };
  const name = el('input', { maxlength: 500, autocomplete: 'off' });
  const address = el('input', { maxlength: 500, autocomplete: 'off' });
  name.value = editing.typed ?? before.name ?? '';
  address.value = before.address ?? '';
  const element = el(
    'div',
    {},
    field(t('databases.view.place_name'), name),
    field(t('databases.view.place_address'), address),
  );
  return openPanel(editing, {
    element,
    focus: name,
    read: () => ({
      value: name.value.trim()
        ? { latitude: null, longitude: null, ...before, name: name.value.trim(), address: address.value.trim() }
        : null,
    }),
  });
}
