// Databases on a phone: the views are one menu, a tap on a row opens it as a page of its own.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, LIVE, named } from './desk.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

describe('a database on a phone', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let first: { id: number };
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won') },
      { name: 'Done', type: 'checkbox' },
      { name: 'Due', type: 'date' },
    ]);
    const day = { start: new Date().toISOString().slice(0, 10) };
    first = await desk.made.row({ Stage: desk.made.option('Stage', 'Open'), Due: day }, 'First');
    await desk.made.row({ Stage: desk.made.option('Stage', 'Won') }, 'Second');
  });
  after(() => desk.stop());

  const cell = (page: Page, column: number) => page.locator(`.grid-line[data-line="0"] [data-column="${column}"]`);
  const views = (page: Page) => page.getByRole('button', { name: /^Views: / });

  /** Waits until the row fills the window, and goes back to where it was opened. */
  async function comes(page: Page): Promise<void> {
    await page.waitForURL(`${desk.t.url}/pages/${first.id}`);
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
    assert.equal(await page.locator('.peek').count(), 0);
    await page.goBack();
    await page.locator(LIVE).waitFor();
  }

  it('opens a row by a tap on its title, and edits nothing there', async () => {
    const page = await desk.open('edi', undefined, PHONE);
    await cell(page, 0).tap();
    await comes(page);
    assert.equal(await page.locator('.cell-editor').count(), 0);
    await desk.close();
  });

  it('opens a row by a tap on whatever its reader cannot change, and changes a value by one tap where they can', async () => {
    const reader = await desk.open('vic', undefined, PHONE);
    await cell(reader, 1).tap();
    await comes(reader);
    const page = await desk.open('edi', undefined, PHONE);
    await cell(page, 2).tap();
    await cell(page, 2).locator('.check.on').waitFor();
    await cell(page, 1).tap();
    await page.getByRole('option', { name: 'Won' }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/pages/${desk.made.pageId}`);
    await page.keyboard.press('Escape');
    // What was just changed is kept, and nobody is asked whether they want to leave.
    await cell(page, 2).tap();
    await cell(page, 0).tap();
    await comes(page);
    assert.equal((await desk.made.read(first.id)).values[desk.made.by.Done.id], false);
    await desk.close();
  });

  for (const kind of ['board', 'list', 'gallery']) {
    it(`opens a row of a ${kind} by a tap beside its title`, async () => {
      const view = await desk.makeView(kind, { group_by: desk.made.by.Stage.id });
      const page = await desk.open('edi', view, PHONE);
      // Each column is read by itself, and draws the board anew.
      await page.locator('[data-row]').nth(1).waitFor();
      const card = page.locator('[data-row]', { hasText: 'First' });
      const box = await card.boundingBox();
      assert.ok(box);
      await card.tap({ position: { x: box.width / 2, y: box.height - 3 } });
      await comes(page);
      await desk.close();
    });
  }

  it('says of a bar of time that its row opens as a page', async () => {
    const view = await desk.makeView('timeline', { date_property_id: desk.made.by.Due.id });
    const page = await desk.open('edi', view, PHONE);
    await page.locator('.timeline-bar[aria-label^="First,"]').tap();
    assert.equal(await page.getByRole('menuitem').first().textContent(), 'Open as page');
    await page.getByRole('menuitem').first().tap();
    await comes(page);
    await desk.close();
  });

  it('shows its views as one menu, with a new one at its end', async () => {
    const board = await desk.makeView('board', { group_by: desk.made.by.Stage.id }, 'By stage');
    const page = await desk.open('edi', undefined, PHONE);
    assert.equal(await page.locator('.view-tabs a:visible').count(), 0);
    const box = await views(page).boundingBox();
    assert.ok(box && box.height >= 44, JSON.stringify(box));
    await views(page).tap();
    const menu = page.getByRole('menu', { name: 'Views' });
    assert.equal(await menu.getByRole('menuitemcheckbox', { checked: true }).count(), 1);
    await menu.getByRole('menuitem', { name: 'New view' }).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await menu.getByRole('menuitemcheckbox', { name: 'By stage' }).tap();
    await page.getByRole('button', { name: 'Views: By stage' }).waitFor();
    await page.locator('.board-columns').waitFor();
    assert.equal(new URL(page.url()).search, `?view=${board}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await views(page).tap();
    await menu.getByRole('menuitem', { name: 'New view' }).tap();
    await page.getByRole('dialog').waitFor();
    await desk.close();
  });

  for (const locale of ['en-GB', 'de-DE'] as const)
    it(`names its views in whole words in ${locale}, and adds a property from its menu`, async () => {
      const page = await desk.visit('edi', { ...PHONE, locale });
      const words = { 'en-GB': ['Table', 'Timeline', 'Calendar'], 'de-DE': ['Tabelle', 'Zeitleiste', 'Kalender'] };
      const made: number[] = [];
      for (const [at, name] of words[locale].entries()) {
        const kind = ['table', 'timeline', 'calendar'][at] as string;
        const view = await desk.makeView(kind, { date_property_id: desk.made.by.Due.id }, name);
        await page.goto(`${desk.t.url}/pages/${desk.made.pageId}?view=${view}`);
        await page.locator(LIVE).waitFor();
        const word = page.locator('.views-button .tab-name');
        assert.equal(await word.textContent(), name);
        assert.ok(await word.evaluate((one) => one.scrollWidth <= one.clientWidth), `${name} is cut off`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
        made.push(view);
      }
      await page.locator('[data-tool="options"]').tap();
      await page.getByRole('menuitem', { name: /^(Add property|Eigenschaft hinzufügen)$/ }).tap();
      await page.locator('.new-property').waitFor();
      await desk.close();
      for (const view of made) await desk.t.call('ann', 'DELETE', `/api/v2/views/${view}`);
    });

  it('shows of a month the days on which something is, and today, which is in sight; a row begins on any other', async () => {
    const calendar = await desk.makeView('calendar', { date_property_id: desk.made.by.Due.id });
    const made: { id: number }[] = [];
    for (let day = 1; day < 20; day += 1) {
      const Due = { start: `2031-05-${String(day).padStart(2, '0')}` };
      for (const title of ['One', 'Another']) made.push(await desk.made.row({ Due }, `${title} on ${day}`));
    }
    const long = 'A garden along the southern wall with forty kinds of roses';
    made.push(await desk.made.row({ Due: { start: '2031-05-19' } }, long));
    const page = await desk.visit('edi', PHONE);
    await page.clock.setFixedTime(new Date('2031-05-20T10:00:00Z'));
    await page.goto(`${desk.t.url}/pages/${desk.made.pageId}?view=${calendar}`);
    await page.locator('.calendar-event', { hasText: 'One on 19' }).waitFor();
    const days = page.locator('.calendar-day:visible');
    assert.equal(await days.count(), 20);
    const today = page.locator('.calendar-day[data-today]');
    await page.waitForFunction(() => {
      const { top, bottom } =
        document.querySelector('.calendar-day[data-today]')?.getBoundingClientRect() ?? new DOMRect();
      return top > 0 && bottom < innerHeight - 60;
    });
    assert.equal(await today.getAttribute('data-day'), '2031-05-20');
    assert.deepEqual(await axeFaultsInBoth(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.getByLabel('Day of the new row').fill('2031-05-28');
    await page.locator('.day-choice button').tap();
    await page.waitForURL(/\/pages\/\d+$/);
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { values } = await desk.made.read(id);
    assert.equal(values[desk.made.by.Due.id].start, '2031-05-28');
    for (const row of [...made, { id }]) await desk.t.call('ann', 'DELETE', `/api/v2/rows/${row.id}`);
    await desk.close();
  });

  it('keeps its tabs, and rows beside them, in a wide window', async () => {
    const page = await desk.open('edi');
    assert.equal(await views(page).count(), 0);
    await cell(page, 0).click();
    await cell(page, 0).click();
    await page.locator('.cell-editor').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.grid-line[data-line="0"] .open-row').click();
    await page.locator('.peek').waitFor();
    await desk.close();
  });
});
