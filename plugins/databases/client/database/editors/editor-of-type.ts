// Opens the editor that fits a property.
import { failed } from '../../../../../core/client/toast.ts';
import type { ValueEditor } from '../../../schema/types/client-property-type.ts';
import { clientType } from '../../../schema/types/client-registry.ts';
import type { EditorContext, EditResult } from './editor-panel.ts';

/** A key that closes an editor. */
type ClosingKey = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

/**
 * While an editor is loaded, keys are meant for it: what they write, it begins with, and the key that would close it
 * closes it once it is there. Undefined where it does not come, and when Escape gives it up before.
 */
async function loaded(editing: EditorContext, load: () => Promise<ValueEditor>) {
  const abandoned = Promise.withResolvers<undefined>();
  let closing: ClosingKey | undefined;
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') abandoned.resolve(undefined);
    else if (event.key === 'Enter' || event.key === 'Tab') closing ??= event;
    else if (event.key === 'Backspace') editing.typed = editing.typed?.slice(0, -1);
    else if (event.key.length === 1 && !closing) editing.typed = `${editing.typed ?? ''}${event.key}`;
  };
  addEventListener('keydown', hold, true);
  try {
    return { open: await Promise.race([load(), abandoned.promise]), closing };
  } catch (error) {
    failed(error);
    return {};
  } finally {
    removeEventListener('keydown', hold, true);
  }
}

/** Resolves with what was made of the value, null when it was given up. */
export async function edit(editing: EditorContext): Promise<EditResult | null> {
  const type = clientType(editing.property);
  const { open, closing }: { open?: ValueEditor; closing?: ClosingKey } = type.loadEditor
    ? await loaded(editing, type.loadEditor)
    : { open: type.edit };
  // No task of its own between the last key that was held and the field that has the focus: the table would take the next.
  const result = open?.(editing);
  if (closing) {
    const { key, shiftKey } = closing;
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
    );
  }
  return (await result) ?? null;
}
