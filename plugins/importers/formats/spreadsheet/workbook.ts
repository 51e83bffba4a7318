// Reads one spreadsheet by what is in it, whatever it is called. Runs apart from the server.
import { readFile } from 'node:fs/promises';
import { unpack } from '../../reading/archive.ts';
import { COMPOUND_MARK } from '../../reading/compound-file.ts';
import type { EntryPlace } from '../../reading/entry-file.ts';
import { readRecordStream, readXls, readXlsb } from './binary-workbook.ts';
import { readOds } from './ods.ts';
import type { Sheet } from './sheet.ts';
import { readTextWorkbook } from './text-workbook.ts';
import { readXlsx } from './xlsx.ts';

/** Unpacked bytes of one spreadsheet. */
const BYTES_MAX = 400 * 1_048_576;
/** Those of Excel before 5.0 begin with a record that says so. */
const RECORDS = /^09(?:00|02|04|08)(?:04|06|08|10)00/;

export interface Workbook {
  sheets: Sheet[];
  /** pictures, charts and drawings in it */
  pictures: number;
  /** its end is missing */
  isCut?: boolean;
}

/** @throws Error as the end of a sentence */
export async function readWorkbook({ file }: EntryPlace): Promise<Workbook> {
  const buffer = await readFile(file);
  const head = buffer.toString('hex', 0, 8);
  if (head === COMPOUND_MARK) return readXls(buffer);
  if (RECORDS.test(head)) return readRecordStream(buffer);
  return buffer.toString('latin1', 0, 2) === 'PK' ? await readArchive(buffer) : readTextWorkbook(buffer);
}

async function readArchive(buffer: Buffer): Promise<Workbook> {
  const parts = await unpack(buffer, { maxBytes: BYTES_MAX, notice: () => {} });
  const paths = [...parts.keys()];
  const part = async (path: string) => (await parts.get(path)?.bytes())?.toString('utf8').replace(/^\ufeff/, '');
  const drawn = paths.filter((path) => DRAWN.test(path));
  const drawings = await Promise.all(paths.filter((path) => /\/drawings\/drawing\d*\.xml$/.test(path)).map(part));
  const pictures = drawn.length + drawings.reduce((sum, drawing) => sum + shapesIn(drawing ?? ''), 0);
  if (paths.some((path) => /(?:^|\/)workbook\.bin$/i.test(path))) return { ...(await readXlsb(parts)), pictures };
  const content = await part('content.xml');
  if (content === undefined) return { sheets: await readXlsx(paths, part), pictures };
  if (/encryption-data/.test((await part('META-INF/manifest.xml')) ?? ''))
    throw new Error('it is protected by a password');
  return { sheets: readOds(content), pictures: pictures + (content.match(DRAWN_TEXT)?.length ?? 0) };
}

const DRAWN = /(?:^|\/)(?:(?:media|Pictures|charts|diagrams)\/(?!_rels|style|colors)[^/]+|Object [^/]+\/content\.xml)$/;
/** Boxes and shapes of OpenDocument, in which words may stand. */
const DRAWN_TEXT = /<draw:(?:text-box|custom-shape)[\s>/]/g;

/** How many shapes a drawing has, without those that show a picture or a chart, which are files of their own. */
const shapesIn = (drawing: string): number => drawing.match(/<(?:\w+:)?(?:sp|cxnSp)[\s>]/g)?.length ?? 0;
