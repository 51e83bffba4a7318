// A document before it is one: what the thread that writes it is given, and what it gives back.
import type { Block } from '../../../blocks/block.ts';
import type { ExportWarning } from '../../export-source.ts';
import type { PaperTable } from '../../print-document.ts';

export interface DocumentPicture {
  content: Uint8Array;
  /** which part of a cover shows: 0 the top, 100 the bottom */
  at?: number;
}

export interface DocumentChapter {
  /** id of the page */
  id: number;
  title: string;
  /** how far below the first page it is */
  depth: number;
  /** name of a picture */
  cover?: string;
  /** Text blocks hold nothing but text, formulas and line breaks; links lead to `#page_<id>` or out of the document. */
  blocks: Block[];
  /** of a database */
  table?: PaperTable;
}

export interface DocumentContent {
  title: string;
  /** on a first page with the title of the document; pages without those above them stand at depth 0 */
  contents?: { title: string; lines: Pick<DocumentChapter, 'id' | 'title' | 'depth'>[] };
  chapters: DocumentChapter[];
  /** by the addresses with which blocks show them, and by the names of covers */
  pictures: Record<string, DocumentPicture>;
}

export interface DocumentResult {
  content: Uint8Array;
  warnings: ExportWarning[];
}
