// Exports of Notion written here, in the forms that its versions and settings give them: nothing twice, nothing lost.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Item } from '../../../plugins/importers/contract.ts';
import notion from '../../../plugins/importers/formats/notion/index.ts';
import { openSource } from '../../../plugins/importers/reading/source.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { archive, itemsIn, of } from '../formats/items.ts';
import { type Tree, vaultOf } from '../imports.ts';

const base = scratchFolder();
after(() => rmSync(base, { recursive: true, force: true }));

const id = (digit: string): string => digit.repeat(32);
const UUID = '0a1b2c3d-1111-2222-3333-444455556666';
const html = (title: string, { properties = '', body = '' } = {}): string =>
  `<html><body><article class="page sans"><header><h1 class="page-title">${title}</h1>${
    properties && `<table class="properties"><tbody>${properties}</tbody></table>`
  }</header><div class="page-body">${body}</div></article></body></html>`;
const property = (type: string, name: string, cell: string): string =>
  `<tr class="property-row property-row-${type}"><th><span class="icon property-icon"><svg></svg></span>${name}</th><td>${cell}</td></tr>`;

const fromZip = (parts: Record<string, string | Buffer>): Promise<Item[]> =>
  itemsIn(notion, 'export.zip', archive(parts));
async function fromFolder(tree: Tree): Promise<Item[]> {
  const source = await openSource(vaultOf(tree, 'Unpacked', join(base, crypto.randomUUID())), {
    maxBytes: 50_000_000,
    notice: () => {},
  });
  return Array.fromAsync(notion.read(source, {}));
}
const titles = (items: Item[]): string[] =>
  items.flatMap((item) => (item.type === 'page' || item.type === 'row' ? [item.title] : []));
const typesOf = (items: Item[]) =>
  Object.fromEntries(
    of(items, 'database').flatMap(({ properties }) => properties.map(({ name, type }) => [name, type])),
  );

