// Pictures of a PDF file are kept as PNG files with the same pixels.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { readPdf } from '../../../../plugins/importers/formats/pdf/read.ts';
import { type LaidFile, madeItem } from '../../../../plugins/importers/reading/embedded-file.ts';
import { onDisk } from '../items.ts';

const SIDE = 30;
const BOX = `[0 0 ${SIDE} ${SIDE}]`;

/** One page with one picture that has all its pixels in the same colour. */
function pdf(space: string, colour: number[]): Buffer {
  const pixels = Buffer.alloc(SIDE * SIDE * colour.length, Buffer.from(colour)).toString('latin1');
  const draw = `${SIDE} 0 0 ${SIDE} 0 0 cm /Im Do`;
  const image = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /${space} /BitsPerComponent 8`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${BOX} /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
    `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`,
    `<< ${image} /Length ${pixels.length} >>\nstream\n${pixels}\nendstream`,
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R /Size 6 >>\n%%EOF\n`, 'latin1');
}

const pictures: [string, number[], number[]][] = [
  ['DeviceRGB', [200, 100, 7], [200, 100, 7]],
  ['DeviceGray', [130], [130, 130, 130]],
];
for (const [space, colour, shown] of pictures)
  it(`in ${space}`, async () => {
    const { files, picture } = await onDisk(pdf(space, colour), async (place) => {
      const { files } = await readPdf(place, 'a.pdf');
      return { files, picture: sharp(await madeItem(files[0] as LaidFile).entry.bytes()) };
    });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['a.pdf/picture-1.png'],
    );
    const { format, width, height } = await picture.metadata();
    assert.deepEqual([format, width, height], ['png', SIDE, SIDE]);
    const pixels = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer();
    assert.deepEqual([...pixels.subarray(0, 3)], shown);
  });
