// Documents of Word with comments, for tests.
import { docx } from './own-exports.ts';

export interface Said {
  by: string;
  text: string;
  at?: string;
  /** number of the comment that it answers */
  to?: number;
}

/** A document of Word with comments. */
export function wordDocument(said: Said[], text = 'The text.'): Buffer {
  const comments = said.map(({ by, at, text }, index) => {
    const lines = text.split('\n').map((line, at, all) => {
      const id = at === all.length - 1 ? ` w14:paraId="P${index}"` : '';
      return `<w:p${id}><w:r><w:t>${line.replaceAll('<', '&lt;')}</w:t></w:r></w:p>`;
    });
    return `<w:comment w:id="${index}" w:author="${by}"${at ? ` w:date="${at}"` : ''}>${lines.join('')}</w:comment>`;
  });
  const links = said.flatMap(({ to }, index) =>
    to === undefined ? [] : `<w15:commentEx w15:paraId="P${index}" w15:paraIdParent="P${to}"/>`,
  );
  return docx(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`, '', [
    { name: 'word/comments.xml', data: `<w:comments>${comments.join('')}</w:comments>` },
    { name: 'word/commentsExtended.xml', data: `<w15:commentsEx>${links.join('')}</w15:commentsEx>` },
  ]);
}