describe('exports of Notion', () => {
  const list = '<html><body><ul><li>Workspace details</li></ul></body></html>';

  it('have no page of their list, wherever it lies', async () => {
    const page = { [`Home ${id('a')}.html`]: html('Home') };
    for (const folder of ['', `Export-${UUID}/`, `ExportBlock-${UUID}-Part-1/`, `Mine/Export-${UUID}/`]) {
      const tree = Object.fromEntries(
        Object.entries({ ...page, 'index.html': list }).map(([at, text]) => [folder + at, text]),
      );
      assert.deepEqual(titles(await fromFolder(tree)), ['Home'], folder);
    }
    const own = await fromZip({
      [`index ${id('a')}.html`]: html('index'),
      [`index ${id('a')}/index.html`]: html('mine'),
    });
    assert.deepEqual(titles(own), ['index', 'mine']);
  });

  it('say where a table or a page ends too early', async () => {
    const whole = html('Home');
    const items = await fromZip({
      [`T ${id('b')}.csv`]: 'Name,Size,Place\na,1,here\nb,2',
      [`Home ${id('a')}.html`]: whole.slice(0, whole.length / 2),
    });
    assert.deepEqual(
      of(items, 'problem').map(({ at, kind }) => [at.slice(0, 4), kind]),
      [
        ['T bb', 'cut_off'],
        ['Home', 'cut_off'],
      ],
    );
  });

  it('keep the place in a page that a link leads to', async () => {
    const items = await fromZip({
      [`A ${id('a')}.md`]: `# A\n\n[b](B%20${id('b')}.md#size-and-place) [c](https://www.notion.so/B-${id('b')}?pvs=4#${id('c')})`,
      [`B ${id('b')}.md`]: '# B\n\n## Size and place\n',
    });
    const [page] = of(items, 'page');
    assert.match(page?.markdown ?? '', /\.md#size-and-place\).*\.md#c{32}\)/);
  });

  it('have rows without a title once', async () => {
    const items = await fromZip({
      [`Tasks ${id('a')}.csv`]: 'Name,Note\n,\n,two\nPlan,\n',
      [`Tasks ${id('a')}/Untitled ${id('b')}.md`]: '# Untitled\n\nfirst',
      [`Tasks ${id('a')}/Untitled ${id('c')}.md`]: '# Untitled\n\nNote: two\n\nsecond',
      [`Tasks ${id('a')}/Plan ${id('d')}.md`]: '# Plan\n\n',
    });
    assert.deepEqual(
      of(items, 'row').map(({ id: row, title, markdown }) => [row, title, markdown]),
      [
        [id('b'), '', 'first'],
        [id('c'), '', 'second'],
        [id('d'), 'Plan', ''],
      ],
    );
  });

  it('have rows in folders that are named without the id of their database', async () => {
    const items = await fromZip({
      [`Home ${id('e')}.md`]: '# Home',
      [`Home/Tasks ${id('a')}.csv`]: 'Name,Done\nPlan,Yes\n',
      [`Home/Tasks/Plan ${id('b')}.md`]: '# Plan\n\nDone: Yes\n\nBody',
      'Home/Tasks/Plan/dot.png': 'x',
    });
    assert.deepEqual(
      of(items, 'row').map(({ id: row, markdown }) => [row, markdown]),
      [[id('b'), 'Body']],
    );
    assert.deepEqual(titles(items), ['Plan', 'Home']);
    assert.equal(of(items, 'database')[0]?.parent, id('e'));
    assert.equal(of(items, 'file')[0]?.parent, id('b'));
  });

  it('have a column of files as files', async () => {
    const items = await fromZip({
      [`Tasks ${id('a')}.csv`]: [
        'Name,Spec,Link',
        'Plan,"Tasks%20aaaa/Plan/a%20b.pdf, Tasks%20aaaa/Plan/c,%20d.png",https://example.org/x.pdf',
        'Next,,"https://example.org/y.pdf, Tasks%20aaaa/Plan/a%20b.pdf"',
      ].join('\n'),
      ...{ 'Tasks aaaa/Plan/a b.pdf': 'x', 'Tasks aaaa/Plan/c, d.png': 'x' },
    });
    assert.equal(typesOf(items).Spec, 'files');
    assert.equal(typesOf(items).Link, undefined);
    assert.deepEqual(of(items, 'row')[0]?.values.Spec, ['Tasks aaaa/Plan/a b.pdf', 'Tasks aaaa/Plan/c, d.png']);
  });

  it('have people and states as HTML names them, and states by the names that every status begins with', async () => {
    const user = (name: string): string =>
      `<span class="user"><span class="icon user-icon"><span class="user-icon-inner">${name[0]}</span></span>${name}</span>`;
    const properties = [
      property('person', 'Who', `${user('Ann Lee')}, ${user('Bo Ray')}`),
      property('status', 'State', '<span class="status-value">On ice</span>'),
      property('select', 'Kind', '<span class="selected-value select-value-color-blue">Big, old</span>'),
    ].join('');
    const items = await fromZip({
      [`Tasks ${id('a')}.csv`]:
        'Name,Who,State,Kind\nPlan,"Ann Lee, Bo Ray",On ice,"Big, old"\nNext,Bo Ray,Done,Small\n',
      [`Tasks ${id('a')}/Plan ${id('b')}.html`]: html('Plan', { properties }),
      [`Plain ${id('c')}.csv`]: 'Name,Progress\nPlan,In progress\nNext,Not started\n',
    });
    const types = typesOf(items);
    assert.deepEqual([types.Who, types.State, types.Kind, types.Progress], ['person', 'status', 'select', 'status']);
    assert.equal(of(items, 'row').length, 4);
    assert.deepEqual(of(items, 'row').find(({ id: row }) => row === id('b'))?.values.Who, ['Ann Lee', 'Bo Ray']);
    assert.deepEqual(of(items, 'database').find(({ title }) => title === 'Tasks')?.properties[2]?.options, [
      { name: 'On ice', group: 'todo' },
      { name: 'Done', group: 'done' },
    ]);
  });

  it('have their database once where HTML writes its table a second time', async () => {
    const items = await fromZip({
      [`Tasks ${id('a')}.csv`]: 'Name\nPlan\n',
      [`Tasks ${id('a')}.html`]: html('Tasks', {
        body: '<p class="page-description">To do</p><table class="collection-content"><tr><td>Plan</td></tr></table>',
      }),
      [`Tasks ${id('a')}/Plan ${id('b')}.html`]: html('Plan'),
    });
    assert.deepEqual(
      items.map(({ type }) => type),
      ['database', 'row'],
    );
    assert.equal(of(items, 'database')[0]?.description, 'To do');
  });

  it('say which pages hold views of databases, which are tables here', async () => {
    const view = `<div class="collection-content"><h4 class="collection-title">Open</h4><table class="collection-content"><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Plan</td></tr></tbody></table></div>`;
    const [page] = of(
      await fromZip({ [`Home ${id('a')}.html`]: html('Home', { body: `${view}<p>x</p>${view}` }) }),
      'page',
    );
    assert.deepEqual(page?.unsupported, { database_view: 2 });
    assert.equal(page?.blocks?.filter(({ type }) => type === 'table').length, 2);
  });

  it('show a database where a page has a view of it, and no copy of its rows', async () => {
    const row = (digit: string, title: string) =>
      `<tr><td class="cell-title"><a href="Tasks%20${id('b')}/${title}%20${id(digit)}.html">${title}</a></td></tr>`;
    const view = (...rows: string[]) =>
      `<div class="collection-content"><h4 class="collection-title">Open</h4><table class="collection-content"><thead><tr><th>Name</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
    const page = of(
      await fromZip({
        [`Home ${id('a')}.html`]: html('Home', { body: view(row('c', 'Plan')) + view('<tr><td>Alone</td></tr>') }),
        [`Tasks ${id('b')}.csv`]: 'Name\nPlan\n',
        [`Tasks ${id('b')}/Plan ${id('c')}.html`]: html('Plan'),
      }),
      'page',
    )[0];
    assert.deepEqual(
      page?.blocks?.filter(({ type }) => type === 'database').map(({ data }) => data),
      [{ source: `/Tasks ${id('b')}.csv` }],
    );
    assert.deepEqual(page?.unsupported, { database_view: 1, whole_view: 1 });
    assert.equal(page?.blocks?.filter(({ type }) => type === 'table').length, 1);
  });

  it('come in whole from several parts, packed together or lying in a folder', async () => {
    const part = (digit: string): Buffer =>
      archive({ [`Export-${UUID}/Page ${id(digit)}.md`]: `# Page ${digit}`, [`Export-${UUID}/index.html`]: list });
    const parts = { [`Export-${UUID}-Part-1.zip`]: part('a'), [`ExportBlock-${UUID}-Part-2.zip`]: part('b') };
    const wanted = ['Page a', 'Page b'];
    assert.deepEqual(titles(await fromZip(parts)), wanted);
    assert.deepEqual(titles(await fromFolder(parts)), wanted);
    assert.deepEqual(titles(await fromZip({ ...parts, 'read me.txt': 'x' })), wanted);
    const broken = await fromFolder({ ...parts, [`Export-${UUID}-Part-3.zip`]: 'x', 'own.zip': archive({ a: 'x' }) });
    assert.deepEqual(titles(broken), wanted);
    assert.deepEqual(
      [of(broken, 'problem').map(({ at }) => at), of(broken, 'file').map(({ id: path }) => path)],
      [[`Export-${UUID}-Part-3.zip`], ['own.zip']],
    );
  });

  it('keep the icon and the description of a page, and what a bookmark says apart', async () => {
    const head =
      '<div class="page-header-icon"><span class="icon">⛵</span></div><p class="page-description">How we sail</p>';
    const card =
      '<figure><a href="https://example.org/bm" class="bookmark source"><div class="bookmark-text"><div class="bookmark-title">Boats</div><div class="bookmark-description">All of them</div></div><div class="bookmark-href">https://example.org/bm</div></a></figure>';
    const text = html('Plan', { body: card }).replace('</header>', `${head}</header>`);
    const [page] = of(await fromZip({ [`Plan ${id('a')}.html`]: text }), 'page');
    assert.equal(page?.icon, '⛵');
    assert.deepEqual(
      page?.blocks?.map(({ data, content = [] }) => [data, content[0]?.type === 'text' ? content[0].text : undefined]),
      [
        [{}, 'How we sail'],
        [{ url: 'https://example.org/bm', title: 'Boats', description: 'All of them' }, undefined],
      ],
    );
  });

  it('keep values of a row for which its table has no column', async () => {
    const properties = property('date', 'Due', '1') + property('text', 'Note', 'mind the tide');
    const items = await fromZip({
      [`Tasks ${id('c')}.csv`]: 'Name,Due\nRow,1\nOther,2\n',
      [`Tasks/Row ${id('d')}.html`]: html('Row', { properties, body: '<p>x</p>' }),
    });
    assert.deepEqual(
      of(items, 'row').map(({ title, properties: others }) => [title, others]),
      [
        ['Row', { Note: 'mind the tide' }],
        ['Other', undefined],
      ],
    );
  });
});

it('a page of Notion keeps the picture above its title', async () => {
  const page = html('Trip', { body: '<p>x</p>' }).replace(
    '<header>',
    '<header><img class="page-cover-image" src="https://example.org/c.png"/>',
  );
  const [trip] = of(await fromZip({ [`Trip ${id('a')}.html`]: page }), 'page');
  assert.deepEqual(
    trip?.blocks?.map(({ type, data }) => [type, data]),
    [
      ['image', { url: 'https://example.org/c.png' }],
      ['paragraph', {}],
    ],
  );
  assert.deepEqual(trip?.unsupported, { cover: 1 });
});
