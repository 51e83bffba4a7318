// Opens the editor that fits a property.
import { editChoice } from './choice.ts';
import { editDate } from './date.ts';
import type { Edited, Editing } from './editor-panel.ts';
import { editFiles } from './files.ts';
import { editPlace, editText } from './text.ts';

/** Resolves with what was made of the value, null when it was given up. */
export function edit(editing: Editing): Promise<Edited | null> {
  switch (editing.property.type) {
    case 'select':
    case 'status':
    case 'multi_select':
    case 'person':
    case 'relation':
      return editChoice(editing);
    case 'date':
      return editDate(editing);
    case 'files':
      return editFiles(editing);
    case 'place':
      return editPlace(editing);
    default:
      return editText(editing);
  }
}
