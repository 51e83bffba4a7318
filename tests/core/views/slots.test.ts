// Places that plugins fill: templates of their own, and one that is missing or fails takes no page down.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import ejs from 'ejs';
import { migratedDatabase } from '../../../testing/databases.ts';
import { scratchFolder } from '../../../testing/folders.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

const page = { headers: { accept: 'text/html' } };
const folder = scratchFolder();
let t: TestApp;

/** An extension with one slot. */
const extension = (name: string, slot: string, template: string) => `
import { definePlugin } from 'commonplace';
export default definePlugin({
  name: '${name}',
  version: '1.0.0',
  summary: 'Shows something',
  slots: [{ slot: '${slot}', template: '${template}' }],
  templates: new URL('${pathToFileURL(join(folder, 'templates'))}/'),
});
`;

before(async () => {
  // Templates that another application of this process has compiled look in its folders only.
  ejs.clearCache();
  const extensions = join(folder, 'extensions');
  for (const [name, text] of Object.entries({
    shelf: '<p id="shelf"><%= 6 * 7 %> <%= path %></p>',
    broken: '<p id="broken"><%= nothing.of.this %></p>',
  })) {
    mkdirSync(join(folder, 'templates', name), { recursive: true });
    writeFileSync(join(folder, 'templates', name, 'card.ejs'), text);
  }
  mkdirSync(extensions);
  writeFileSync(join(extensions, 'shelf.ts'), extension('shelf', 'topbar', '/shelf/card'));
  writeFileSync(join(extensions, 'broken.ts'), extension('broken', 'topbar', '/broken/card'));
  writeFileSync(join(extensions, 'missing.ts'), extension('missing', 'topbar', '/missing/card'));
  t = await startApp(await migratedDatabase('sqlite'), { settings: { EXTENSIONS_DIR: extensions } });
});
after(async () => {
  await t.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('a plugin fills a place by a template of its own, with the values around', async () => {
  const { text, status } = await t.call('ann', 'GET', '/workspaces', page);
  assert.equal(status, 200);
  assert.match(text, /<p id="shelf">42 \/workspaces<\/p>/);
});

it('a template that fails is left out, and the page is shown', async () => {
  const { text, status } = await t.call('ann', 'GET', '/library', page);
  assert.equal(status, 200);
  assert.doesNotMatch(text, /id="broken"/);
  assert.match(text, /id="shelf"/);
});

it('a plugin whose template is nowhere is not taken, and says so', () => {
  const found = t.app.plugins.find(({ origin }) => /missing/.test(origin));
  assert.deepEqual(
    [found?.state, found?.reason],
    ['skipped', 'plugin missing: the slot topbar names the template /missing/card, which is not there'],
  );
});
