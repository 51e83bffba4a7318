// Bases of a vault: databases in the place of their notes, or pages that list what they show; nothing twice.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { databases } from '../../../plugins/databases/contract.ts';
import { type Base, readBase } from '../../../plugins/importers/formats/obsidian/bases/base.ts';
import { type BaseNote, matches } from '../../../plugins/importers/formats/obsidian/bases/filter.ts';
import { undoImport } from '../../../plugins/importers/undo.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { count, importPath, inFreshWorkspace, pagesOf, startedFor, titled, vaultOf } from '../imports.ts';

const note: BaseNote = {
  path: 'Films/Alien.md',
  properties: { rating: 7, genre: ['[[Horror]]', 'space'], seen: true, made: '1979-05-25', 'my note': 'x' },
  tags: ['film/old'],
};

describe('conditions of a base', () => {
  const cases: [said: string, answer: boolean | undefined][] = [
    ['rating > 6', true],
    ['note.rating >= 7 && !(rating == 7)', false],
    ['genre.contains(link("horror"))', true],
    ['list(genre).containsAny("x", "space")', true],
    ['genre.containsAll("space", "sea")', false],
    ['note["my note"] == "x"', true],
    ['made < "1980-01-01" || rating == 1', true],
    ['nothing.isEmpty()', true],
    ['!seen', false],
    ['file.inFolder("Films")', true],
    ['file.inFolder("Film")', false],
    ['file.hasTag("film")', true],
    ['file.name.contains("lie")', true],
    ['file.path.startsWith("Films/")', true],
    ['formula.twice == 7', true],
    ['formula.endless', undefined],
    ['list(genre).contains(this)', undefined],
    ['file.hasLink("Horror")', undefined],
    ['last > now() - "60d"', undefined],
    ['constructor', false],
    ['(('.repeat(200), undefined],
  ];
  for (const [said, answer] of cases)
    it(`${said.slice(0, 60)} is ${answer ?? 'not known'}`, () => {
      const formulas = { twice: 'formula.once', once: 'rating', endless: 'formula.endless && formula.endless' };
      const base: Base = readBase(JSON.stringify({ filters: said, formulas }));
      assert.equal(matches(base.filter, note, base), answer);
    });

  it('nest, and what is not known counts only where it decides', () => {
    const of = (filters: object) => {
      const base = readBase(JSON.stringify({ filters }));
      return matches(base.filter, note, base);
    };
    assert.equal(of({ and: ['rating > 9', 'this.x'] }), false);
    assert.equal(of({ or: ['rating > 6', 'this.x'] }), true);
    assert.equal(of({ not: ['rating > 9', 'seen == false'] }), true);
    assert.equal(of({ not: ['this.x'] }), undefined);
    assert.throws(() => readBase('- a'), /not a list of names/);
  });
});

const vault = {
  'Books/Dune.md': '---\nauthor: "[[Frank Herbert]]"\nrating: 5\nstate: read\nbought: 2024-02-01\n---\nSand.',
  'Books/Emma.md': '---\nauthor: Jane Austen\nrating: 3\nstate: open\n---\nSee [[Dune]] and ![[Books.base]].',
  'Books/Ulysses.md': '---\nrating: 4\nstate: open\n---\n',
  'Books/cover.txt': 'a file',
  'Frank Herbert.md': '---\nrating: 9\n---\n#person wrote [[Dune]].',
  'Books.base': `filters:\n  and:\n    - file.inFolder("Books")\n    - file.ext == "md"
formulas:\n  stars: rating * 2
properties:\n  file.name:\n    displayName: Book\n  note.author:\n    displayName: Written by
views:
  - type: table\n    name: All\n    order: [file.name, author, rating, formula.stars]\n    sort:\n      - property: rating\n        direction: DESC
  - type: cards\n    name: Open\n    filters: {and: ['state == "open"', 'rating > 3']}
  - type: list\n    name: Mine\n    filters: {and: ['list(author).contains(this)']}
  - type: map\n    name: Where\n    groupBy: {property: state, direction: ASC}
`,
  'Good.base': `filters: rating > 4
properties:\n  note.rating:\n    displayName: Stars
views:
  - type: table\n    name: Best\n    order: [file.name, rating, author]\n    sort: [{property: rating, direction: DESC}]
  - type: table\n    name: Here\n    filters: {and: ['list(author).contains(this)']}
`,
  'Bad.base': 'views: [',
};

