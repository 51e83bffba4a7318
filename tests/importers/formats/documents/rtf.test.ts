// Documents in Rich Text Format: their text in every notation of letters, what stands in it, and what is said of the rest.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Block, type Inline, walk } from '../../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../../plugins/blocks/plain-text.ts';
import type { PageItem } from '../../../../plugins/importers/contract.ts';
import documents from '../../../../plugins/importers/formats/word-documents/index.ts';
import { itemsIn, of, reasons } from '../items.ts';

const PNG =
  '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082';
const read = (body: string | Buffer) =>
  itemsIn(documents, 'a.rtf', typeof body === 'string' ? Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1') : body);
const pageOf = async (body: string | Buffer): Promise<PageItem> =>
  of(await read(body), 'page')[0] ?? assert.fail('no page came');
const words = (content: Inline[] = []): string => blocksPlainText([{ id: '', type: 'paragraph', data: {}, content }]);
const shape = ({ type, data, content = [], children = [] }: Block): unknown[] => [
  data.level ? `${type} ${data.level}` : type,
  content.length ? words(content) : (data.text ?? ''),
  ...children.map(shape),
];
const shapes = async (body: string) => (await pageOf(body)).blocks?.map(shape);
const said = async (body: string | Buffer): Promise<string> => blocksPlainText((await pageOf(body)).blocks ?? []);

describe('RTF', () => {
  for (const [name, content, reason] of [
    ['an empty file', Buffer.from(''), /it is no document that can be read/],
    ['other text', Buffer.from('Dear reader'), /it is no document that can be read/],
    ['groups without an end', Buffer.from(`{\\rtf1 ${'{'.repeat(200_000)}`), /its groups nest too deeply/],
  ] as const)
    it(`keeps ${name} as a file, with one reason`, async () => {
      const items = await read(content);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['problem', 'file'],
      );
      assert.match(reasons(items), reason);
    });

  it('keeps what is there of a cut file, and says that it is cut', async () => {
    const items = await read(Buffer.from('{\\rtf1 One\\par {\\b Two'));
    assert.match(reasons(items), /ends before its end/);
    assert.equal(blocksPlainText(of(items, 'page')[0]?.blocks ?? []), 'One\nTwo');
  });

  for (const [name, body, text] of [
    ['the code page of Windows', "Gr\\'fc\\'dfe \\'80", 'Grüße €'],
    ['raw bytes', 'Gr\u00fc\u00dfe', 'Grüße'],
    ['another code page', "\\ansicpg1251 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2", 'Привет'],
    ['the code page of a font', "{\\fonttbl{\\f0 A;}{\\f1\\fcharset161 B;}}\\f1 \\'e1\\'e2\\f0 \\'e1", 'αβá'],
    [
      'Greek letters of the font that is made of them',
      "{\\fonttbl{\\f0 A;}{\\f3\\froman\\fcharset2{\\*\\panose 05}Symbol;}{\\f4\\fcharset2 Wingdings;}}a\\f3 abW \\u-3999?\\'a3\\'b1\\'ce1\\f4\\u-3844?\\f0 a",
      'aαβΩ α≤±∈1✓a',
    ],
    ['letters of two bytes', "{\\fonttbl{\\f2\\fcharset128 C;}}\\f2 \\'93\\'fa\\'96\\{", '日本'],
    ['Unicode with a fallback', "\\u1055\\'3f\\u1088? \\u8364 E", 'Пр €'],
    ['Unicode without one', '\\uc0\\u1055\\u1088 x', 'Прx'],
    ['a fallback of two letters', "\\uc2\\u26085\\'93\\'fa!", '日!'],
    ['letters beyond the first plane', '\\u-10179?\\u-8704?', '😀'],
    ['letters that no database stores', "a\\'00b\\u-10179?c", 'a\ufffdb\ufffdc'],
    ['signs by their names', 'a\\emdash b\\~c\\lquote d\\rquote \\{e\\}\\\\', 'a—b c‘d’{e}\\'],
  ] as const)
    it(`reads ${name}`, async () => {
      assert.equal(await said(body), text);
    });

  it('has headings by the names of styles and by their levels, whose letters are bold by nature', async () => {
    const sheet =
      '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 \\u220?berschrift 2;}{\\*\\cs10 Strong;}{\\s3\\outlinelevel2 Part;}}';
    const page = await pageOf(
      `${sheet}\\pard\\s1{\\b One}\\par\\pard\\s2 Two\\par\\pard\\s3 Three\\par\\pard\\outlinelevel3 Four\\par\\pard\\s0 Text\\par`,
    );
    assert.deepEqual(page.blocks?.map(shape), [
      ['heading 1', 'One'],
      ['heading 2', 'Two'],
      ['heading 3', 'Three'],
      ['heading 4', 'Four'],
      ['paragraph', 'Text'],
    ]);
    assert.deepEqual(page.blocks?.[0]?.content, [{ type: 'text', text: 'One' }]);
  });

  it('marks letters, takes marks back at the end of groups, and follows links', async () => {
    const page = await pageOf(
      '{\\colortbl;\\red255\\green255\\blue0;}a {\\b b {\\i c}\\b0  d}{\\ul e}{\\strike f}{\\highlight1 g} {\\field{\\*\\fldinst{HYPERLINK "https://example.org/x" \\\\o "tip"}}{\\fldrslt{\\ul h}}}{\\field{\\*\\fldinst HYPERLINK \\\\l "here"}{\\fldrslt i}}{\\field{\\*\\fldinst{HYPERLINK "https://example.org/y"}}{\\fldrslt}} {\\*\\bkmkstart here}k{\\*\\bkmkend here}',
    );
    const marks = page.blocks?.[0]?.content?.map((node) =>
      node.type === 'text'
        ? `${node.text.trim()}:${(node.marks ?? []).map(({ type, attrs }) => String(attrs?.href ?? type)).join('+')}`
        : node.type,
    );
    assert.deepEqual(marks, [
      ...['a:', 'b:bold', 'c:bold+italic', 'd:', 'e:underline', 'f:strike', 'g:highlight', ':'],
      ...['h:https://example.org/x', 'i:#here', 'https://example.org/y:https://example.org/y', 'k:'],
    ]);
    assert.ok(page.anchors?.here);
  });

  it('nests lists of every kind, old and new, and goes on counting', async () => {
    const lists =
      '{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext .;}}{\\listlevel\\levelnfc23}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\listoverridecount0\\ls1}}';
    const page = await pageOf(
      `${lists}{\\listtext 3.\\tab}\\pard\\ls1\\ilvl0 a\\par{\\listtext -}\\pard\\ls1\\ilvl1 b\\par\\pard text\\par\\pard\\ls1\\ilvl0 c\\par\\pard{\\*\\pn\\pnlvlblt{\\pntxtb -}}{\\pntext -}d\\par\\pard\\par`,
    );
    assert.deepEqual(page.blocks?.map(shape), [
      ['numbered', 'a', ['bullet', 'b']],
      ['paragraph', 'text'],
      ['numbered', 'c'],
      ['bullet', 'd'],
    ]);
    assert.deepEqual(
      page.blocks?.map(({ data }) => data.start),
      [3, undefined, 4, undefined],
    );
  });

  it('has tables with heads, merged cells and tables in cells', async () => {
    const row = (cells: string, plan: string) => `\\trowd ${plan}\\pard\\intbl ${cells}\\row `;
    const page = await pageOf(
      `${row('A\\cell B\\cell ', '\\trhdr\\cellx100\\cellx200')}${row('wide\\cell ', '\\cellx200')}${row('x\\cell y\\par z\\cell ', '\\clvmgf\\cellx100\\cellx200')}${row('\\cell \\itap2 in\\nestcell {\\*\\nesttableprops\\trowd\\cellx50\\nestrow}\\itap1 out\\cell ', '\\clvmrg\\cellx100\\cellx200')}\\pard behind\\par`,
    );
    const [table, behind] = page.blocks ?? [];
    const rows = table?.data.rows as unknown as { content: Inline[]; colspan?: number; rowspan?: number }[][];
    assert.deepEqual(
      rows.map((cells) => cells.map(({ content, colspan, rowspan }) => [words(content), colspan ?? rowspan ?? 1])),
      [
        [
          ['A', 1],
          ['B', 1],
        ],
        [['wide', 2]],
        [
          ['x', 2],
          ['y z', 1],
        ],
        [['in out', 1]],
      ],
    );
    assert.deepEqual(table?.data.header, { row: true, column: false });
    assert.equal(words(behind?.content), 'behind');
  });

  it('brings pictures along, written in digits and as bytes, and keeps those that browsers do not show', async () => {
    const bytes = Buffer.from(PNG, 'hex');
    const items = await read(
      Buffer.concat([
        Buffer.from(`{\\rtf1 a{\\*\\shppict{\\pict\\pngblip\\picwgoal1500\n${PNG.slice(0, 20)}\r\n${PNG.slice(20)}}}`),
        Buffer.from(`{\\nonshppict{\\pict\\wmetafile8 0102}}\\par{\\pict\\pngblip\\bin${bytes.length} `),
        bytes,
        Buffer.from('}\\par{\\pict\\wmetafile8 01020304}\\par{\\pict\\pngblip }}'),
      ]),
    );
    const [page] = of(items, 'page');
    assert.deepEqual(
      page?.blocks?.map(({ type, data }) => [type, data.url ?? '', data.width ?? 0]),
      [
        ['paragraph', '', 0],
        ['image', '/a.rtf.1.png', 100],
        ['image', '/a.rtf.1.png', 0],
        ['file', '/a.rtf.2.wmf', 0],
      ],
    );
    const files = of(items, 'file');
    assert.deepEqual(await files[0]?.entry.bytes(), bytes);
    assert.equal(files.length, 2);
    assert.deepEqual(page?.unsupported, { picture_format: 1, media_without_address: 1 });
  });

  it('has footnotes, comments at their words, and what the document says of itself', async () => {
    const page = await pageOf(
      '{\\info{\\title Tides}{\\author Runa}{\\keywords sea, moon}{\\creatim\\yr2024\\mo3\\dy1\\hr8\\min5}}A{\\super\\chftn{\\footnote\\pard{\\super\\chftn} The note}}{\\*\\atrfstart 1} words{\\*\\atrfend 1}{\\*\\atnid R}{\\*\\atnauthor Ole}\\chatn{\\*\\annotation{\\*\\atnref 1}{\\*\\atndate 130222597}Is it so?} end\\par',
    );
    assert.deepEqual(page.blocks?.map(shape), [
      ['paragraph', 'A[^1] words end'],
      ['footnote', 'The note'],
    ]);
    assert.deepEqual(
      [page.title, page.author, page.tags, page.created],
      ['Tides', 'Runa', ['sea', 'moon'], '2024-03-01T08:05:00.000Z'],
    );
    const [comment] = page.comments ?? [];
    assert.deepEqual([comment?.text, comment?.author, comment?.quote], ['Is it so?', 'Ole', 'words']);
    assert.match(comment?.created ?? '', /^2024-/);
    assert.ok(page.anchors?.[comment?.at ?? '']);
  });

  it('counts what has no place, and is silent on what nobody sees', async () => {
    const page = await pageOf(
      '{\\header Page \\chpgn\\par}{\\*\\generator Writer;}{\\footer }a{\\v secret}{\\deleted gone}{\\object{\\*\\objdata 0102}{\\result b}}{\\*\\unknown c}',
    );
    assert.deepEqual(page.blocks?.map(shape), [['paragraph', 'ab']]);
    assert.deepEqual(page.unsupported, { header_footer: 1, hidden_text: 1, tracked_deletion: 1, embedded_object: 1 });
  });

  it('has the half in Unicode of a text in two notations', async () => {
    const page = await pageOf(
      '{\\info{\\upr{\\title ??}{\\*\\ud{\\title \\u28526?\\u27728?}}}}a {\\upr{? x}{\\*\\ud{\\b \\u26376? x}}} z\\par',
    );
    assert.deepEqual(page.blocks?.map(shape), [['paragraph', 'a 月 x z']]);
    assert.equal(page.title, '潮汐');
  });

  it('counts tips of links and marks for an index', async () => {
    const page = await pageOf(
      '{\\field{\\*\\fldinst HYPERLINK "https://example.org" \\\\o "Look here"}{\\fldrslt b}}{\\xe Tides}{\\tc Of tides\\tcf67}\\par',
    );
    assert.deepEqual(page.blocks?.map(shape), [['paragraph', 'b']]);
    assert.deepEqual(page.unsupported, { link_title: 1, index_entry: 2 });
  });

  it('has descriptions of drawings: with a picture, and in the place of what is none', async () => {
    const said = (text: string) => `{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn wzDescription}{\\sv ${text}}}`;
    const page = await pageOf(
      `a{\\pict{\\*\\picprop${said('A boat')}}\\pngblip 89504e470d0a1a0a}\\par{\\shp{\\*\\shpinst${said('An arrow')}}}b\\par`,
    );
    const image = page.blocks?.find(({ type }) => type === 'image');
    assert.equal(image?.data.alt, 'A boat');
    assert.deepEqual(page.blocks?.map(shape).at(-1), ['paragraph', '[An arrow] b']);
  });

  it('comes to an end with the same part many times over', async () => {
    for (const part of [
      '\\trowd\\cellx9\\intbl a\\cell\\row ',
      '{\\field{\\*\\fldinst HYPERLINK "',
      '\\pard\\ls1\\ilvl9 a\\par ',
      '\\u1 ',
    ]) {
      const items = await read(
        Buffer.from(`{\\rtf1 ${part.repeat(Math.min(4000, Math.floor(100_000 / part.length)))}`),
      );
      assert.equal(of(items, 'page').length, 1, part);
    }
  });

  it('finds every block of a text once', async () => {
    const page = await pageOf('{\\pard\\s9 One\\par}{\\pard Two\\line three\\par}\\pard Four');
    assert.equal([...walk(page.blocks ?? [])].length, 3);
    assert.deepEqual(await shapes('\\pard{\\pard One\\par}\\pard Two'), [
      ['paragraph', 'One'],
      ['paragraph', 'Two'],
    ]);
  });
});
