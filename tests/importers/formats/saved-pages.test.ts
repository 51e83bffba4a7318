// Web pages saved in one file, and files called .doc, whatever they hold.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import documents from '../../../plugins/importers/formats/word-documents/index.ts';
import { itemsIn, of, reasons } from './items.ts';
import { docx } from './own-exports.ts';
import { wordDocument } from './word.ts';

const PNG = Buffer.from('iVBORw0KGgo=', 'base64');

interface Part {
  type: string;
  location?: string;
  id?: string;
  encoding?: string;
  body: string;
}

const part = ({ type, location, id, encoding = '7bit', body }: Part): string =>
  [
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
    ...(location ? [`Content-Location: ${location}`] : []),
    ...(id ? [`Content-ID: <${id}>`] : []),
    ...['', body],
  ].join('\r\n');

const mht = (parts: Part[], head = ''): string =>
  `${head}MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary="--=_x"; type="text/html"\r\n\r\nold readers\r\n${parts
    .map((one) => `----=_x\r\n${part(one)}\r\n`)
    .join('')}----=_x--\r\n`;
const page = (body: string, more: Partial<Part> = {}): Part => ({ type: 'text/html; charset=utf-8', body, ...more });
const picture = (more: Partial<Part>): Part => ({
  type: 'image/png',
  encoding: 'base64',
  body: PNG.toString('base64'),
  ...more,
});

