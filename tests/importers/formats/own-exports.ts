// Small exports of our own, one for each page-like source: what each holds, and what must come of it.
import { createHash } from 'node:crypto';
import type { Tree } from '../imports.ts';
import type { Measures } from '../measure.ts';
import { zipOf } from './zip.ts';

export interface OwnExport {
  source: string;
  tree: Tree;
  expected: Measures;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const hash = createHash('md5').update(png).digest('hex');

const enex = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
<en-export><note><title>Lighthouse</title><created>20240102T030405Z</created><tag>coast</tag>
<note-attributes><author>Runa</author><source-url>https://example.org/light</source-url></note-attributes>
<content><![CDATA[<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note><div><en-todo checked="true"/>Paint the door</div><div><en-todo/>Oil the lamp</div>
<div>See <a href="evernote:///view/1/s1/2/2/">Keeper</a></div><en-media hash="${hash}" type="image/png"/>
<div style="-en-codeblock:true"><div>ring()</div><div>  wait()</div></div><en-crypt hint="h">AAAA</en-crypt></en-note>]]></content>
<resource><data encoding="base64">${png.toString('base64')}</data><mime>image/png</mime></resource>
<task><title>Send the letter</title><taskStatus>completed</taskStatus><dueDate>20240203T000000Z</dueDate></task></note>
<note><title>Keeper</title><created>20240103T030405Z</created><content><![CDATA[<en-note><table><tr><td>a</td><td>b</td></tr></table></en-note>]]></content></note></en-export>`;

const entities = `<?xml version="1.0" encoding="UTF-8"?><hibernate-generic datetime="2024-01-01 10:00:00">
<object class="Space"><id name="id">1</id><property name="name"><![CDATA[Harbour]]></property><property name="key"><![CDATA[HB]]></property></object>
<object class="Page"><id name="id">10</id><property name="space" class="Space"><id name="id">1</id></property><property name="title"><![CDATA[Home]]></property><property name="contentStatus"><![CDATA[current]]></property><property name="creationDate">2024-01-01 10:00:00.000</property></object>
<object class="Page"><id name="id">11</id><property name="space" class="Space"><id name="id">1</id></property><property name="parent" class="Page"><id name="id">10</id></property><property name="title"><![CDATA[Tides]]></property><property name="contentStatus"><![CDATA[current]]></property></object>
<object class="Page"><id name="id">12</id><property name="title"><![CDATA[Tides]]></property><property name="originalVersion" class="Page"><id name="id">11</id></property></object>
<object class="BodyContent"><id name="id">20</id><property name="content" class="Page"><id name="id">10</id></property><property name="bodyType">2</property><property name="body"><![CDATA[<p>To <ac:link><ri:page ri:content-title="Tides"/><ac:plain-text-link-body><![CDATA[the tides]] ></ac:plain-text-link-body></ac:link></p><ac:structured-macro ac:name="warning"><ac:rich-text-body><p>Mind the step</p></ac:rich-text-body></ac:structured-macro><ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter><ac:plain-text-body><![CDATA[run()]] ></ac:plain-text-body></ac:structured-macro><ac:structured-macro ac:name="gallery"/><p><ac:image><ri:attachment ri:filename="map.png"/></ac:image></p><ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>Rope</ac:task-body></ac:task></ac:task-list>]]></property></object>
<object class="BodyContent"><id name="id">21</id><property name="content" class="Page"><id name="id">11</id></property><property name="bodyType">0</property><property name="body"><![CDATA[h2. Table
|| Day || High ||
| Mon | [Home] |
* one
** two
{code:java}
int a;
{code}]]></property></object>
<object class="Attachment"><id name="id">30</id><property name="title"><![CDATA[map.png]]></property><property name="version">1</property><property name="containerContent" class="Page"><id name="id">10</id></property><property name="contentStatus"><![CDATA[current]]></property></object>
</hibernate-generic>`;

/** The least that Word opens. */
export const docx = (body: string, rels = '', more: { name: string; data: string }[] = []): Buffer =>
  zipOf([
    {
      name: '[Content_Types].xml',
      data: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      data: '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    },
    {
      name: 'word/_rels/document.xml.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rels}</Relationships>`,
    },
    {
      name: 'word/document.xml',
      data: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);

const words =
  '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Bold</w:t></w:r><w:r><w:t xml:space="preserve"> words</w:t></w:r></w:p>';
const cells = '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>';

