// Files in the browser: they are uploaded where they are edited.
import { cellLink, withCommas } from '../../../client/database/cell-parts.ts';
import { valueList } from '../../../client/database/value-parts.ts';
import { clientIds } from '../bases/client-references.ts';

export const filesClient = clientIds(
  ({ files }) => Object.fromEntries(Object.entries(files).map(([id, { name }]) => [id, name])),
  {
    icon: 'paperclip',
    compares: 'files',
    content: (value, { model }) =>
      withCommas(
        valueList(value).flatMap((id) => {
          const file = model.names.files[String(id)];
          return file ? [cellLink(file.url, file.name)] : [];
        }),
      ),
    loadEditor: async () => (await import('./client-editor.ts')).editFiles,
  },
);
