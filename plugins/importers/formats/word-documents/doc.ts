// Documents of one file each, above all those called .doc, which may be many things: documents of Word before 2007, web pages in one file as Confluence exports them, HTML, RTF, or docx.
import { open, readFile } from 'node:fs/promises';
import { readHtml } from '../../conversion/html/document.ts';
import { COMPOUND_MARK } from '../../reading/compound-file.ts';
import { withPackage } from '../../reading/document-zip.ts';
import type { EntryPlace } from '../../reading/entry-file.ts';
import { isMime } from '../../reading/mime-parts.ts';
import { readBinaryDocument } from './binary/document.ts';
import { readDocx, type WordDocument } from './docx.ts';
import { readMhtml } from './mhtml.ts';
import { readOdt } from './odt.ts';
import { isRtf, readRtf } from './rtf/document.ts';

/** Called in a worker. @throws Error whose message ends a sentence */
export async function readDoc({ file, folder }: EntryPlace, path: string): Promise<WordDocument> {
  if (await isArchive(file))
    return withPackage(file, (parts) =>
      (parts.names.includes('content.xml') ? readOdt : readDocx)(parts, path, folder),
    );
  const bytes = await readFile(file);
  if (bytes.toString('hex', 0, 8) === COMPOUND_MARK) return readBinaryDocument(bytes, path, folder);
  if (isRtf(bytes)) return readRtf(bytes, path);
  if (isMime(bytes)) return readMhtml(bytes, path);
  const head = Buffer.from(bytes.subarray(0, 4000)).toString('latin1').replaceAll('\0', '');
  if (/<(?:!doctype html|html|head|body|meta|p|div|table|h[1-6])\b/i.test(head)) return readHtml(bytes, path);
  throw new Error('it is no document that can be read');
}

/** Called in a worker. @throws Error whose message ends a sentence */
export const readSavedPage = async ({ file }: EntryPlace, path: string): Promise<WordDocument> =>
  readMhtml(await readFile(file), path);

async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1', 0, bytesRead) === 'PK';
  } finally {
    await handle.close();
  }
}
