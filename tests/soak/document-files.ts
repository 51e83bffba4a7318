// Documents of 50 MB as they are made for the soak: of photographs, and of a long text with some.
import { randomFillSync } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

/** So that a photograph has about 1.4 MB. */
const SIDE = 1300;

export interface DocumentShape {
  photographs: number;
  paragraphs: number;
}

const photograph = (): Promise<Buffer> =>
  sharp(randomFillSync(Buffer.alloc(SIDE * SIDE * 3)), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();

const paragraph = (at: number): string => `Paragraph ${at} says what others say in other words. `.repeat(7).trim();

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const NAMES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"`;
const relations = (entries: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;
const types = (entries: string): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${entries}</Types>`;

export async function writeDocx(path: string, { photographs, paragraphs }: DocumentShape): Promise<void> {
  const shown = (at: number): string =>
    `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="${at + 1}" name="p"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:blipFill><a:blip r:embed="r${at}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const text = Array.from({ length: paragraphs }, (_, at) => `<w:p><w:r><w:t>${paragraph(at)}</w:t></w:r></w:p>`);
  const all = Array.from({ length: photographs }, (_, at) => at);
  const parts = {
    '[Content_Types].xml': types('<Default Extension="jpeg" ContentType="image/jpeg"/>'),
    '_rels/.rels': relations(`<Relationship Id="r" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`),
    'word/document.xml': `<w:document ${NAMES}><w:body>${text.join('')}${all.map(shown).join('')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      all.map((at) => `<Relationship Id="r${at}" Type="${OFFICE}/image" Target="media/${at}.jpeg"/>`).join(''),
    ),
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  for (const at of all) zip.addBuffer(await photograph(), `word/media/${at}.jpeg`, { compress: false });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const LINES = 30;

/** Each page has so many lines of text, or a photograph. */
export async function writePdf(path: string, { photographs, paragraphs }: DocumentShape): Promise<void> {
  await pipeline(Readable.from(pdfParts(photographs, Math.ceil(paragraphs / LINES))), createWriteStream(path));
}

async function* pdfParts(photographs: number, texts: number): AsyncGenerator<Buffer> {
  const places: number[] = [];
  let end = 0;
  const part = (content: Buffer): Buffer => {
    end += content.length;
    return content;
  };
  const object = (dictionary: string, stream?: Buffer): Buffer => {
    places.push(end);
    const head = `${places.length} 0 obj\n<< ${dictionary}${stream ? ` /Length ${stream.length}` : ''} >>\n`;
    const inside = stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : [];
    return part(Buffer.concat([Buffer.from(head), ...inside, Buffer.from('endobj\n')]));
  };
  const pages = photographs + texts;
  yield part(Buffer.from('%PDF-1.4\n'));
  yield object('/Type /Catalog /Pages 2 0 R');
  const kids = Array.from({ length: pages }, (_, at) => `${4 + at * 3} 0 R`).join(' ');
  yield object(`/Type /Pages /Kids [${kids}] /Count ${pages}`);
  yield object('/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding');
  for (let at = 0; at < pages; at += 1) {
    const first = 4 + at * 3;
    const holds = `/Font << /F 3 0 R >> /XObject << /I ${first + 2} 0 R >>`;
    yield object(
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 1} 0 R /Resources << ${holds} >>`,
    );
    const lines = Array.from({ length: LINES }, (_, line) => `(${paragraph(at * LINES + line)}) Tj T*`);
    const drawn = at < photographs ? '300 0 0 300 50 50 cm /I Do' : `BT /F 6 Tf 20 800 Td 20 TL ${lines.join('\n')} ET`;
    yield object('/Filter /FlateDecode', deflateSync(drawn));
    const image = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    yield at < photographs ? object(`${image} /Filter /DCTDecode`, await photograph()) : object('/Type /Nothing');
  }
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = places.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Root 1 0 R /Size ${size} >>\n`;
  yield Buffer.from(`${table}startxref\n${end}\n%%EOF\n`);
}
