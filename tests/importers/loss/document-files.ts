// Random documents of PDF and of Word 97, and spreadsheets of OpenDocument, every part of which says a planted word.
import { archive } from '../formats/items.ts';
import { docx } from '../formats/own-exports.ts';
import { pdfPage } from '../formats/pdf/document.ts';
import { binaryWord, type WordPart } from './binary-word.ts';
import type { PlantedWords } from './planted-words.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A picture that no other one is. */
const pictureOf = (word: string): string => `\x89PNG\r\n\x1a\n${word}`;

/** What a document of Word refers to beside its text. */
class WordRelations {
  readonly #words: PlantedWords;
  readonly entries: string[] = [];
  readonly parts: { name: string; data: string }[] = [];
  readonly footnotes: string[] = [];

  constructor(words: PlantedWords) {
    this.#words = words;
  }

  #add(type: string, target: string, more = ''): string {
    const id = `x${this.entries.length}`;
    this.entries.push(`<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${more}/>`);
    return id;
  }

  link(): string {
    const id = this.#add(
      'hyperlink',
      `https://example.org/${this.#words.word()}?a=1&amp;b=2`,
      ' TargetMode="External"',
    );
    return `<w:hyperlink r:id="${id}"><w:r><w:t>${this.#words.words()}</w:t></w:r></w:hyperlink>`;
  }

  picture(): string {
    const name = `media/p${this.entries.length}.png`;
    this.parts.push({ name: `word/${name}`, data: pictureOf(`${this.entries.length}`) });
    const id = this.#add('image', name);
    const said = ` descr="${this.#words.words()}" title="${this.#words.words()}"`;
    return `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p"${said}/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  }

  note(): string {
    const id = this.footnotes.length + 1;
    this.footnotes.push(
      `<w:footnote w:id="${id}"><w:p><w:r><w:t>${this.#words.words()}</w:t></w:r></w:p></w:footnote>`,
    );
    return `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
  }

  document(body: string): Buffer {
    const names = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;
    const notes = `<w:footnotes ${names}>${this.footnotes.join('')}</w:footnotes>`;
    this.#add('footnotes', 'footnotes.xml');
    return docx(body, this.entries.join(''), [...this.parts, { name: 'word/footnotes.xml', data: notes }]);
  }
}

export function randomDocx(words: PlantedWords): Buffer {
  const related = new WordRelations(words);
  const looks = ['', '<w:b/>', '<w:strike/>', '<w:color w:val="FF0000"/><w:highlight w:val="yellow"/>'];
  const text = () => `<w:r><w:rPr>${words.one(looks)}</w:rPr><w:t>${words.words()}</w:t></w:r>`;
  const run = () => words.one([text, text, () => related.link(), () => related.picture(), () => related.note()])();
  const paragraph = () =>
    `<w:p>${words.one(['', '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'])}${words.some(1, 3, run).join('')}</w:p>`;
  const table = () => {
    const row = () => `<w:tr>${words.some(2, 2, () => `<w:tc>${paragraph()}</w:tc>`).join('')}</w:tr>`;
    return `<w:tbl>${words.some(1, 3, row).join('')}</w:tbl>`;
  };
  const box = () => `<w:sdt><w:sdtContent>${paragraph()}</w:sdtContent></w:sdt>`;
  return related.document(words.some(1, 6, () => words.one([paragraph, paragraph, table, box])()).join(''));
}

export function randomPdf(words: PlantedWords): Buffer {
  let top = 780;
  const laid: string[] = [];
  const lines = words.some(1, 8, () => {
    top -= words.one([16, 40]);
    const said = words.words();
    const where = `/Rect [50 ${top - 2} 300 ${top + 12}]`;
    if (words.random() < 0.3)
      laid.push(`/Subtype /Link ${where} /A << /S /URI /URI (https://example.org/${words.word()}) >>`);
    if (words.random() < 0.2) laid.push(`/Subtype /Text ${where} /Contents (${words.words()}) /T (${words.word()})`);
    if (words.random() < 0.2) laid.push(`/Subtype /Widget ${where} /FT /Tx /T (${words.word()}) /V (${words.words()})`);
    return `BT /F1 ${words.one([12, 12, 20])} Tf 50 ${top} Td (${said}) Tj ET`;
  });
  // A link that no text lies below.
  if (words.random() < 0.3)
    laid.push(`/Subtype /Link /Rect [400 10 500 20] /A << /S /URI /URI (https://example.org/${words.word()}) >>`);
  return pdfPage({ draw: lines.join('\n'), laid });
}

export function randomWord(words: PlantedWords): Buffer {
  const notes: string[] = [];
  const run = (): string =>
    words.one([
      () => words.words(),
      () => `\x13 HYPERLINK "https://example.org/${words.word()}" \x14${words.words()}\x15`,
      () => `${words.word()}\x0b${words.word()}\t${words.word()}`,
      () => {
        notes.push(words.words());
        return `${words.word()}\x02`;
      },
    ])();
  const runs = (): string => words.some(1, 3, run).join(' ');
  const table = (): WordPart[] =>
    words
      .some(1, 3, (): WordPart[] => [
        { text: `${runs()}\x07${runs()}\r${runs()}\x07`, kind: 'cell' },
        { text: '\x07', kind: 'row' },
      ])
      .flat();
  const parts = words.some(1, 6, () => words.one([() => [{ text: `${runs()}\r` }], table])()).flat();
  return binaryWord([...parts, { text: `${words.word()}\r` }], notes);
}

export function randomOds(words: PlantedWords): Buffer {
  const cell = (): string =>
    words.one([
      () => `<table:table-cell office:value-type="string"><text:p>${words.words()}</text:p></table:table-cell>`,
      () =>
        `<table:table-cell office:value-type="string"><text:p>${words.word()}</text:p><text:p>${words.word()}<text:s/>${words.word()}</text:p></table:table-cell>`,
      () =>
        `<table:table-cell office:value-type="string"><text:p><text:a xlink:href="https://example.org/${words.word()}">${words.words()}</text:a></text:p></table:table-cell>`,
      () =>
        `<table:table-cell office:value-type="float" office:value="${1 + words.below(1000)}"><text:p>1</text:p></table:table-cell>`,
      () => '<table:table-cell/>',
      () =>
        `<table:table-cell office:value-type="string"><office:annotation><dc:creator>${words.word()}</dc:creator><text:p>${words.words()}</text:p></office:annotation><text:p>${words.word()}</text:p></table:table-cell>`,
    ])();
  const named = (): string =>
    `<table:table-cell office:value-type="string"><text:p>${words.word()}</text:p></table:table-cell>`;
  const sheet = (): string => {
    const columns = 1 + words.below(4);
    const head = `<table:table-row>${Array.from({ length: columns }, named).join('')}</table:table-row>`;
    // Some rows are longer than the head.
    const rows = words.some(
      1,
      5,
      () => `<table:table-row>${named()}${words.some(0, columns, cell).join('')}</table:table-row>`,
    );
    return `<table:table table:name="${words.word()}">${head}${rows.join('')}</table:table>`;
  };
  return archive({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:xlink="x"><office:body><office:spreadsheet>${words.some(1, 3, sheet).join('')}</office:spreadsheet></office:body></office:document-content>`,
  });
}
