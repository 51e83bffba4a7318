// Documents of Word with comments, for tests.
import { docx } from './own-exports.ts';

const RELATION =
  '<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/>';

export interface Said {
  by: string;
  text: string;
  at?: string;
  /** number of the comment that it answers */
  to?: number;
  done?: boolean;
}

/** A document of Word with comments. */
export const wordDocument = (said: Said[], text = 'The text.'): Buffer =>
  docxWith(said, `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);

/** The same with a body of its own, which says where they were made. */
export function docxWith(said: Said[], body: string): Buffer {
  const comments = said.map(({ by, at, text }, index) => {
    const lines = text.split('\n').map((line, at, all) => {
      const id = at === all.length - 1 ? ` w14:paraId="P${index}"` : '';
      return `<w:p${id}><w:r><w:t>${line.replaceAll('<', '&lt;')}</w:t></w:r></w:p>`;
    });
    return `<w:comment w:id="${index}" w:author="${by}"${at ? ` w:date="${at}"` : ''}>${lines.join('')}</w:comment>`;
  });
  const links = said.flatMap(({ to, done }, index) => {
    const [answers, settled] = [to !== undefined && ` w15:paraIdParent="P${to}"`, done && ' w15:done="1"'];
    return answers || settled ? `<w15:commentEx w15:paraId="P${index}"${answers || ''}${settled || ''}/>` : [];
  });
  return docx(body, RELATION, [
    {
      name: 'word/comments.xml',
      data: `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">${comments.join('')}</w:comments>`,
    },
    { name: 'word/commentsExtended.xml', data: `<w15:commentsEx>${links.join('')}</w15:commentsEx>` },
  ]);
}
