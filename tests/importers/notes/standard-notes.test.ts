// Backups of Standard Notes: what each editor wrote, tags by what they name, and a reason for what cannot be read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Block, walk } from '../../../plugins/blocks/block.ts';
import { blocksPlainText } from '../../../plugins/blocks/plain-text.ts';
import standardNotes from '../../../plugins/importers/formats/standard-notes/index.ts';
import { archive, itemsIn, of, reasons } from '../formats/items.ts';

const FILE = 'Standard Notes Backup and Import File.txt';
const note = (uuid: string, content: object) => ({ uuid, content_type: 'Note', content });
const backup = (...items: unknown[]): string => JSON.stringify({ version: '004', items });
const read = (...items: unknown[]) => itemsIn(standardNotes, FILE, backup(...items));
const blocksOf = async (content: object): Promise<Block[]> =>
  of(await read(note('a', content)), 'page')[0]?.blocks ?? [];

const words = (text: string, format = 0) => ({ type: 'text', text, format });
const node = (type: string, children: unknown[], more: object = {}) => ({ type, children, ...more });
const tree = (...children: unknown[]) => ({
  noteType: 'super',
  text: JSON.stringify({ root: node('root', children) }),
});

describe('Standard Notes', () => {
  for (const [name, text, reason] of [
    ['cut JSON', '{"version":"004","items":[{"uuid', /kept as a file/],
    ['other JSON', '{"items":3}', /it is not a backup of Standard Notes/],
    ['items of something else', '{"items":[{"a":1}]}', /a backup without items/],
    ['an empty file', '', /kept as a file/],
    [
      'an encrypted backup',
      backup(
        { uuid: 'a', content_type: 'Note', content: '004:ab:cd' },
        { uuid: 'k', content_type: 'SN|ItemsKey', content: '004:x' },
      ),
      /^The backup is encrypted\. Make a decrypted one/,
    ],
  ] as const)
    it(`refuses ${name} with one reason`, async () => {
      const items = await itemsIn(standardNotes, FILE, text);
      assert.equal(of(items, 'problem').length, 1);
      assert.match(reasons(items), reason);
      assert.equal(of(items, 'page').length, 0);
    });

  it('says that an archive without a backup is none', async () => {
    const items = await itemsIn(standardNotes, 'x.zip', archive({ 'a.pdf': 'x' }));
    assert.match(reasons(items), /^It is not a backup of Standard Notes: there is no/);
    assert.equal(of(items, 'file').length, 1);
  });

  it('reads what lies beside the backup once, and names what is left out', async () => {
    const items = await itemsIn(
      standardNotes,
      'x.zip',
      archive({
        [FILE]: backup(
          note('a', { title: 'A', text: 'x' }),
          note('b', { title: 'B', text: 'y', trashed: true }),
          { uuid: 'c', content_type: 'Note', content: '004:x' },
          { uuid: 'd', content_type: 'Note', deleted: true },
          { uuid: 'e', content_type: 'Note' },
          { uuid: 'f', content_type: 'SN|Component', content: {} },
          { uuid: 'g', content_type: 'File', content: { name: 'map.pdf' } },
        ),
        'Items/Note/A-a.txt': 'x',
        'other.pdf': 'x',
      }),
    );
    assert.deepEqual(
      of(items, 'page').map(({ title }) => title),
      ['A'],
    );
    assert.deepEqual(
      of(items, 'file').map(({ id }) => id),
      ['other.pdf'],
    );
    assert.deepEqual(
      of(items, 'problem').map(({ kind, because }) => `${kind}: ${because}`),
      [
        'encrypted: Items that are encrypted were left out: 1.',
        'left_out: 1 note in the trash was left out: “B”.',
        'missing_file: A backup holds no files: map.pdf.',
        'unreadable: Items without content were left out: 1.',
        'left_out: What is no note was left out: Component (1).',
      ],
    );
  });

  it('has tags with those they lie in, also when these lie in each other', async () => {
    const tag = (uuid: string, title: string, ...names: string[]) => ({
      ...{ uuid, content_type: 'Tag' },
      content: { title, references: names.map((name) => ({ uuid: name })) },
    });
    const items = await read(
      ...[note('a', { title: 'A', text: '' }), tag('t', 'one', 'a'), tag('u', 'two', 'a', 't')],
      ...[tag('v', 'x', 'a', 'w'), tag('w', 'y', 'v')],
    );
    assert.deepEqual(of(items, 'page')[0]?.tags, ['one', 'one/two', 'y/x']);
  });

  it('reads a text as its editor means it', async () => {
    const shape = async (content: object) => {
      const [page] = of(await read(note('a', content)), 'page');
      return page?.markdown ?? page?.blocks?.map(({ type, data }) => data.language ?? type).join();
    };
    assert.equal(await shape({ text: '*x*' }), 'paragraph');
    assert.equal(await shape({ text: '*x*', noteType: 'markdown' }), '*x*');
    assert.equal(await shape({ text: '*x*', editorIdentifier: 'org.standardnotes.advanced-markdown-editor' }), '*x*');
    assert.equal(await shape({ text: '<h2>x</h2><p>y', noteType: 'rich-text' }), 'heading,paragraph');
    assert.equal(await shape({ text: 'a()', noteType: 'code' }), '');
    assert.equal(await shape({ text: '- [ ] x', noteType: 'task' }), '- [ ] x');
    assert.equal(await shape({ text: '{"sheets":[]}', noteType: 'spreadsheet' }), 'json');
    assert.equal(await shape({ text: '{"root":{"children":[{"type":"para', noteType: 'super' }), 'json');
    assert.equal(await shape({ text: 5 }), '');
  });

  it('reads the lists of Super, nested and with boxes', async () => {
    const item = (...children: unknown[]) => node('listitem', children);
    const list = (listType: string, children: unknown[]) => node('list', children, { listType });
    const deep = list('number', [item(words('deep'))]);
    const blocks = await blocksOf(
      tree(
        list('bullet', [item(words('one')), item(deep)]),
        list('check', [node('listitem', [words('done')], { checked: true }), item(words('open'))]),
      ),
    );
    assert.deepEqual(
      blocks.map(({ type, data, children = [] }) => [type, data.checked, children.map((child) => child.type)]),
      [
        ['bullet', undefined, ['numbered']],
        ['todo', true, []],
        ['todo', false, []],
      ],
    );
  });

  it('keeps marks, links to notes, pictures in the note, and what it does not know', async () => {
    const items = await read(
      note('b', { title: 'Other', text: '' }),
      note('a', {
        title: 'A',
        ...tree(
          node('paragraph', [words('x<', 1 + 8), { type: 'snbubble', itemUuid: 'b' }]),
          node('paragraph', [{ type: 'snbubble', itemUuid: 'gone' }]),
          { type: 'unencrypted-image', src: 'https://example.org/a.png', alt: 'a' },
          { type: 'inline-file', src: 'data:image/png;base64,AAAA', mimeType: 'image/png', fileName: 'dot' },
          { type: 'future', value: 7 },
        ),
      }),
    );
    const page = of(items, 'page')[1];
    assert.deepEqual(page?.blocks?.[0]?.content, [
      { type: 'text', text: 'x<', marks: [{ type: 'bold' }, { type: 'underline' }] },
      { type: 'text', text: 'Other', marks: [{ type: 'link', attrs: { href: '/b' } }] },
    ]);
    assert.deepEqual(
      [...walk(page?.blocks ?? [])].map(({ type }) => type),
      ['paragraph', 'paragraph', 'image', 'image', 'code'],
    );
    assert.equal(of(items, 'file').length, 1);
    assert.deepEqual(page?.unsupported, { missing_note: 1, unknown_node: 1 });
  });

  it('keeps the words of what is nested too deeply', async () => {
    let inner: unknown = words('bottom');
    for (let depth = 0; depth < 400; depth++) inner = node('collapsible-container', [inner]);
    assert.match(blocksPlainText(await blocksOf(tree(inner))), /bottom/);
  });

  it('keeps all of a text that is longer than one block, which ends at a line or between characters', async () => {
    const line = `${'word '.repeat(60)}\n`;
    for (const text of [line.repeat(7_000), '🦊'.repeat(1_000_000), `a${'🦊'.repeat(600_000)}`]) {
      const blocks = await blocksOf({ noteType: 'code', text });
      const parts = blocks.map(({ data }) => String(data.text));
      assert.ok(parts.every((part) => part.length <= 1_000_000 && part.isWellFormed()));
      assert.equal(parts.join(text.includes('\n') ? '\n' : ''), text);
    }
  });
});
