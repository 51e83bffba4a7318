// Rows of a database in the browser.
import { cellLink, withCommas } from '../../../client/database/cell-parts.ts';
import { editChoice } from '../../../client/database/editors/choice.ts';
import { valueList } from '../../../client/database/value-parts.ts';
import { clientIds } from '../bases/client-references.ts';

export const relationClient = clientIds(({ rows }) => rows, {
  icon: 'arrow-right',
  compares: 'rows',
  isGrouped: true,
  isTyped: true,
  content: (value, { model }) =>
    withCommas(
      valueList(value).flatMap((id) => {
        const name = model.names.rows[String(id)];
        return name === undefined ? [] : [cellLink(`/pages/${id}`, name)];
      }),
    ),
  edit: (editing) => editChoice(editing, 'rows'),
  // Where it leads stays as it is once it is made.
  isSetUpFirst: true,
  async settings(model, _config, property) {
    if (property) return { elements: [], config: () => ({}) };
    return (await import('./client-settings.ts')).relationParts(model);
  },
});
