// What else is on the page of a PDF file: pictures of every kind, links, forms and files that hang on it, or the report counts them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import { readPdf } from '../../../../plugins/importers/formats/pdf/read.ts';
import { type LaidFile, madeItem } from '../../../../plugins/importers/reading/embedded-file.ts';
import { onDisk } from '../items.ts';
import { type PdfPageWritten, pdfPage, stream } from './document.ts';

const read = (page: PdfPageWritten) =>
  onDisk(pdfPage(page), async (place) => {
    const found = await readPdf(place, 'a.pdf');
    const files = await Promise.all(
      found.files.map(async (file) => ({ path: file.path, bytes: await madeItem(file as LaidFile).entry.bytes() })),
    );
    return { ...found, files };
  });
type Found = Awaited<ReturnType<typeof read>>;

const picture = (about: string, bytes: Buffer): Buffer =>
  stream(`/Type /XObject /Subtype /Image ${about} /Filter /FlateDecode`, deflateSync(bytes));
const DRAW = '600 0 0 800 0 0 cm /Im Do';

/** The first two pixels of each of the first lines, by how bright they are. */
async function pixelsOf({ files }: Found) {
  const [file] = files;
  assert.ok(file);
  const { data, info } = await sharp(file.bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number | undefined => data[(y * info.width + x) * info.channels];
  return { size: [info.width, info.height], pixels: [at(0, 0), at(4, 0), at(0, 1), at(info.width - 1, 0)] };
}

describe('pictures of a page of a PDF', () => {
  it('with more pixels than are read are counted', async () => {
    const big = picture('/Width 8000 /Height 6000 /ColorSpace /DeviceGray /BitsPerComponent 8', Buffer.alloc(48e6));
    const { files, unsupported } = await read({ draw: DRAW, picture: big });
    assert.deepEqual([files, unsupported], [[], { picture_in_file: 1 }]);
  });

  const bits = Buffer.concat(Array.from({ length: 220 }, (_, y) => Buffer.alloc(26, y % 2 ? 0 : 0xf0)));
  const scanned = { size: [205, 220], pixels: [255, 0, 0, 0] };

  it('that are black and white come, though eight of their pixels are one byte', async () => {
    const page = picture('/Width 205 /Height 220 /ColorSpace /DeviceGray /BitsPerComponent 1', bits);
    assert.deepEqual(await pixelsOf(await read({ draw: DRAW, picture: page })), scanned);
  });

  it('that are drawn in one colour through a mask come', async () => {
    const page = picture('/Width 205 /Height 220 /ImageMask true /BitsPerComponent 1', bits);
    assert.deepEqual(await pixelsOf(await read({ draw: DRAW, picture: page })), scanned);
  });

  it('that stand in what draws the page come', async () => {
    const draw = `q 100 0 0 100 0 0 cm BI /W 30 /H 30 /CS /G /BPC 8 ID ${'a'.repeat(900)} EI Q`;
    const { size } = await pixelsOf(await read({ draw }));
    assert.deepEqual(size, [30, 30]);
  });

  it('that cannot be read are counted', async () => {
    const { unsupported } = await read({
      draw: DRAW,
      picture: stream(
        '/Type /XObject /Subtype /Image /Width 90 /Height 90 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode',
        'no picture',
      ),
    });
    assert.deepEqual(unsupported, { picture_in_file: 1 });
  });
});

/** Words of blocks, with where they lead. */
const linked = ({ blocks }: Found) =>
  blocks.map(({ type, content = [] }) => [
    type,
    ...content.map((node) => {
      const href = node.type === 'text' && node.marks?.[0]?.attrs?.href;
      const text = node.type === 'text' ? node.text : '';
      return href ? [text, href] : text;
    }),
  ]);
const link = (rect: string, address: string): string =>
  `/Subtype /Link /Rect [${rect}] /A << /S /URI /URI (${address}) >>`;
const lines = (...texts: string[]): string =>
  `BT /F1 12 Tf 72 700 Td ${texts.map((text) => `(${text}) Tj 0 -14 Td`).join(' ')} ET`;

describe('links of a page of a PDF', () => {
  const MAP = 'https://example.org/map';

  it('lead where they lead, with the words that they stand on', async () => {
    const draw = lines('See our map and shop here.', 'The second line ends.');
    const laid = [link('94 696 140 712', MAP), link('72 682 95 698', 'mailto:shop@example.org')];
    assert.deepEqual(linked(await read({ draw, laid })), [
      [
        'paragraph',
        'See ',
        ['our map', MAP],
        ' and shop here. ',
        ['The', 'mailto:shop@example.org'],
        ' second line ends.',
      ],
    ]);
  });

  it('stay at their words where a list item begins and a word is parted', async () => {
    const draw = lines('- an iso-', 'lated  map of it').replace('(- an', '(\\225 an');
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
    const content = pdfPage({ draw, laid: [link('105 682 126 698', MAP)] }).toString('latin1');
    const mended = content.replace('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', font);
    const found = await onDisk(Buffer.from(mended, 'latin1'), (place) => readPdf(place, 'a.pdf'));
    assert.deepEqual(linked(found as unknown as Found), [['bullet', 'an isolated ', ['map', MAP], ' of it']]);
  });

  it('stand alone where there are no words, and are counted where they lead to the file itself', async () => {
    const found = await read({ laid: [link('0 0 90 90', MAP), '/Subtype /Link /Rect [0 0 9 9] /Dest [3 0 R /Fit]'] });
    assert.deepEqual(linked(found), [['paragraph', [MAP, MAP]]]);
    assert.deepEqual(found.unsupported, { link_in_file: 1 });
  });
});

it('a form keeps what was entered, and counts its fields', async () => {
  const field = (about: string): string => `/Subtype /Widget /Rect [0 0 50 20] ${about}`;
  const box = (name: string, state: string): string =>
    field(`/FT /Btn /T (${name}) /V /${state} /AS /${state} /AP << /N << /Yes 11 0 R /Off 11 0 R >> >>`);
  const laid = [
    field('/FT /Tx /T (city) /TU (Your city) /V (Turku)'),
    field('/FT /Tx /T (street)'),
    field('/FT /Ch /T (fruit) /Opt [(Fig) (Pear)] /Ff 2097152 /V [(Fig) (Pear)]'),
    ...[box('agree', 'Yes'), box('post', 'Off')],
  ];
  const more = ['null', stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '')];
  const found = await read({ laid, more, catalog: '/AcroForm << /Fields [] >>' });
  assert.deepEqual(blocksPlainText(found.blocks).trim().split('\n'), [
    'Your city: Turku',
    'fruit: Fig, Pear',
    'agree: Yes',
  ]);
  assert.deepEqual(found.unsupported, { form_field: 5 });
});

