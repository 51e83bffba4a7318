// Opens the editor that fits a property.
import { failed } from '../../../../../core/client/toast.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { EditorContext, EditResult } from './editor-panel.ts';

/** Until it is called, keys are meant for an editor that is not there yet: what they write, it begins with. */
function holdKeys(editing: EditorContext): () => void {
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key.length === 1) editing.typed = `${editing.typed ?? ''}${event.key}`;
  };
  addEventListener('keydown', hold, true);
  return () => removeEventListener('keydown', hold, true);
}

/** Resolves with what was made of the value, null when it was given up. */
export async function edit(editing: EditorContext): Promise<EditResult | null> {
  const type = clientType(editing.property);
  if (type.load) {
    const letGo = holdKeys(editing);
    const isThere = await type.load().then(
      () => true,
      (error) => failed(error),
    );
    letGo();
    if (!isThere) return null;
  }
  return (await type.edit?.(editing)) ?? null;
}
