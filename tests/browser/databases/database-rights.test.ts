// A table for somebody who may change some of its rows: their cells can be written, those beside them are only read.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { until } from '../../../testing/until.ts';
import { type Any, type Made, makeDatabase } from '../../databases/database.ts';
import type { TestApp } from '../../kit/app.ts';
import { axeFaults } from '../../kit/axe.ts';
import { listen, openBrowser, signIn, type TestBrowser, type Visit } from '../../kit/browser.ts';

const browser = await openBrowser();
/** Where it is tomorrow already for most of the day. */
const ZONE = 'Pacific/Kiritimati';
const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format();

describe('cells of a table', { skip: browser ? false : 'no browser' }, () => {
  let stored: TestDatabase;
  let t: TestApp & { url: string };
  let db: Made;
  let rows: Any[];
  let visit: Visit;
  before(async () => {
    stored = await migratedDatabase('sqlite');
    t = await listen(stored);
    db = await makeDatabase(t, [
      { name: 'Who', type: 'person' },
      { name: 'Note', type: 'text' },
      { name: 'Due', type: 'date' },
    ]);
    rows = [];
    for (const who of ['vic', 'com'] as const)
      rows.push(await db.row({ Who: [t.user(who).id], Note: who, Due: dayIn(ZONE) }, who));
    const rule = { property_id: db.by.Who.id, role: 'editor' };
    assert.equal((await t.call('ann', 'POST', `/api/v2/collections/${db.id}/rules`, { body: rule })).status, 200);
  });
  after(async () => {
    await visit?.close();
    await t.stop();
    await stored.cleanup();
    await browser?.close();
  });

  it('take what is typed where a row names the reader, and nothing beside it', async () => {
    visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 } });
    const { page } = visit;
    await signIn(visit, t, t.session('vic'));
    const listening = page.waitForEvent('websocket', { predicate: (one) => one.url().includes('/ws/events') });
    await page.goto(`${t.url}/pages/${db.pageId}`);
    await page.locator('[data-database][data-ready]').waitFor();
    await listening;
    const cell = (line: number, column: number) =>
      page.locator(`.grid-line[data-line="${line}"] [data-column="${column}"]`);
    const onCell = (line: number, column: number) =>
      page.locator(`.grid:focus .grid-line[data-line="${line}"] .active[data-column="${column}"]`).waitFor();
    const notes = () => Promise.all(rows.map(async ({ id }) => (await db.read(id)).values[db.by.Note.id]));
    for (const column of [0, 1, 2])
      assert.deepEqual(
        [await cell(0, column).getAttribute('aria-readonly'), await cell(1, column).getAttribute('aria-readonly')],
        [null, 'true'],
      );
    assert.equal(await page.locator('.grid-line.new').count(), 0);
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+Home');
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await onCell(1, 2);
    for (const key of ['Enter', 'x', 'Delete']) await page.keyboard.press(key);
    await onCell(1, 2);
    await page.keyboard.press('ArrowUp');
    await onCell(0, 2);
    await page.keyboard.press('Enter');
    await page.locator('.cell-editor').getByRole('textbox').fill('by vic');
    await page.keyboard.press('Enter');
    await until(async () => (await notes()).join() === 'by vic,com');
    await onCell(1, 2);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Delete');
    await until(async () => (await notes()).join() === ',com');
    await cell(1, 2).filter({ hasText: 'com' }).waitFor();
    assert.equal((await db.change(rows[0].id, { Who: [t.user('com').id] })).status, 200);
    await page.locator('.grid[aria-readonly="true"]').waitFor();
    assert.equal(await page.locator('.toast').count(), 0);
    assert.deepEqual(visit.complaints, []);
  });

  it('move in time only where the row is the reader’s to change, by the clock of the reader', async () => {
    assert.equal((await t.call('vic', 'PUT', '/api/user/profile', { timezone: ZONE })).status, 200);
    assert.equal((await db.change(rows[0].id, { Who: [t.user('vic').id] })).status, 200);
    const { page } = visit;
    const movable = async (kind: string, bars: string) => {
      const made = await t.call('ann', 'POST', `/api/v2/collections/${db.id}/views`, { name: kind, kind, config: {} });
      await page.goto(`${t.url}/pages/${db.pageId}?view=${made.body.id}`);
      await page.locator(bars).nth(1).waitFor();
      const found = await page.locator(`${bars}[data-movable]`).all();
      return Promise.all(found.map((one) => one.getAttribute('data-row')));
    };
    assert.deepEqual(await movable('timeline', '.timeline-bar'), [String(rows[0].id)]);
    assert.deepEqual(await movable('calendar', '.calendar-event'), [String(rows[0].id)]);
    const day = page.locator('.calendar-day', { has: page.locator('.calendar-event') });
    assert.equal(await day.getAttribute('data-day'), await page.locator('[data-today]').getAttribute('data-day'));
    const [mine, other] = rows.map(({ id }) => page.locator(`.calendar-event[data-row="${id}"]`));
    assert.deepEqual(
      [await mine?.getAttribute('draggable'), await other?.getAttribute('draggable')],
      ['true', 'false'],
    );
    await other?.click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    assert.equal(await page.getByRole('menuitem').count(), 1, 'to open it');
    assert.deepEqual(visit.complaints, []);
  });

  it('offer no change of a property that would be refused', async () => {
    const db = await makeDatabase(t, [
      { name: 'Note', type: 'text' },
      { name: 'Price', type: 'number' },
    ]);
    const row = await db.row({ Note: 'one' });
    const { page } = visit;
    // The pointer still stands over a line whose preview would be asked for by nobody.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await signIn(visit, t, t.session('edi'));
    const offered = async (name: string): Promise<string[]> => {
      await page.goto(`${t.url}/pages/${db.pageId}`);
      await page.locator('[data-database][data-ready]').waitFor();
      await page.locator('.head-cell', { hasText: name }).click();
      await page.getByRole('menu').waitFor();
      const all = await page.getByRole('menuitem').allInnerTexts();
      return all.filter((one) => /^(Edit property|Change type|Delete)/.test(one.trim())).map((one) => one.trim());
    };
    const all = await offered('Note');
    assert.equal(all.length, 3, all.join());
    const rights = `/api/v2/collections/${db.id}/properties/${db.by.Note.id}/permissions`;
    const given = await t.call('ann', 'POST', rights, { user_id: t.user('edi').id, role: 'viewer' });
    assert.equal(given.status, 200, given.text);
    assert.deepEqual(await offered('Note'), []);
    assert.deepEqual(await offered('Price'), all);
    const restricted = { permission_type: 'restricted' };
    assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${row.id}/permissions/type`, restricted)).status, 200);
    assert.deepEqual(await offered('Price'), all.slice(0, 1));
    assert.deepEqual(visit.complaints, []);
  });
});
