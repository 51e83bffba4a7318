// Text of PDF files whose fonts bring no letters: it is read by maps of characters, or said to be missing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import { readPdf } from '../../../../plugins/importers/formats/pdf/read.ts';
import { onDisk } from '../items.ts';

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

  it('is said to be missing where nothing says which letters are drawn', async () => {
    const { hasText, unread } = await wordsOf(pdf('Identity-H', 'Identity', ['00010002']));
    assert.deepEqual({ hasText, unread }, { hasText: false, unread: 1 });
  });
});
