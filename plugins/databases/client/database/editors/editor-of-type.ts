// Opens the editor that fits a property.
import { failed } from '../../../../../core/client/toast.ts';
import type { ValueEditor } from '../../../schema/types/client-property-type.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { EditorContext, EditResult } from './editor-panel.ts';

/** While an editor is loaded, keys are meant for it: what they write, it begins with. Undefined where it does not come. */
async function loaded(editing: EditorContext, load: () => Promise<ValueEditor>): Promise<ValueEditor | undefined> {
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key.length === 1) editing.typed = `${editing.typed ?? ''}${event.key}`;
  };
  addEventListener('keydown', hold, true);
  try {
    return await load();
  } catch (error) {
    failed(error);
    return undefined;
  } finally {
    removeEventListener('keydown', hold, true);
  }
}

/** Resolves with what was made of the value, null when it was given up. */
export async function edit(editing: EditorContext): Promise<EditResult | null> {
  const type = clientType(editing.property);
  const open = type.loadEditor ? await loaded(editing, type.loadEditor) : type.edit;
  // No task of its own between the last key that was held and the field that has the focus: the table would take the next.
  return (await open?.(editing)) ?? null;
}