export const odt = (body: string): Buffer =>
  zipOf([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' },
    {
      name: 'content.xml',
      data: `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:xlink="x"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
    { name: 'Pictures/a.png', data: png },
  ]);

/** The least that is a PDF, with its table of places. */
export function pdf(lines: string[]): Buffer {
  const text = lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ');
  const stream = `BT /F1 12 Tf 50 700 Td ${text} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${file}xref\n0 6\n0000000000 65535 f \n${rows}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
  );
}

const joplin = (id: string, type: number, text: string, more = ''): string =>
  `${text}\n\nid: ${id.repeat(32)}\n${more}created_time: 2024-01-02T03:04:05.000Z\ntype_: ${type}`;

const journal = `<html><body><div class="pageContainer"><div class="pageHeader">Sunday, 3 November 2024</div><div class="title">Ferry</div><img src="../Resources/a.heic"><div class="reflectionPrompt">What was new?</div><div class="bodyText"><p>The crossing.</p></div></div></body></html>`;

export const ownExports: OwnExport[] = [
  {
    source: 'html-folder',
    tree: {
      'index.html':
        '<title>Start</title><meta name="keywords" content="a, b"><h1>Start</h1><p><a href="sub/two.html#here">two</a> <a href="no.html">no</a><img src="p.png"><img src="data:image/png;base64,iVBORw0KGgo="></p>',
      'sub/two.html': '<h1>Two</h1><p id="here">Here</p><a href="../index.html">back</a>',
      'p.png': png,
      'style.css': 'p {}',
    },
    expected: { pages: 2, folders: 1, files: 2, 'broken links': 1, 'block image': 2, 'lost web_asset': 1, links: 4 },
  },
  {
    source: 'evernote',
    tree: { 'Coast.enex': enex },
    expected: {
      pages: 2,
      files: 1,
      done: 2,
      open: 1,
      'block image': 1,
      'block code': 1,
      'block unknown': 1,
      'problem encrypted': 1,
      links: 2,
      'broken links': 0,
    },
  },
  {
    source: 'browser-bookmarks',
    tree: {
      'bookmarks.html':
        '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Boats</H3><DL><p><DT><A HREF="https://example.org/" TAGS="sail,sea" ADD_DATE="1700000000">Sail</A><DD>About sails<DT><A HREF="javascript:alert(1)">Script</A></DL><p><DT><A HREF="https://example.net/">Top</A></DL>',
    },
    expected: { pages: 2, 'below others': 1, 'block bookmark': 2, 'lost link_scheme': 1 },
  },
  {
    source: 'outlines',
    tree: {
      'plan.opml':
        '<opml version="2.0"><head><title>Plan</title></head><body><outline text="A &lt;b&gt;bold&lt;/b&gt; #tag" _note="more"><outline text="done" _complete="true"/></outline><outline text="Feed" xmlUrl="https://example.org/f"/><outline text="Feed" xmlUrl="https://example.org/f"/></body></opml>',
    },
    expected: { pages: 1, blocks: 4, done: 1, 'block bookmark': 1, problems: 0 },
  },
  {
    source: 'google-keep',
    tree: {
      'Keep/a.json': JSON.stringify({
        title: 'Shop',
        listContent: [{ text: 'Bread', isChecked: true }, { text: 'Salt' }],
        labels: [{ name: 'home' }],
        isTrashed: false,
        isPinned: true,
        userEditedTimestampUsec: 1.7e15,
        attachments: [{ filePath: 'p.png', mimetype: 'image/png' }],
      }),
      'Keep/a.html': '<p>the same</p>',
      'Keep/p.png': png,
      'Keep/bad.json': '{',
    },
    expected: { pages: 1, done: 1, open: 1, 'block image': 1, 'problem unreadable': 1, files: 2 },
  },
  {
    source: 'word-documents',
    tree: {
      'a.docx': docx(`${words}${cells}`),
      'b.odt': odt(
        '<text:h text:outline-level="2">Head</text:h><text:p>Text<text:note><text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p><text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list><text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>',
      ),
      'c.docx': 'no archive',
    },
    expected: {
      pages: 2,
      'block table': 1,
      'block heading': 1,
      'block footnote': 1,
      'block bullet': 1,
      'block image': 1,
      'problem unreadable': 1,
    },
  },
  {
    source: 'pdf',
    tree: { 'a.pdf': pdf(['Some words of a page']), 'b.pdf': '%PDF-1.4 nothing' },
    expected: { pages: 1, 'block pdf': 1, 'block paragraph': 1, 'problem unreadable': 1 },
  },
  {
    source: 'confluence',
    tree: { 'entities.xml': entities, 'attachments/10/30/1': png },
    expected: {
      pages: 2,
      'below others': 1,
      files: 1,
      links: 3,
      'block callout': 1,
      'block code': 2,
      'block image': 1,
      done: 1,
      'lost macro_gallery': 1,
      'block table': 2,
      'block unknown': 1,
    },
  },
  {
    source: 'roam',
    tree: {
      'graph.json': JSON.stringify([
        {
          title: 'One',
          uid: 'p1',
          children: [
            { uid: 'b1', string: '{{[[TODO]]}} see [[Two]] and ((b2))' },
            { uid: 'b3', string: '{{[[query]]: {and: [[x]]}}}' },
          ],
        },
        { title: 'Two', uid: 'p2', children: [{ uid: 'b2', string: '^^marked^^', heading: 1 }] },
      ]),
      'db.edn':
        '#datascript/DB {:schema {}, :datoms [[1 :node/title "Three" 1] [1 :block/children 2 1] [2 :block/string "a \\"b\\"" 1] [2 :block/uid "u2" 1]]}',
    },
    expected: { pages: 3, blocks: 4, open: 1, links: 2, 'broken links': 0, 'lost query': 1 },
  },
  {
    source: 'logseq',
    tree: {
      'pages/One.md':
        'tags:: sea\n- TODO Paint\n  id:: 01234567-89ab-cdef-0123-456789abcdef\n- {{query (todo)}}\n- #+BEGIN_NOTE\n  mind\n  #+END_NOTE',
      'pages/Area___Part.md': '- See [[One]] and ((01234567-89ab-cdef-0123-456789abcdef)) and [[Nowhere]]',
      'journals/2024_01_02.md': '- DONE it ![x](../assets/p.png)',
      'pages/old.org': '* Head\n** [[One][named]]',
      'assets/p.png': png,
    },
    expected: {
      pages: 4,
      folders: 2,
      files: 1,
      done: 1,
      open: 1,
      'lost query': 1,
      'block callout': 1,
      links: 4,
      'broken links': 1,
    },
  },
  {
    source: 'outline',
    tree: {
      'Notes/Doc.md': '# Doc\n\n:::info\nHello\n\n:::\n\n![](uploads/1/p.png) [gone](/doc/x-1)',
      'Notes/uploads/1/p.png': png,
    },
    expected: { pages: 1, folders: 1, files: 1, 'block callout': 1, 'broken links': 1 },
  },
  {
    source: 'bear',
    tree: {
      'A.textbundle/text.md': '# Title\n\n#two words# ==x== ![](assets/p.png)',
      'A.textbundle/info.json': '{"version":2,"net.shinyfrog.bear":{"pinned":1}}',
      'A.textbundle/assets/p.png': png,
      'b.textpack': zipOf([
        { name: 'text.md', data: 'Packed' },
        { name: 'info.json', data: '{"net.shinyfrog.bear":{"trashed":1}}' },
      ]),
    },
    expected: { pages: 1, files: 1, 'problem in_trash': 1, 'block table': 1 },
  },
  {
    source: 'joplin',
    tree: {
      'f.md': joplin('f', 2, 'Book'),
      'a.md': joplin(
        'a',
        1,
        `Note\n\n![p](:/${'c'.repeat(32)}) [b](:/${'b'.repeat(32)})`,
        `parent_id: ${'f'.repeat(32)}\n`,
      ),
      'b.md': joplin('b', 1, 'Call\n\nHer', 'is_todo: 1\ntodo_completed: 1700000000000\n'),
      'c.md': joplin('c', 4, 'p.png', 'mime: image/png\nfile_extension: png\n'),
      't.md': joplin('d', 5, 'sea'),
      'nt.md': joplin('e', 6, '', `note_id: ${'a'.repeat(32)}\ntag_id: ${'d'.repeat(32)}\n`),
      [`resources/${'c'.repeat(32)}.png`]: png,
    },
    expected: { pages: 2, folders: 1, files: 1, done: 1, links: 2, 'broken links': 0 },
  },
  {
    source: 'apple-journal',
    tree: { 'Entries/e.html': journal },
    expected: { pages: 1, 'broken pictures': 1, 'block quote': 1 },
  },
  {
    source: 'clipper',
    tree: {
      'saved.html': `<!-- saved from url=(0026)https://example.org/a/b --><title>Tides</title><meta name="author" content="Runa"><nav><a href="/x">Menu</a></nav><article><h1>Tides</h1>${'<p>The water comes, and the water goes, twice on every day of the year, and nobody asks it why it does so.</p>'.repeat(8)}<p><a href="../c">more</a></p></article><script>x</script>`,
    },
    expected: { pages: 1, 'block table': 1, 'broken links': 0 },
  },
  {
    source: 'forge-folder',
    tree: {
      'repo-1a2b3c/README.md': '# Repo\n\n[docs](docs/use.md)',
      'repo-1a2b3c/docs/use.md': 'Use',
      'repo-1a2b3c/LICENSE': 'MIT',
    },
    expected: { pages: 2, folders: 1, files: 1, links: 1 },
  },
];
