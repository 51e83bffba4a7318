// The address of a database is that of the view in sight: it can be gone back to, read anew and passed on.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, LIVE, named } from '../desk.ts';

const browser = await openBrowser();

describe('the address of a view', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let board: number;
  before(async () => {
    desk = await furnishDatabase(browser, [{ name: 'Stage', type: 'select', config: named('Open', 'Won') }]);
    await desk.made.row({ Stage: desk.made.option('Stage', 'Open') }, 'First');
    board = await desk.makeView('board', { group_by: desk.made.by.Stage.id }, 'By stage');
    await desk.makeView('list', {}, 'In lines');
  });
  after(() => desk.stop());

  const isShown = (page: Page, name: string) =>
    page.locator('.view-tabs [aria-current="page"]', { hasText: new RegExp(`^${name}$`) }).waitFor();
  const tab = (page: Page, name: string) => page.locator('.view-tabs').getByRole('link', { name, exact: true });
  const search = (page: Page) => new URL(page.url()).search;

  it('leads back and forth through the views that were looked at', async () => {
    const page = await desk.visit('edi');
    const plain = `${desk.t.url}/pages/${desk.made.pageId}`;
    await page.goto(`${desk.t.url}/settings`);
    await page.goto(plain);
    await page.locator(LIVE).waitFor();
    await page.locator('.grid').waitFor();
    await tab(page, 'By stage').click();
    await page.locator('.row-card').waitFor();
    assert.equal(search(page), `?view=${board}`);
    await tab(page, 'In lines').click();
    await isShown(page, 'In lines');
    await page.goBack();
    await isShown(page, 'By stage');
    await page.locator('.row-card').waitFor();
    await page.goBack();
    await page.locator('.grid .row-title').waitFor();
    assert.equal(page.url(), plain);
    await page.goForward();
    await isShown(page, 'By stage');
    await page.reload();
    await page.locator(LIVE).waitFor();
    await isShown(page, 'By stage');
    await page.goBack();
    await page.locator('.grid .row-title').waitFor();
    await page.goBack();
    await page.waitForURL(/\/settings/);
    await desk.close();
  });

  it('names a new view from its first moment, and none that is gone', async () => {
    const page = await desk.open('ann', board);
    await page.locator('.row-card').waitFor();
    await page.getByRole('button', { name: 'New view' }).click();
    // Letters of a word are taken together: by the last one alone it would be a list.
    await page
      .getByRole('dialog', { name: 'New view' })
      .getByRole('button', { name: 'Table' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('gal');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).waitFor();
    await isShown(page, 'Gallery');
    const made = search(page);
    assert.notEqual(made, `?view=${board}`);
    // A press elsewhere closes the settings, and keeps what was changed.
    await page.locator('.dialog.beside').getByLabel('Name', { exact: true }).first().fill('Faces');
    await page.mouse.click(300, 500);
    await page.locator('.dialog.beside').waitFor({ state: 'detached' });
    await isShown(page, 'Faces');
    await page.reload();
    await page.locator(LIVE).waitFor();
    await isShown(page, 'Faces');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await page.locator('.grid .row-title').waitFor();
    assert.ok(![made, `?view=${board}`].includes(search(page)), search(page));
    await page.goBack();
    await isShown(page, 'By stage');
    await desk.close();
  });
});
