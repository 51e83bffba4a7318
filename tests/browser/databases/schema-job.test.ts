// A change of the properties of a large table: how far it is, cancelled, and taken back, by hand.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { type Any, type Made, makeDatabase } from '../../databases/database.ts';
import { fillRows } from '../../databases/filled.ts';
import type { TestApp } from '../../kit/app.ts';
import { axeFaults } from '../../kit/axe.ts';
import { listen, openBrowser, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';

const browser = await openBrowser();
const ROWS = 5200;

describe('a change of many rows', { skip: browser ? false : 'no browser' }, () => {
  let stored: TestDatabase;
  let t: TestApp & { url: string };
  let db: Made;
  let visit: Visit;
  let page: Page;
  before(async () => {
    stored = await migratedDatabase('sqlite');
    t = await listen(stored);
    // It goes on when the test says so.
    await t.app.jobs.stop();
    db = await makeDatabase(t, [{ name: 'Word', type: 'text' }]);
    await fillRows(t, db, ROWS, { Word: { json: `'"' || (n % 10) || '"'`, cell: { text_key: `'' || (n % 10)` } } });
    visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    await signIn(visit, t, t.session('ann'));
    page = visit.page;
    await page.goto(`${t.url}/pages/${db.pageId}`);
    await page.locator('[data-database][data-ready="true"]').waitFor();
  });
  after(async () => {
    await visit.close();
    await t.stop();
    await stored.cleanup();
    await browser?.close();
  });

  const line = () => page.locator('.schema-job');
  const typeNow = async () => (await db.reload()).by.Word.type;
  const askToConvert = async () => {
    await page.getByRole('columnheader', { name: 'Word' }).click();
    await page.getByRole('menuitem', { name: 'Change type' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').selectOption('number');
    await dialog.getByText(/5,?200 values stay/).waitFor();
    await dialog.getByRole('button', { name: 'Change type' }).click();
  };
  const convert = async () => {
    await askToConvert();
    await line().getByText('of 5,200 are done').waitFor();
  };

  it('says how far it is, wide and narrow, and nothing of it is left when it is cancelled', async () => {
    await convert();
    assert.equal(await typeNow(), 'text');
    assert.deepEqual(await axeFaults(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    const { width } = (await line().boundingBox()) as { width: number };
    assert.ok(width <= 390, `${width}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await t.app.database.writer('schema_jobs').update({ done: ROWS });
    await line().getByText('It is being put in force').waitFor();
    await t.app.database.writer('schema_jobs').update({ done: 0 });
    await line().getByRole('button', { name: 'Cancel' }).click();
    await line().getByText('being stopped').waitFor();
    await t.app.jobs.drain();
    await page.getByText('nothing has changed').waitFor();
    await line().waitFor({ state: 'hidden' });
    assert.equal(await typeNow(), 'text');
  });

  it('is told when it is done, with the way back', async () => {
    await convert();
    await t.app.jobs.drain();
    const told = page.locator('.toast', { hasText: 'The change of the properties is done' });
    await told.waitFor();
    assert.equal(await typeNow(), 'number');
    await told.getByRole('button', { name: 'Undo' }).click();
    await line().getByText('of 5,200 are done').waitFor();
    await t.app.jobs.drain();
    await line().waitFor({ state: 'hidden' });
    assert.equal(await typeNow(), 'text');
    await convert();
    await t.app.jobs.drain();
    await line().waitFor({ state: 'hidden' });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await line().getByText('of 5,200 are done').waitFor();
    await t.app.jobs.drain();
    await page.locator('.toast', { hasText: 'Undone: the change of type of Word' }).waitFor();
    assert.equal(await typeNow(), 'text');
    const { body } = await t.call('ann', 'GET', `/api/v2/collections/${db.id}/rows?limit=1`);
    assert.match((body.results ?? body)[0].values[db.by.Word.id] as Any, /^\d$/);
  });

  it('is told of one that was over before the window heard of it, and can take it back', async () => {
    await page.route('**/convert', async (route) => {
      const response = await route.fetch();
      if (response.ok() && 'job' in (await response.json())) await t.app.jobs.drain();
      await route.fulfill({ response });
    });
    await page.reload();
    await page.locator('[data-database][data-ready="true"]').waitFor();
    await askToConvert();
    await page.locator('.toast', { hasText: 'The change of the properties is done' }).waitFor();
    assert.equal(await typeNow(), 'number');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await line().getByText('of 5,200 are done').waitFor();
    await t.app.jobs.drain();
    await line().waitFor({ state: 'hidden' });
    assert.equal(await typeNow(), 'text');
  });
});