onEachEngine((_engine, open) => {
  let t: TestApp;
  const base = startedFor(open, (app) => {
    t = app;
  });
  const fresh = async (name: string): Promise<string> => {
    await inFreshWorkspace(t, name);
    return vaultOf(vault, name, base);
  };

  it('of one folder is a database: its notes are rows in their place, with types, views and filters', async () => {
    const { job, report } = await importPath(t, await fresh('one'));
    assert.equal(job.status, 'completed_with_warnings', job.error);
    assert.deepEqual([report.counts.pages, report.counts.databases, report.counts.rows], [1, 1, 3]);
    assert.deepEqual(
      report.warnings.map(({ item, kind }) => [item, kind]),
      [['Bad.base', 'base']],
    );
    assert.deepEqual(report.broken_links, []);
    assert.deepEqual(report.unsupported, {
      base: 3,
      base_formula: 1,
      base_filter: 1,
      base_map: 1,
      base_column: 1,
      note_embed: 1,
    });
    const pages = await pagesOf(t);
    const home = titled(pages, 'Books' /* the folder stands before its database */);
    const database = pages.find(({ kind }) => kind === 'collection');
    assert.deepEqual([database?.title, database?.parent_id, home.kind], ['Books', home.id, 'folder']);
    const service = t.app.use(databases);
    const { id, description } = (await service.ofPage(t.ctx('ann'), database?.id as number)) as never as {
      id: number;
      description: string;
    };
    assert.match(description, /stars = rating \* 2\nMine: list\(author\)/);
    const properties = await service.properties(t.ctx('ann'), id);
    assert.deepEqual(
      properties.map(({ name, type }) => [name, type]),
      [
        ['Book', 'title'],
        ['Written by', 'text'],
        ['rating', 'number'],
        ['state', 'select'],
        ['bought', 'date'],
      ],
    );
    const views = (await t.call('ann', 'GET', `/api/v2/collections/${id}/views`)).body as {
      name: string;
      kind: string;
      config: Record<string, unknown>;
    }[];
    const idOf = (name: string) => properties.find((one) => one.name === name)?.id;
    const open = properties
      .find(({ name }) => name === 'state')
      ?.config.options?.find(({ name }) => name === 'open')?.id;
    assert.deepEqual(
      views.map(({ name, kind }) => [name, kind]),
      [
        ['All', 'table'],
        ['Open', 'gallery'],
        ['Mine', 'list'],
        ['Where', 'table'],
      ],
    );
    assert.deepEqual(views[0]?.config.sorts, [{ property_id: idOf('rating'), direction: 'desc' }]);
    assert.deepEqual(views[1]?.config.filter, {
      and: [
        { property_id: idOf('state'), op: 'equals', value: open },
        { property_id: idOf('rating'), op: 'gt', value: 3 },
      ],
    });
    assert.equal(views[3]?.config.group_by, idOf('state'));
    const dune = titled(pages, 'Dune');
    assert.equal(dune.parent_id, database?.id);
    // The link to the author is more than the words that the column has of it.
    assert.match(JSON.stringify(dune.blocks), new RegExp(`"pageId":${titled(pages, 'Frank Herbert').id}`));
    assert.match(JSON.stringify(titled(pages, 'Emma').blocks), new RegExp(`"pageId":${database?.id}`));
    assert.equal(titled(pages, 'Books.base').kind, 'file');
  });

  it('that asks for more is a page that lists the notes with their values, and says what nobody here can answer', async () => {
    const folder = await fresh('two');
    writeFileSync(join(folder, 'Shelf.md'), '![[Good.base#Best]]\n\nTake [[Good.base#Here|these]].');
    const { report } = await importPath(t, folder);
    assert.deepEqual(report.broken_links, []);
    const pages = await pagesOf(t);
    const list = titled(pages, 'Good.base');
    // Embeds and links of notes lead to the list, and to the view that they name.
    const [embed, linked] = titled(pages, 'Shelf').blocks;
    assert.deepEqual([embed.type, embed.data.pageId], ['pageLink', list.id]);
    const here = list.blocks.find(({ content }) => content?.[0]?.text === 'Here').id;
    assert.deepEqual(linked.content[1].marks, [{ type: 'link', attrs: { href: `/pages/${list.id}#${here}` } }]);
    assert.equal(list.kind, 'folder');
    const [file, filter, head, table, other, said, why] = list.blocks;
    assert.deepEqual([file.type, filter.content[1].text], ['file', 'rating > 4']);
    assert.deepEqual([head.content[0].text, other.content[0].text], ['Best', 'Here']);
    assert.match(JSON.stringify(said), /contains\(this\)/);
    assert.match(why.content[0].text, /depends on/);
    const shown = table.data.rows.map((row: { content: { text?: string }[] }[]) =>
      row.map(({ content }) => content[0]?.text ?? ''),
    );
    assert.deepEqual(shown, [
      ['Name', 'Stars', 'author'],
      ['Frank Herbert', '9', ''],
      ['Dune', '5', 'Frank Herbert'],
    ]);
    const href = table.data.rows[2][0].content[0].marks[0].attrs.href;
    assert.equal(href, `/pages/${titled(pages, 'Dune').id}`);
  });

  it('comes once, follows its notes, and goes with the import', async () => {
    const folder = await fresh('three');
    const { job } = await importPath(t, folder);
    const made = await count(t, 'pages');
    const again = await importPath(t, folder);
    assert.deepEqual([again.report.created, again.report.updated, await count(t, 'pages')], [0, 0, made]);
    writeFileSync(join(folder, 'Frank Herbert.md'), '---\nrating: 2\n---\n#person wrote [[Dune]].');
    const later = await importPath(t, folder);
    assert.equal(later.report.updated, 1);
    const list = titled(await pagesOf(t), 'Good.base');
    assert.doesNotMatch(JSON.stringify(list.blocks), /Frank Herbert","marks/);
    await undoImport(t.ctx('ann'), job);
    assert.deepEqual(
      (await pagesOf(t))
        .map(({ title }) => title)
        .filter((title) => title !== 'Frank Herbert' && title !== 'Good.base'),
      [],
    );
  });
});
