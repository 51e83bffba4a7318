// Files called .doc, which may be many things: documents of Word before 2007, web pages in one file as Confluence exports them, HTML, RTF, or docx.
import { readHtml } from '../../conversion/html/document.ts';
import { COMPOUND_MARK } from '../../reading/compound-file.ts';
import { openPackage } from '../../reading/document-zip.ts';
import { isMime } from '../../reading/mime-parts.ts';
import { readBinaryDocument } from './binary/document.ts';
import { readDocx, type WordDocument } from './docx.ts';
import { readMhtml } from './mhtml.ts';
import { readOdt } from './odt.ts';
import { isRtf, readRtf } from './rtf/document.ts';

const isOpenDocument = async (bytes: Uint8Array): Promise<boolean> =>
  (await openPackage(bytes)).names.includes('content.xml');

/** Called in a worker. @throws Error whose message ends a sentence */
export async function readDoc(bytes: Uint8Array, path: string): Promise<WordDocument> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString('hex', 0, 8) === COMPOUND_MARK) return readBinaryDocument(buffer, path);
  if (buffer.toString('latin1', 0, 2) === 'PK')
    return (await isOpenDocument(bytes)) ? readOdt(bytes, path) : readDocx(bytes, path);
  if (isRtf(bytes)) return readRtf(bytes, path);
  if (isMime(bytes)) return readMhtml(bytes, path);
  const head = Buffer.from(bytes.subarray(0, 4000)).toString('latin1').replaceAll('\0', '');
  if (/<(?:!doctype html|html|head|body|meta|p|div|table|h[1-6])\b/i.test(head)) return readHtml(bytes, path);
  throw new Error('it is no document that can be read');
}