describe('saved pages', () => {
  for (const [name, file, content, reason] of [
    ['an empty file', 'a.mht', '', /it is not a web page saved in one file/],
    ['a text with colons', 'a.mhtml', 'To: you\n\nHello', /it is not a web page saved in one file/],
    ['a mail without a page', 'a.mht', mht([picture({})]), /there is no page in it/],
    ['an old document', 'a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /it is damaged/],
    ['anything else', 'a.doc', 'x', /it is no document that can be read/],
  ] as const)
    it(`keeps ${name} as a file, with one reason`, async () => {
      const items = await itemsIn(documents, file, content);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['problem', 'file'],
      );
      assert.match(reasons(items), reason);
    });

  it('brings pictures along, by their ids, whole and relative addresses, each once', async () => {
    const items = await itemsIn(
      documents,
      'a.mhtml',
      mht(
        [
          page(
            '<title>Tide =E2=82=AC</title><p>One=\r\n two</p><img src=3D"cid:a@x"><img src=3D"b.png"><img src=3D"https://example.org/d/b.png"><img src=3D"gone.png">',
            { encoding: 'quoted-printable', location: 'https://example.org/d/page' },
          ),
          picture({ id: 'a@x' }),
          picture({ location: 'https://example.org/d/b.png' }),
          picture({ location: 'https://example.org/d/unused.png' }),
          { type: 'text/css', location: 'https://example.org/d/c.css', body: 'p{}' },
        ],
        'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/d/page\r\n',
      ),
    );
    const [found] = of(items, 'page');
    assert.equal(found?.title, 'Tide €');
    assert.deepEqual(
      found?.blocks?.map(({ type, data }) => data.url ?? type),
      ['paragraph', '/a.mhtml.1-a%40x.png', '/a.mhtml.2-b.png', '/a.mhtml.2-b.png', 'gone.png'],
    );
    assert.equal(blocksPlainText(found?.blocks?.slice(0, 1) ?? []), 'One two');
    assert.deepEqual(await of(items, 'file')[0]?.entry.bytes(), PNG);
    assert.deepEqual(found?.unsupported, { unused_part: 1 });
    assert.deepEqual(found?.properties, { source: 'https://example.org/d/page' });
    assert.equal(reasons(items), '');
  });

  it('reads a saved mail with its subject, who sent it, and what was attached', async () => {
    const attachment = (head: string): string =>
      `----=_x\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; ${head}\r\n\r\nDig.\r\n`;
    const head =
      'From: Ann <ann@example.org>\r\nDate: Mon, 1 Jan 2024 10:00:00 +0000\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_an?= =?utf-8?B?IGRpY2g=?=\r\n';
    const mail = mht([page('<p>See below.</p>')], head).replace(
      /----=_x--\r\n$/,
      `${attachment('filename="plan.txt"')}${attachment('filename="../=?utf-8?Q?M=C3=A4rz?=.txt"')}----=_x--\r\n`,
    );
    const items = await itemsIn(documents, 'mail.mht', mail);
    const [found] = of(items, 'page');
    assert.deepEqual(
      [found?.title, found?.author, found?.created],
      ['Grüße an dich', 'Ann <ann@example.org>', '2024-01-01T10:00:00.000Z'],
    );
    const attached = found?.blocks?.slice(1) ?? [];
    assert.deepEqual(
      attached.map(({ type, data }) => [type, data.name]),
      [
        ['file', 'plan.txt'],
        ['file', 'März.txt'],
      ],
    );
    assert.deepEqual(
      of(items, 'file').map(({ id }) => `/${id.split('/').map(encodeURIComponent).join('/')}`),
      attached.map(({ data }) => data.url),
    );
    assert.equal(String(await of(items, 'file')[0]?.entry.bytes()).trim(), 'Dig.');
    assert.deepEqual(found?.unsupported, {});
  });

  it('reads the Word export of Confluence, and says where a file is cut', async () => {
    const whole = mht(
      [
        page('<html><head><title>Harbour</title></head><body><h1>Harbour</h1><p><img src="0f3a"></p></body></html>', {
          location: 'file:///C:/exported.html',
        }),
        picture({ location: 'file:///C:/0f3a' }),
      ],
      'Date: Mon, 1 Jan 2024 10:00:00 +0000\r\nMessage-ID: <1>\r\nSubject: Exported From Confluence\r\n',
    );
    const items = await itemsIn(documents, 'Harbour.doc', whole);
    assert.equal(of(items, 'page')[0]?.title, 'Harbour');
    assert.deepEqual(
      of(items, 'page')[0]?.blocks?.map(({ data }) => data.url),
      ['/Harbour.doc.1-0f3a.png'],
    );
    const cut = await itemsIn(documents, 'Harbour.doc', whole.slice(0, -30));
    assert.match(reasons(cut), /ends before its end/);
  });

  it('reads files called .doc by what they hold', async () => {
    for (const [content, text] of [
      ['{\\rtf1 rich}', 'rich'],
      ['<html><body><p>web</p></body></html>', 'web'],
      [wordDocument([], 'new'), 'new'],
    ] as const) {
      const [found] = of(await itemsIn(documents, 'a.doc', content), 'page');
      assert.equal(blocksPlainText(found?.blocks ?? []), text);
    }
  });

  it('takes the letters that a part says it is written in', async () => {
    const latin = mht([{ type: 'text/html; charset=ISO-8859-2', body: '<p>\u00b1</p>' }]);
    const [found] = of(await itemsIn(documents, 'a.mht', Buffer.from(latin, 'latin1')), 'page');
    assert.equal(blocksPlainText(found?.blocks ?? []), 'ą');
  });
});

it('a document of Word tells of deletions and insertions that are tracked, and of what stands on each printed page', async () => {
  const deleted = '<w:del w:id="1" w:author="B"><w:r><w:delText>old</w:delText></w:r></w:del>';
  const inserted = '<w:ins w:id="2" w:author="A"><w:r><w:t>new</w:t></w:r></w:ins>';
  const part = (words: string): string =>
    `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p></w:hdr>`;
  const content = docx(`<w:p>${inserted}${deleted}</w:p>`, '', [
    { name: 'word/header1.xml', data: part('Secret') },
    { name: 'word/header2.xml', data: part(' ') },
    { name: 'word/footer1.xml', data: part('Page 1') },
  ]);
  const [page] = of(await itemsIn(documents, 'a.docx', content), 'page');
  assert.equal(blocksPlainText(page?.blocks ?? []).trim(), 'new');
  assert.deepEqual(page?.unsupported, { tracked_deletion: 1, tracked_insertion: 1, header_footer: 2 });
});
