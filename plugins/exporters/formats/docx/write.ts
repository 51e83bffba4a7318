// The half of a document that runs in a thread of its own: all chapters as one file of a word processor.
import { Bookmark, Document, type FileChild, HeadingLevel, InternalHyperlink, Packer, Paragraph, TextRun } from 'docx';
import { xmlText } from '../../../../core/views/html-escape.ts';
import type { ExportWarning } from '../../export-source.ts';
import { documentAnchor } from '../../file-names.ts';
import { DocumentBody, type DocumentState, imageOf } from './body.ts';
import type { DocumentChapter, DocumentContent, DocumentResult } from './document-model.ts';
import { DocumentFootnotes } from './inline.ts';
import { drawn, type WordPicture } from './pictures.ts';
import { indentOf, numbering, STYLES } from './styles.ts';
import { WORD_COLUMNS_MAX, wordDatabaseTable } from './table.ts';

/** Deepest level of a title; below it those of the text need some. */
const TITLES_MAX = 3;

/** Called in a worker. */
export async function writeDocx({ title, contents, chapters, pictures }: DocumentContent): Promise<DocumentResult> {
  const warnings: ExportWarning[] = [];
  const known = new Map<string, WordPicture>();
  for (const [name, picture] of Object.entries(pictures)) {
    const made = await drawn(picture);
    if (made) known.set(name, made);
    else warnings.push({ item: name, reason: 'The picture cannot be drawn.' });
  }
  const shared: DocumentState = { pictures: known, footnotes: new DocumentFootnotes(), starts: new Set(), lists: 0 };
  const children = chapters.flatMap((chapter) => {
    if ((chapter.table?.columns.length ?? 0) > WORD_COLUMNS_MAX)
      warnings.push({ item: chapter.title, reason: `A document shows ${WORD_COLUMNS_MAX} columns of a table.` });
    return written(chapter, shared);
  });
  const front = contents ? frontOf(title, contents) : [];
  const document = new Document({
    ...{ title: xmlText(title), creator: '', styles: STYLES, sections: [{ children: [...front, ...children] }] },
    ...{ numbering: numbering(shared.starts), footnotes: shared.footnotes.all },
  });
  return { content: await Packer.toBuffer(document), warnings };
}

function written({ id, title, depth, cover, blocks, table }: DocumentChapter, shared: DocumentState): FileChild[] {
  const above = Math.min(depth, TITLES_MAX);
  const heading = HeadingLevel[above ? (`HEADING_${above}` as 'HEADING_1') : 'TITLE'];
  const body = new DocumentBody(shared, blocks, { page: id, above });
  const picture = cover === undefined ? undefined : shared.pictures.get(cover);
  const name = new Bookmark({ id: documentAnchor(id), children: [new TextRun(xmlText(title))] });
  return [
    ...(picture ? [new Paragraph({ pageBreakBefore: depth > 0, children: [imageOf(picture, 'Cover')] })] : []),
    new Paragraph({ heading, pageBreakBefore: depth > 0 && !picture, children: [name] }),
    ...body.all(),
    ...(table ? [wordDatabaseTable(table, body.runs), new Paragraph({})] : []),
  ];
}

/** The first page, when there is no chapter on top of the others. */
function frontOf(title: string, { title: above, lines }: NonNullable<DocumentContent['contents']>): Paragraph[] {
  const line = (text: string, id: number) =>
    new InternalHyperlink({
      anchor: documentAnchor(id),
      children: [new TextRun({ text: xmlText(text), underline: {} })],
    });
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(xmlText(title))] }),
    ...(lines.length ? [new Paragraph({ children: [new TextRun({ text: above, bold: true })] })] : []),
    ...lines.map((one) => new Paragraph({ indent: indentOf(one.depth), children: [line(one.title, one.id)] })),
  ];
}
