// The names under which extensions import parts of the product: they stay when files move.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { publicModule } from '../../../core/boot/public-modules.ts';

const root = new URL('../../../', import.meta.url);
/** Extensions of earlier versions were written with these names. */
const EARLIER = [
  ...['access', 'apart', 'archives', 'blob', 'civil', 'config', 'context', 'database', 'decoding', 'delimited'],
  ...['dialect', 'doctor', 'escape', 'events', 'fields', 'form', 'jobs', 'lazy', 'limits', 'mail', 'migrate', 'moment'],
  ...['outbound', 'paging', 'plugin', 'portions', 'problem', 'record', 'reference', 'route', 'sealed-zip', 'secrets'],
  ...['shortcut', 'statement', 'storage', 'stored-settings', 'text', 'views', 'zip', 'zone'],
];

describe('modules for extensions', () => {
  it('are there under the names of earlier versions', () => {
    const gone = EARLIER.filter((name) => !existsSync(new URL(publicModule(`commonplace/${name}`), root)));
    assert.deepEqual(gone, []);
  });

  it('are all there under the names that the refusal of another one lists', () => {
    let listed: string[] = [];
    assert.throws(
      () => publicModule('commonplace/boot'),
      (error: Error) => {
        assert.match(error.message, /^commonplace\/boot is not a module for extensions\. /);
        listed = (error.message.split('one of: ')[1] ?? '').replace('.', '').split(', ');
        return true;
      },
    );
    assert.ok(listed.length > 30, listed.join());
    for (const name of listed) assert.ok(existsSync(new URL(publicModule(`commonplace/${name}`), root)), name);
  });

  it('include the contracts of plugins', async () => {
    const { pages } = await import(new URL(publicModule('commonplace/plugins/pages'), root).href);
    assert.equal(typeof pages, 'object');
    assert.throws(() => publicModule('commonplace/plugins/../core/boot/boot'), /is not a module for extensions/);
  });
});
