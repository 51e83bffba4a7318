// Opens the editor that fits a property.
import { clientType } from '../../../schema/types/client-registry.ts';
import type { EditorContext, EditResult } from './editor-panel.ts';

/** Resolves with what was made of the value, null when it was given up. */
export const edit = async (editing: EditorContext): Promise<EditResult | null> =>
  (await clientType(editing.property).edit?.(editing)) ?? null;
