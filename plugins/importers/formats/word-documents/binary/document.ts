// Documents of Word 97 to 2003 as pages: their texts are put into words of HTML, which is read like any other.
import { DocumentPictures } from '../../../conversion/html/document-pictures.ts';
import { treeToBlocks } from '../../../conversion/html/read.ts';
import { madeElement } from '../../../conversion/html/tree.ts';
import { compoundStreams } from '../../../reading/compound-file.ts';
import type { WordDocument } from '../docx.ts';
import { WordReader } from './reader.ts';
import { summaryIn } from './summary.ts';
import { openWordFile } from './word-file.ts';

/** Called in a worker. @throws Error whose message ends a sentence */
export function readBinaryDocument(bytes: Buffer, path: string, folder: string): WordDocument {
  const stream = compoundStreams(bytes);
  const held = new DocumentPictures(path, folder);
  const reader = new WordReader(openWordFile(stream), held);
  const page = treeToBlocks(madeElement('', reader.read()), { data: held.keep });
  const { title, author, keywords, created, updated } = summaryIn(stream('\x05SummaryInformation'));
  const tags = keywords.split(/[,;]/).flatMap((tag) => tag.trim() || []);
  return {
    ...page,
    unsupported: { ...page.unsupported, ...reader.losses },
    ...{ title, files: held.files },
    ...(author && { author }),
    ...(created && { created }),
    ...(updated && { updated }),
    ...(tags.length && { tags }),
    ...(reader.comments.length && { comments: reader.comments }),
    ...(!reader.isWhole && { isCut: true }),
  };
}
