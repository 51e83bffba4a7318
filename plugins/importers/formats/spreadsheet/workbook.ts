// Reads one spreadsheet: its archive, its parts, its sheets. Runs apart from the server.
import { unpack } from '../../reading/archive.ts';
import { readOds } from './ods.ts';
import type { Sheet } from './sheet.ts';
import { readXlsx } from './xlsx.ts';

/** Unpacked bytes of one spreadsheet. */
const BYTES_MAX = 400 * 1_048_576;
/** What encrypted and old spreadsheets begin with. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

export interface Workbook {
  sheets: Sheet[];
  /** pictures in it */
  pictures: number;
}

/** @param isOld its name says that it is of the binary kind. @throws Error as the end of a sentence */
export async function readWorkbook(bytes: Uint8Array, isOld: boolean): Promise<Workbook> {
  const buffer = Buffer.from(bytes);
  if (buffer.subarray(0, COMPOUND.length).equals(COMPOUND))
    throw new Error(
      isOld
        ? 'it is of the old binary kind; save it as .xlsx, with Excel or LibreOffice, and import that'
        : 'it is protected by a password',
    );
  const parts = await unpack(buffer, { maxBytes: BYTES_MAX, notice: () => {} });
  const paths = [...parts.keys()];
  const part = async (path: string) => (await parts.get(path)?.bytes())?.toString('utf8').replace(/^\ufeff/, '');
  const pictures = paths.filter((path) => /(^|\/)(media|Pictures)\/[^/]+$/.test(path)).length;
  const content = await part('content.xml');
  if (content === undefined) return { sheets: await readXlsx(paths, part), pictures };
  if (/encryption-data/.test((await part('META-INF/manifest.xml')) ?? ''))
    throw new Error('it is protected by a password');
  return { sheets: readOds(content), pictures };
}
