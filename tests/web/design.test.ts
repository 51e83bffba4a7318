// The page of the visual system shows all that the styles are made of, whoever asks for it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const styles = readFileSync(new URL('../../plugins/web/client/styles/tokens.css', import.meta.url), 'utf8');
/** Of a page as a whole, which nothing on it could show. */
const OF_THE_PAGE = ['measure', 'sidebar', 'bar', 'font', 'mono', 'shadow'];

describe('the page of the visual system', () => {
  let database: TestDatabase;
  let t: TestApp;
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startApp(database);
  });
  after(async () => {
    await t?.stop();
    await database?.cleanup();
  });

  it('shows every colour, distance, corner and size of text, and every icon', async () => {
    const { status, text } = await t.inject('GET', '/help/design');
    assert.equal(status, 200);
    const names = [...styles.matchAll(/^ {2}--([a-z0-9-]+):/gm)].map(([, name = '']) => name);
    assert.ok(names.length > 30, names.join());
    assert.deepEqual(
      names.filter((name) => !OF_THE_PAGE.includes(name) && !text.includes(`<code>--${name}</code>`)),
      [],
    );
    const icons = [...t.app.assets.textOf(['icons.svg']).matchAll(/ id="([^"]+)"/g)].map(([, name = '']) => name);
    assert.ok(icons.length > 50);
    assert.deepEqual(
      icons.filter((name) => !text.includes(`<code>${name}</code></li>`)),
      [],
    );
  });

  it('says the value of each, leads to each part, and is in English for everybody', async () => {
    const { text } = await t.inject('GET', '/help/design', { headers: { 'accept-language': 'de' } });
    assert.match(text, /<div class="design" lang="en" dir="ltr">\s*<div>\s*<h1>Design<\/h1>/);
    assert.match(text, /<code>--accent<\/code><span class="meta">#[\da-f]{6} · #[\da-f]{6}<\/span>/);
    const parts = [...text.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
    assert.ok(parts.length > 5);
    assert.deepEqual(
      parts.filter((id) => !text.includes(`<a href="#${id}">`)),
      [],
    );
  });

  it('is named in the help for authors, in both languages', async () => {
    for (const locale of ['en', 'de']) {
      const { text } = await t.inject('GET', '/help/extending', { headers: { 'accept-language': locale } });
      assert.match(text, /href="\/help\/design"/);
    }
  });
});
