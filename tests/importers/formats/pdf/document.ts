// Writes PDF files of one page for tests, object by object.

type Content = string | Buffer;

export const stream = (about: string, content: Content): Buffer => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([
    Buffer.from(`<< ${about} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
};

export interface PdfPageWritten {
  /** how it is drawn, with the font /F1 and the picture /Im */
  draw?: string;
  /** the picture, as an object */
  picture?: Buffer;
  /** what is laid over it, each as a dictionary */
  laid?: string[];
  /** further objects, the first of which has the number 10 */
  more?: Content[];
  /** of the whole document */
  catalog?: string;
}

export function pdfPage({ draw = '', picture, laid = [], more = [], catalog = '' }: PdfPageWritten): Buffer {
  const resources = '<< /XObject << /Im 5 0 R >> /Font << /F1 6 0 R >> >>';
  const annotations = laid.map((one) => `<< /Type /Annot ${one} >>`).join(' ');
  const objects: Content[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources ${resources} /Annots [${annotations}] >>`,
    stream('', draw),
    picture ?? '<< >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...['null', 'null', 'null'],
    ...more,
  ];
  const written = objects.flatMap((object, at) => [
    Buffer.from(`${at + 1} 0 obj\n`),
    Buffer.from(object as string),
    Buffer.from('\nendobj\n'),
  ]);
  const end = `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`;
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...written, Buffer.from(end)]);
}