it('remarks of every kind are comments, and a file that hangs on a page is kept', async () => {
  const found = await read({
    laid: [
      '/Subtype /Caret /Rect [0 0 9 9] /Contents (insert a comma) /T (Ann)',
      '/Subtype /Stamp /Rect [0 0 9 9] /Contents (approved)',
      '/Subtype /FileAttachment /Rect [0 0 9 9] /Contents (the list) /FS << /Type /Filespec /F (list.txt) /EF << /F 10 0 R >> >>',
    ],
    more: [stream('/Type /EmbeddedFile', 'hello')],
  });
  assert.deepEqual(found.comments, [
    { text: 'insert a comma', author: 'Ann' },
    { text: 'approved' },
    { text: 'the list' },
  ]);
  assert.deepEqual(
    found.files.map(({ path, bytes }) => [path, bytes.toString()]),
    [['a.pdf/attached/list.txt', 'hello']],
  );
});

it('titles of the outline that the text does not say are counted', async () => {
  const entry = (number: number, title: string): string =>
    `<< /Title (${title}) /Parent 10 0 R /Dest [3 0 R /Fit] ${number < 12 ? `/Next ${number + 1} 0 R` : ''} >>`;
  const more = [
    '<< /Type /Outlines /First 11 0 R /Last 12 0 R /Count 2 >>',
    entry(11, 'High water'),
    entry(12, 'What the moon does'),
  ];
  const { unsupported } = await read({
    draw: lines('High  water', 'comes twice a day.'),
    more,
    catalog: '/Outlines 10 0 R',
  });
  assert.deepEqual(unsupported, { outline_title: 1 });
});
