// Documents in Rich Text Format as pages: their parts are put into words of HTML, which is read like any other.
import { keepData } from '../../../conversion/html/document.ts';
import { treeToBlocks } from '../../../conversion/html/read.ts';
import { madeElement } from '../../../conversion/html/tree.ts';
import type { MadeFile } from '../../../reading/embedded-file.ts';
import type { WordDocument } from '../docx.ts';
import { type RtfExtras, rtfDestinations } from './destinations.ts';
import { RtfReader } from './reader.ts';
import { readTokens } from './tokens.ts';

/** Of a document: behind a byte order mark or blanks, if at all. */
export const isRtf = (bytes: Uint8Array): boolean =>
  /^[^\w{]{0,10}\{\\rtf/.test(Buffer.from(bytes.subarray(0, 20)).toString('latin1'));

/** Called in a worker. @throws Error whose message ends a sentence */
export function readRtf(bytes: Uint8Array, path: string): WordDocument {
  if (!isRtf(bytes)) throw new Error('it is not a document in Rich Text Format');
  const extras: RtfExtras = { notes: [], comments: [], descriptions: [], about: {} };
  const reader = new RtfReader(rtfDestinations(extras));
  const isWhole = readTokens(bytes.subarray(bytes.indexOf(0x7b)), reader);
  const files: MadeFile[] = [];
  const body = reader.end();
  const page = treeToBlocks(madeElement('', [...body, ...extras.notes]), {
    data: (address) => keepData(address, path, files),
  });
  const { comments, about } = extras;
  const { title = '', author, created, updated, keywords = '' } = about;
  const tags = keywords.split(/[,;]/).flatMap((tag) => tag.trim() || []);
  const { subject, category, doccomm: description } = about;
  const properties = {
    ...(subject && { subject }),
    ...(category && { category }),
    ...(description && { description }),
  };
  return {
    ...page,
    unsupported: { ...page.unsupported, ...reader.losses },
    ...{ title, files },
    ...(author && { author }),
    ...(created && { created }),
    ...(updated && { updated }),
    ...(tags.length && { tags }),
    ...(comments.length && { comments }),
    ...(Object.keys(properties).length && { properties }),
    ...(!isWhole && { isCut: true }),
  };
}
