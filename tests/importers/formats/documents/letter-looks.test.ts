// Letters that have a colour and a highlight have both after an import, and pictures their titles and descriptions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Block, walk } from '../../../../plugins/blocks/block.ts';
import type { PageItem } from '../../../../plugins/importers/contract.ts';
import { LinkNames } from '../../../../plugins/importers/conversion/link-names.ts';
import { convertNote } from '../../../../plugins/importers/conversion/note.ts';
import { archive, itemsIn, of } from '../items.ts';
import { importerOf } from '../malformed.ts';
import { docx } from '../own-exports.ts';

const odtOf = (styles: string, body: string): Buffer =>
  archive({
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'Pictures/a.png': '\x89PNG\r\n\x1a\n',
  });
const run = (look: string): Buffer => docx(`<w:p><w:r><w:rPr>${look}</w:rPr><w:t>both</w:t></w:r></w:p>`);

/** source, file, what it says; each has the word "both" in blue letters before a red ground */
const sources: [source: string, file: string, content: string | Buffer][] = [
  ['word-documents', 'highlight.docx', run('<w:color w:val="0000FF"/><w:highlight w:val="red"/>')],
  ['word-documents', 'ground.docx', run('<w:color w:val="0000FF"/><w:shd w:val="clear" w:fill="FF0000"/>')],
  [
    'word-documents',
    'a.odt',
    odtOf(
      '<style:style style:name="T1" style:family="text"><style:text-properties fo:color="#0000ff" fo:background-color="#ff0000"/></style:style>',
      '<text:p><text:span text:style-name="T1">both</text:span></text:p>',
    ),
  ],
  [
    'word-documents',
    'a.rtf',
    '{\\rtf1{\\colortbl;\\red0\\green0\\blue255;\\red255\\green0\\blue0;}\\cf1\\highlight2 both\\par}',
  ],
  ['html-folder', 'a.html', '<html><body><p><span style="color:#00f;background:#f00">both</span></p></body></html>'],
  ['markdown', 'a.md', 'x <span style="color:#00f;background:#f00">both</span>'],
  ['notes-vault', 'b.md', 'x <mark style="color:#00f;background:#f00">both</mark>'],
  [
    'evernote',
    'a.enex',
    '<en-export><note><title>T</title><content><![CDATA[<en-note><div><span style="color:rgb(0, 0, 255);background-color:rgb(255, 0, 0)">both</span></div></en-note>]]></content></note></en-export>',
  ],
];

async function blocksOf(page: PageItem): Promise<Block[]> {
  const place = { id: page.id, path: page.id, title: page.title, type: 'page' as const };
  const around = { names: new LinkNames([place]), pageId: () => 1, file: () => undefined };
  return [...walk((await convertNote(page, place, around)).blocks)];
}

describe('letters with a colour and a highlight', () => {
  for (const [source, file, content] of sources)
    it(`have both from ${source}, ${file}`, async () => {
      const [page] = of(await itemsIn(await importerOf(source), file, content), 'page');
      const nodes = (await blocksOf(page as PageItem)).flatMap(({ content: inside }) => inside ?? []);
      const marks = nodes.flatMap((node) => (node.type === 'text' && node.text === 'both' ? (node.marks ?? []) : []));
      assert.deepEqual(
        marks.map(({ type, attrs }) => [type, attrs?.name]),
        [
          ['color', 'blue'],
          ['highlight', 'red'],
        ],
      );
    });
});

describe('a picture with a title and a description', () => {
  const drawn = (about: string): Buffer =>
    docx(
      `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p"${about}/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="r9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
      '<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.png"/>',
      [{ name: 'word/media/a.png', data: '\x89PNG\r\n\x1a\n' }],
    );
  const framed = (about: string): Buffer =>
    odtOf('', `<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/>${about}</draw:frame></text:p>`);
  const cases: [name: string, file: string, content: Buffer, said: object][] = [
    ['both', 'a.docx', drawn(' descr="A &amp; b" title="T"'), { alt: 'A & b', caption: 'T' }],
    ['both', 'a.odt', framed('<svg:title>T</svg:title><svg:desc>A</svg:desc>'), { alt: 'A', caption: 'T' }],
    ['a description', 'b.docx', drawn(' descr="A"'), { alt: 'A' }],
    ['a title', 'c.docx', drawn(' title="T"'), { alt: 'T' }],
    ['a title', 'b.odt', framed('<svg:title>T</svg:title>'), { alt: 'T' }],
    ['one that says the same', 'd.docx', drawn(' descr="A" title="A"'), { alt: 'A' }],
  ];
  for (const [name, file, content, said] of cases)
    it(`has ${name} from ${file}`, async () => {
      const [page] = of(await itemsIn(await importerOf('word-documents'), file, content), 'page');
      const { alt, caption } = page?.blocks?.find(({ type }) => type === 'image')?.data ?? {};
      assert.deepEqual({ ...(alt && { alt }), ...(caption && { caption }) }, said);
    });

  it('says both where the file is not there', async () => {
    const blocks = [{ id: '', type: 'image', data: { url: 'gone.png', alt: 'A', caption: 'T' } }];
    const [block] = await blocksOf({ type: 'page', id: 'a', title: 'a', blocks });
    assert.deepEqual(block?.content, [{ type: 'text', text: '[T, A]' }]);
  });
});
