// The example of an importer: its format by tables, real and broken files, and as an extension of a running product.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from '../../examples/importer/opml.ts';
import type { PageItem } from '../../plugins/importers/contract.ts';
import { migratedDatabase } from '../../testing/databases.ts';
import { startApp } from '../kit/app.ts';
import { importPath, pagesOf, shared, titled, withoutShared } from './imports.ts';

const file = fileURLToPath(new URL('../../examples/importer/opml.ts', import.meta.url));
const opml = (body: string): string => `<?xml version="1.0"?><opml version="2.0"><body>${body}</body></opml>`;
const read = (text: string) => [...parse('x.opml', text)] as PageItem[];

describe('the example importer', () => {
  it('has less than 40 lines', () => {
    assert.ok(readFileSync(file, 'utf8').split('\n').length <= 40);
  });

  it('refuses declarations of entities', () => {
    const attack = `<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd">]>${opml('<outline text="&x;"/>')}`;
    assert.deepEqual(
      read(attack).map(({ type }) => type),
      ['problem'],
    );
  });

  const cases: [string, string, [string, string | undefined][]][] = [
    [
      'folders',
      '<outline text="a"><outline text="b"/></outline><outline text="c"/>',
      [
        ['a', undefined],
        ['b', 'x.opml/a'],
        ['c', undefined],
      ],
    ],
    ['entities and >', '<outline text="1 > 0 &amp; &#65; &unknown;"/>', [['1 > 0 & A &unknown;', undefined]]],
    ['comments', '<!-- <outline text="no"/> --><outline text="yes"/>', [['yes', undefined]]],
    [
      'missing ends',
      '<outline text="a"><outline text="b">',
      [
        ['a', undefined],
        ['b', 'x.opml/a'],
      ],
    ],
    ['too many ends', '</outline><outline text="a"/></outline>', [['a', undefined]]],
  ];
  for (const [what, body, expected] of cases) {
    it(`reads ${what}`, () =>
      assert.deepEqual(
        read(opml(body)).map(({ title, parent }) => [title, parent]),
        expected,
      ));
  }

  it('takes linear time', () => {
    for (const part of ['<outline ', '<!--', '<outline text="', '<outline a='])
      assert.ok(read(part.repeat(100_000)).length >= 0);
  });

  it('reads all real files, broken ones too', { skip: withoutShared }, () => {
    for (const folder of ['opml/listparser', 'opml/malformed']) {
      for (const name of readdirSync(join(shared, folder), { recursive: true }) as string[]) {
        const path = join(shared, folder, name);
        if (statSync(path).isFile())
          assert.ok(read(readFileSync(path, 'utf8')).length >= (name.includes('xmlns') ? 0 : 1), name);
      }
    }
  });

  it('works from the extensions folder, without any other change', async () => {
    const database = await migratedDatabase('sqlite');
    mkdirSync(join(database.dataDir, 'extensions'));
    copyFileSync(file, join(database.dataDir, 'extensions', 'opml.ts'));
    const t = await startApp(database);
    try {
      const path = join(database.dataDir, 'feeds.opml');
      writeFileSync(
        path,
        opml(
          '<outline text="News"><outline text="Feed" xmlURL="https://example.org/feed"/></outline><outline text="Feed" xmlUrl="https://example.org/feed"/>',
        ),
      );
      const { job, report } = await importPath(t, path, { source: 'opml' });
      assert.equal(job.status, 'completed_with_warnings');
      assert.deepEqual([report.created, report.warnings[0]?.kind], [2, 'duplicate']);
      const all = await pagesOf(t);
      assert.equal(titled(all, 'Feed').parent_id, titled(all, 'News').id);
    } finally {
      await t.stop();
      await database.cleanup();
    }
  });
});
