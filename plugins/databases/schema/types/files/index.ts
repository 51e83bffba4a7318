// Files; forms do not take them, because they come by uploads.
import { idsType } from '../bases/references.ts';

export const filesType = idsType('files', {
  icon: 'paperclip',
  formulaKind: { list: 'text' },
  links: (value, known) =>
    (value as number[]).flatMap((id) => {
      const [href, text] = [known.fileUrl(id), known.file(id)];
      return href && text ? [{ href, text }] : [];
    }),
});
