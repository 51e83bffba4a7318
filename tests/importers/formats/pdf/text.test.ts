// Text of PDF files whose fonts bring no letters: it is read by maps of characters, or said to be missing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import { readPdf } from '../../../../plugins/importers/formats/pdf/read.ts';
import { onDisk } from '../items.ts';

/** Pages by how each is drawn. */
function pages(drawn: string[]): Buffer {
  const size = drawn.length * 2 + 4;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${drawn.map((_, at) => `${at + 4} 0 R`).join(' ')}] /Count ${drawn.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...drawn.map(
      (_, at) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${at + 4 + drawn.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
    ...drawn.map((text) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`),
  ];
  const written = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${written}trailer\n<< /Root 1 0 R /Size ${size} >>\n%%EOF\n`, 'latin1');
}

/** One page with lines of codes in a font that is only named. */
function pdf(encoding: string, ordering: string, lines: string[]): Buffer {
  const text = `BT /F1 24 Tf 72 700 Td ${lines.map((line) => `<${line}> Tj 0 -30 Td`).join(' ')} ET`;
  const about = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /Named /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Named ${about} /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Named /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ];
  let out = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = out.length;
  const size = objects.length + 1;
  out += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${out}startxref\n${start}\n%%EOF`, 'latin1');
}

const wordsOf = async (bytes: Buffer) => {
  const { blocks, hasText, unread } = await onDisk(bytes, (place) => readPdf(place, 'a.pdf'));
  return { text: blocksPlainText(blocks).trim(), hasText, unread };
};

describe('text of PDF files', () => {
  for (const [encoding, ordering, codes, text] of [
    ['UniGB-UCS2-H', 'GB1', '4F60597D4E16754C', '你好世界'],
    ['GBK-EUC-H', 'GB1', 'C4E3BAC3', '你好'],
    ['90ms-RKSJ-H', 'Japan1', '93FA967B8CEA', '日本語'],
    ['KSCms-UHC-H', 'Korea1', 'C7D1B1DB', '한글'],
    ['ETen-B5-H', 'CNS1', 'A4A4A4E5', '中文'],
  ] as const)
    it(`that is written in ${encoding} is read`, async () => {
      assert.deepEqual(await wordsOf(pdf(encoding, ordering, [codes])), { text, hasText: true, unread: 0 });
    });

  it('runs on over lines without a space where the script has none', async () => {
    const { text } = await wordsOf(pdf('UniGB-UCS2-H', 'GB1', ['4F60597D', '4E16754C']));
    assert.equal(text, '你好世界');
  });

  it('of many pages is there to the last one, though fonts are let go on the way', async () => {
    const lines = Array.from({ length: 70 }, (_, at) => `Page ${at + 1} says so`);
    const { text } = await wordsOf(pages(lines.map((line) => `BT /F1 12 Tf 50 700 Td (${line}) Tj ET`)));
    assert.deepEqual(text.split(/\n+/), lines);
  });

  it('is refused as soon as it has more paragraphs than a page can hold', async () => {
    const page = `BT /F1 4 Tf 50 795 Td ${'(x) Tj 0 -8 Td '.repeat(95)}ET`;
    const whole = pages(Array.from({ length: 211 }, () => page));
    await assert.rejects(wordsOf(whole), {
      message: 'it has more than 20000 paragraphs, and a page holds no more; save it in parts',
    });
  });

  it('is said to be missing where nothing says which letters are drawn', async () => {
    const { hasText, unread } = await wordsOf(pdf('Identity-H', 'Identity', ['00010002']));
    assert.deepEqual({ hasText, unread }, { hasText: false, unread: 1 });
  });
});
