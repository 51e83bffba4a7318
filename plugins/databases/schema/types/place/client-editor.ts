// The editor of a place: its name, and its address.
import { el } from '../../../../../core/client/dom.ts';
import { t } from '../../../../../core/client/messages.ts';
import {
  type EditorContext,
  type EditResult,
  editorField,
  openPanel,
} from '../../../client/database/editors/editor-panel.ts';

export function editPlace(editing: EditorContext): Promise<EditResult | null> {
  const before = (editing.value ?? {}) as { name?: string; address?: string };
  const name = el('input', { maxlength: 500, autocomplete: 'off' });
  const address = el('input', { maxlength: 500, autocomplete: 'off' });
  name.value = editing.typed ?? before.name ?? '';
  address.value = before.address ?? '';
  const element = el(
    'div',
    {},
    editorField(t('databases.view.place_name'), name),
    editorField(t('databases.view.place_address'), address),
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
