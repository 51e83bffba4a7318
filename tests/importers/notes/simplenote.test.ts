// Exports of Simplenote: every note once, what is in the trash counted, and a reason for what is no export.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import simplenote from '../../../plugins/importers/formats/simplenote/index.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const note = (id: string, content: unknown, more: object = {}) => ({ id, content, ...more });
const exportOf = (activeNotes: unknown[], trashedNotes: unknown[] = []): string =>
  JSON.stringify({ activeNotes, trashedNotes });
const pagesOf = async (...notes: unknown[]) => of(await itemsIn(simplenote, 'notes.json', exportOf(notes)), 'page');

describe('Simplenote', () => {
  for (const [name, text, reason] of [
    ['cut JSON', '{"activeNotes":[{"id":"a","cont', /kept as a file/],
    ['other JSON', '[{"title":"x"}]', /it is not a Simplenote export/],
    ['null', 'null', /it is not a Simplenote export/],
    ['an empty file', '', /kept as a file/],
  ] as const)
    it(`refuses ${name} with one reason`, async () => {
      const items = await itemsIn(simplenote, 'notes.json', text);
      assert.equal(of(items, 'problem').length, 1);
      assert.match(reasons(items), reason);
    });

  it('says that an archive without notes.json is none, and keeps its texts', async () => {
    const items = await itemsIn(simplenote, 'notes.zip', archive({ 'a.txt': 'salt' }));
    assert.match(reasons(items), /there is no notes\.json/);
    assert.equal(of(items, 'page').length, 1);
  });

  it('has each note once, and a text that is none of them as a page', async () => {
    const items = await itemsIn(
      simplenote,
      'notes.zip',
      archive({
        'source/notes.json': exportOf([note('a', 'One\r\ntwo'), note('b', 'One\nother')], [note('c', 'Gone\nx')]),
        'One.txt': 'One\ntwo\n\nTags:\n  x, y',
        'One (1).txt': 'One\r\nother',
        'trash-Gone.txt': 'Gone\r\nx',
        'Beside.txt': 'Beside',
        'list.pdf': 'x',
      }),
    );
    assert.deepEqual(
      of(items, 'page').map(({ title }) => title),
      ['One', 'One', 'Beside'],
    );
    assert.equal(of(items, 'file').length, 1);
    assert.equal(reasons(items), '1 note in the trash was left out: “Gone”.');
  });

  it('names a note by its first line, which stays where a title cannot hold it', async () => {
    const long = 'word '.repeat(200).trim();
    const found = await pagesOf(
      note('a', '\n\nTitle\n\nbody'),
      note('b', `${long}\nbody`),
      note('c', '- [x] done\nbody'),
      note('d', ''),
      note('e', '## Head ##\n\nbody', { markdown: true }),
    );
    assert.deepEqual(
      found.map(({ title, blocks, markdown }) => [
        title.slice(0, 12),
        (markdown ?? blocksPlainText(blocks ?? [])).replace(/\s+/g, ' ').trim(),
      ]),
      [
        ['Title', 'body'],
        ['word word wo', `${long} body`],
        ['- [x] done', 'done body'],
        ['Untitled', ''],
        ['Head', 'body'],
      ],
    );
  });

  it('has links to notes of the export, and others as they were written', async () => {
    const text = '[B](simplenote://note/b) and [C](simplenote://note/c)';
    const [plain, marked] = await pagesOf(note('a', `A\n${text}`), note('b', `B\n${text}`, { markdown: true }));
    assert.deepEqual(plain?.blocks?.[0]?.content, [
      { type: 'text', text: 'B', marks: [{ type: 'link', attrs: { href: '/b' } }] },
      { type: 'text', text: ' and ' },
      { type: 'text', text: '[C](simplenote://note/c)' },
    ]);
    assert.equal(marked?.markdown, '[B](/b) and [C](simplenote://note/c)');
  });

  it('keeps what else it says of a note, and goes on after one without text', async () => {
    const items = await itemsIn(
      simplenote,
      'notes.json',
      exportOf([7, note('a', 5), note('b', 'B', { pinned: true, publicURL: '', later: 'x', tags: ['t', ''] })]),
    );
    const [page] = of(items, 'page');
    assert.deepEqual([page?.properties, page?.tags], [{ pinned: true, later: 'x' }, ['t']]);
    assert.equal(reasons(items), 'The note was left out: it has no text.,The note was left out: it has no text.');
  });
});
