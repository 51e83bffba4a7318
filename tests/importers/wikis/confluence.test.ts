// Spaces that Confluence exports as XML: what stands in the words of a space and in the corners of its markup.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import confluence from '../../../plugins/importers/formats/confluence/index.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const value = (name: string, text: string): string => `<property name="${name}"><![CDATA[${text}]]></property>`;
const named = (name: string, id: string): string => `<property name="${name}"><id name="id">${id}</id></property>`;
const entity = (kind: string, id: string, inside: string): string =>
  `<object class="${kind}"><id name="id">${id}</id>${inside}</object>`;

/** A space with a home page that has this body. */
async function homeOf(body: string, { title = 'Home', description = '' } = {}) {
  const xml = [
    entity('Space', '1', value('name', 'Harbour') + named('description', '5') + named('homePage', '10')),
    entity('SpaceDescription', '5', ''),
    entity('BodyContent', '55', value('body', description) + named('content', '5')),
    entity('Page', '9', value('title', 'Before') + named('space', '1') + named('parent', '10')),
    entity('Page', '10', value('title', title) + named('space', '1')),
    entity('BodyContent', '100', value('body', body) + named('content', '10')),
  ];
  const items = await itemsIn(
    confluence,
    'x.zip',
    archive({ 'entities.xml': `<hibernate-generic>${xml.join('')}</hibernate-generic>` }),
  );
  return of(items, 'page').map((page) => ({ ...page, text: blocksPlainText(page.blocks ?? []).trim() }));
}

describe('a space of Confluence', () => {
  it('has its name and description on its home page', async () => {
    const pages = await homeOf('<p>x</p>', { description: 'All about <b>boats</b>' });
    assert.deepEqual(
      pages.map(({ title, properties }) => [title, properties]),
      [
        ['Before', undefined],
        ['Home', { space: 'Harbour', description: 'All about boats' }],
      ],
    );
    assert.deepEqual((await homeOf('<p>x</p>', { title: 'Harbour' }))[1]?.properties, undefined);
  });

  it('says what it says for older programs as well only once', async () => {
    const panel = (inside: string): string =>
      `<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">custom</ac:adf-attribute><ac:adf-content><p>Mind this</p></ac:adf-content></ac:adf-node>${inside}</ac:adf-extension>`;
    const older = '<ac:adf-fallback><div class="panel"><p>Mind this</p></div></ac:adf-fallback>';
    assert.equal((await homeOf(panel(older)))[1]?.text, 'Mind this');
    assert.equal((await homeOf(panel('')))[1]?.text, 'Mind this');
  });

  it('keeps what settings of macros say that nobody knows here, and all that one of them names', async () => {
    const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`;
    const macro = (name: string, inside: string) =>
      `<ac:structured-macro ac:name="${name}">${inside}</ac:structured-macro>`;
    const spaces = parameter('spaces', '<ri:space ri:space-key="A"/><ri:space ri:space-key="B"/>');
    const [, home] = await homeOf(
      macro(
        'ui-tab',
        `${parameter('title', 'Tides')}${parameter('owner', 'Ann')}<ac:rich-text-body><p>Body</p></ac:rich-text-body>`,
      ) +
        macro('plantuml', `${parameter('format', 'svg')}<ac:plain-text-body><![CDATA[a -> b]] ></ac:plain-text-body>`) +
        macro('recent', spaces),
    );
    assert.deepEqual(
      home?.blocks?.map(({ type, data, content }) => [
        type,
        data,
        blocksPlainText([{ id: '', type, data, content }]).trim(),
      ]),
      [
        ['paragraph', {}, 'Tides'],
        ['paragraph', {}, 'ui-tab (owner: Ann)'],
        ['paragraph', {}, 'Body'],
        ['code', { text: 'a -> b', language: '', caption: 'plantuml (format: svg)' }, 'a -> b plantuml (format: svg)'],
        ['unknown', { original: { type: 'macro', name: 'recent', params: { spaces: 'A, B' } } }, ''],
      ],
    );
  });

  it('keeps which page a macro is about, and the title of a picture', async () => {
    const macro =
      '<ac:structured-macro ac:name="excerpt-include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="Tides"/></ac:link></ac:parameter></ac:structured-macro>';
    const picture = '<ac:image ac:title="The harbour"><ri:url ri:value="https://example.org/a.png"/></ac:image>';
    const [, home] = await homeOf(macro + picture);
    assert.deepEqual(
      home?.blocks?.map(({ data }) => data),
      [
        { original: { type: 'macro', name: 'excerpt-include', params: { '': 'Tides' } } },
        { url: 'https://example.org/a.png', caption: 'The harbour' },
      ],
    );
  });

  it('brings archived pages, and names drafts, templates, what was deleted, and remarks on files', async () => {
    const page = (id: string, title: string, status: string, more = '') =>
      entity('Page', id, value('title', title) + value('contentStatus', status) + more);
    const xml = [
      page('1', 'Home', 'current'),
      page('2', 'Old plan', 'archived', named('parent', '1')),
      page('3', 'Sketch', 'draft'),
      page('4', 'Home', 'draft', value('originalVersionId', '1')),
      page('5', 'Mistake', 'deleted'),
      entity('PageTemplate', '6', value('name', 'Meeting')),
      entity(
        'Attachment',
        '7',
        value('title', 'a.txt') + value('comment', 'second try') + named('containerContent', '1'),
      ),
    ];
    const items = await itemsIn(
      confluence,
      'x.zip',
      archive({ 'entities.xml': `<hibernate-generic>${xml.join('')}</hibernate-generic>` }),
    );
    assert.deepEqual(
      of(items, 'page').map(({ title, parent, properties }) => [title, parent, properties]),
      [
        ['Home', undefined, undefined],
        ['Old plan', '1', { status: 'archived' }],
      ],
    );
    assert.match(reasons(items), /1 note in the trash was left out: “Mistake”/);
    assert.match(
      reasons(items),
      /drafts \(1\): Sketch; templates \(1\): Meeting; remarks on versions of files \(1\)\./,
    );
  });
});
