// Pictures of a PDF file: photographs are kept as they lie in it, all others as PNG files with the same pixels.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
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

/** One page for each picture, which are JPEGs. */
function album(photographs: Buffer[], side: number): Buffer {
  const draw = `${side} 0 0 ${side} 0 0 cm /Im Do`;
  const objects: Buffer<ArrayBuffer>[] = [];
  const add = (text: string, content?: Buffer): number =>
    objects.push(
      content
        ? Buffer.concat([Buffer.from(`${text}\nstream\n`), Buffer.from(content), Buffer.from('\nendstream')])
        : Buffer.from(text),
    );
  add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = photographs.map((_, at) => `${3 + at * 3} 0 R`).join(' ');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${photographs.length} >>`);
  for (const photograph of photographs) {
    const at = objects.length + 1;
    const resources = `<< /XObject << /Im ${at + 2} 0 R >> >>`;
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents ${at + 1} 0 R /Resources ${resources} >>`);
    add(`<< /Length ${draw.length} >>`, Buffer.from(draw));
    const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    add(`<< ${image} /Filter /DCTDecode /Length ${photograph.length} >>`, photograph);
  }
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places = objects.map((object, at) => {
    const place = parts.reduce((sum, { length }) => sum + length, 0);
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
    return place;
  });
  const start = parts.reduce((sum, { length }) => sum + length, 0);
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Root 1 0 R /Size ${size} >>\n`;
  return Buffer.concat([...parts, Buffer.from(`${table}startxref\n${start}\n%%EOF\n`)]);
}

it('photographs keep each of their bytes, also in a file that is opened anew while it is read', async () => {
  const side = 1200;
  const photographs = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
        .jpeg({ quality: 90 + (at % 3) })
        .toBuffer(),
    ),
  );
  const content = album(photographs, side);
  assert.ok(content.length > 12 * 1_048_576);
  const found = await onDisk(content, async (place) => {
    const { files } = await readPdf(place, 'a.pdf');
    return Promise.all(
      (files as LaidFile[]).map(async (file) => ({ path: file.path, bytes: await madeItem(file).entry.bytes() })),
    );
  });
  assert.deepEqual(
    found.map(({ path }) => path),
    photographs.map((_, at) => `a.pdf/picture-${at + 1}.jpg`),
  );
  assert.ok(found.every(({ bytes }, at) => bytes.equals(photographs[at] as Buffer)));
});

it('objects that lie at other places than the file says are looked for in all of it', async () => {
  const create = { width: 60, height: 60, channels: 3 as const, background: 'teal' };
  const photograph = await sharp({ create }).jpeg().toBuffer();
  const moved = Buffer.concat([Buffer.from('\n\n'), album([photograph, photograph], 60)]);
  const count = await onDisk(moved, async (place) => (await readPdf(place, 'a.pdf')).files.length);
  assert.equal(count, 2);
});
