// Where a page goes, asked in place: also for pages and places that the tree does not show, and from the palette.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave, look } from '../frame.ts';

const browser = await openBrowser();

describe('the dialog that moves a page', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let row = 0;
  /** below the row, where no tree shows it */
  let sheet = 0;
  before(async () => {
    frame = await furnishFrame(browser);
    const { t } = frame;
    const home = await t.call('ann', 'POST', '/db/api', { title: 'Tasks', workspace_id: t.ws1 });
    const { id } = home.body.collection;
    row = (await t.call('ann', 'POST', `/api/v2/collections/${id}/rows`, { title: 'A task' })).body.id;
    sheet = (await t.call('ann', 'POST', '/api/pages', { title: 'A sheet', parent_id: row })).body.id;
  });
  after(async () => {
    await frame.stop();
    await browser?.close();
  });

  const parentOf = async (id: number): Promise<number | null> =>
    (await frame.t.call('ann', 'GET', `/api/v2/pages/${id}`)).body.parent_id;
  const opened = async (page: Page, id: number) => {
    await page.goto(new URL(`/pages/${id}`, page.url()).href);
    await page.locator('.article[data-ready]').waitFor();
  };
  const menu = async (page: Page) => {
    await page.locator('.page-menu > summary').click();
    await page.locator('.page-menu a[href$="/move"]').click();
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  };
  const option = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('option', { name });

  it('opens over a page that the tree does not show, its field ready, with the way to what was seen lately first', async () => {
    const visit = await frame.visit('ann', 'Deep');
    const { page } = visit;
    await until(async () => (await frame.t.call('ann', 'GET', '/api/v2/recents')).body[0]?.title === 'Deep');
    await opened(page, sheet);
    assert.equal(await page.locator(`.tree > li[data-id="${sheet}"]`).count(), 0);
    await menu(page);
    assert.equal(new URL(page.url()).pathname, `/pages/${sheet}`);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox');
    const groups = await page.getByRole('dialog').getByRole('group').allTextContents();
    assert.match(groups[0] ?? '', /^Recent.*Deep.* \/ Alpha \/ Alpha two/);
    assert.match(groups[1] ?? '', /^PagesThe top of the workspace/);
    await look(page);
    await leave(visit);
  });

  it('is offered for no row, which stays in its database', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    await opened(visit.page, row);
    await visit.page.locator('.page-menu > summary').click();
    await visit.page.locator('.page-menu').getByText('History').waitFor();
    assert.equal(await visit.page.locator('a[href$="/move"]').count(), 0);
    await leave(visit);
  });

  it('takes it there, renews the way above it, and brings it back', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await opened(page, sheet);
    await menu(page);
    await page.keyboard.type('Alpha two');
    await option(page, /^Alpha two/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Moved “A sheet” to “Alpha two”.').waitFor();
    assert.equal(await parentOf(sheet), frame.ids['Alpha two']);
    await page.locator('.breadcrumb').getByText('Alpha two').waitFor();
    assert.equal(new URL(page.url()).pathname, `/pages/${sheet}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.breadcrumb').getByText('Alpha two').waitFor({ state: 'detached' });
    assert.equal(await parentOf(sheet), row);
    await leave(visit);
  });

  it('has a neighbour that puts the page into the trash, says so above it, and brings it back', async () => {
    const visit = await frame.visit('ann', 'Alpha one');
    const { page } = visit;
    await page.locator('.article[data-ready]').waitFor();
    await page.locator('.page-menu > summary').click();
    await page.locator('.page-menu form[action$="/delete"] button').click();
    await page.waitForURL(new RegExp(`/pages/${frame.ids.Alpha}$`));
    await page.getByText('Moved “Alpha one” to trash.').waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(new RegExp(`/pages/${frame.ids['Alpha one']}$`));
    await page.locator('.article[data-ready]').waitFor();
    assert.equal((await frame.t.call('ann', 'GET', `/api/v2/pages/${frame.ids['Alpha one']}`)).body.deleted_at, null);
    assert.equal(await page.getByText('Moved “Alpha one” to trash.').count(), 0);
    await leave(visit);
  });

  it('opens by the command of the palette, and renews the way above a page that the tree moves', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    const { pathname } = new URL(page.url());
    await page.locator('.article[data-ready]').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('>move to');
    await page.getByRole('option', { name: 'Move to', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Move Gamma' }).fill('Beta');
    await option(page, /^Beta/).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.breadcrumb').getByText('Beta').waitFor();
    assert.equal(new URL(page.url()).pathname, pathname);
    assert.equal(await parentOf(frame.ids.Gamma as number), frame.ids.Beta);
    await leave(visit);
  });
});
