// Files called .doc, which may be many things: web pages in one file as Confluence exports them, HTML, RTF, or docx.
import { readHtml } from '../../conversion/html/document.ts';
import { isMime } from '../../reading/mime-parts.ts';
import { readDocx, type WordDocument } from './docx.ts';
import { readMhtml } from './mhtml.ts';
import { isRtf, readRtf } from './rtf/document.ts';

/** How files begin that Word wrote before 2007. */
const BINARY = 'd0cf11e0';

/** Called in a worker. @throws Error whose message ends a sentence */
export async function readDoc(bytes: Uint8Array, path: string): Promise<WordDocument> {
  const first = Buffer.from(bytes.subarray(0, 4));
  if (first.toString('hex') === BINARY)
    throw new Error(
      'it is a document of Word before 2007; save it as .docx, with Word or LibreOffice, to bring in its text',
    );
  if (first.toString('latin1').startsWith('PK')) return readDocx(bytes, path);
  if (isRtf(bytes)) return readRtf(bytes, path);
  if (isMime(bytes)) return readMhtml(bytes, path);
  const head = Buffer.from(bytes.subarray(0, 4000)).toString('latin1').replaceAll('\0', '');
  if (/<(?:!doctype html|html|head|body|meta|p|div|table|h[1-6])\b/i.test(head)) return readHtml(bytes, path);
  throw new Error('it is no document that can be read');
}
