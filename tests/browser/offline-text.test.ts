// Tags, favorites and pages seen lately in a browser: by keyboard, by pointer, on a phone, and without scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axeFaults } from '../kit/axe.ts';
import { openBrowser, type Visit } from '../kit/browser.ts';
import { excess, type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const favorites = (page: Page): Promise<string[]> => page.locator('[data-favorites] .menu-label').allTextContents();
const tags = (page: Page): Promise<string[]> => page.locator('.page-tags .tag a').allTextContents();
const star = (page: Page) => page.locator('[data-do="star"]');

describe('what people keep of pages', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  const shown = async (visit: Visit, list: string[]) => {
    await visit.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('[data-favorites] .menu-label')].map((one) => one.textContent).join() === wanted,
      list.join(),
    );
    // The list shows a move at once; the server has it a moment later.
    const kept = async (): Promise<string> => {
      const { body } = await frame.t.call('ann', 'GET', '/api/v2/favorites');
      return body.map(({ title }: { title: string }) => title).join();
    };
    await until(async () => (await kept()) === list.join(), `favorites in this order: ${list.join()}`);
  };

  it('is starred, ordered by menu and by drag, and unstarred', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await star(page).click();
    await shown(visit, ['Alpha']);
    assert.equal(await star(page).getAttribute('aria-pressed'), 'true');
    for (const title of ['Beta', 'Gamma']) {
      await page.goto(`${frame.t.url}/pages/${frame.ids[title]}`);
      await star(page).click();
      await page.locator('[data-favorites]').getByText(title).waitFor();
    }
    await shown(visit, ['Alpha', 'Beta', 'Gamma']);
    const menu = page.getByRole('button', { name: 'Menu of the favorite Gamma' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).waitFor();
    await page.keyboard.press('Enter');
    await shown(visit, ['Alpha', 'Gamma', 'Beta']);
    const line = (title: string) => page.locator('[data-favorites] > li', { hasText: title });
    await page.locator('.toast').waitFor();
    await line('Beta').dragTo(line('Alpha'), { targetPosition: { x: 60, y: 3 } });
    await shown(visit, ['Beta', 'Alpha', 'Gamma']);
    await star(page).click();
    await shown(visit, ['Beta', 'Alpha']);
    await page.reload();
    assert.deepEqual(await favorites(page), ['Beta', 'Alpha']);
    assert.deepEqual(await axeFaults(page), []);
    await leave(visit);
  });

  it('pages seen lately are in the sidebar and in the palette', async () => {
    const visit = await frame.visit('edi', 'Beta');
    const { page } = visit;
    await page.goto(`${frame.t.url}/pages/${frame.ids.Gamma}`);
    const lately = page.locator('[data-recents]').getByText('Beta');
    // It is noted shortly after the page was sent.
    for (let tries = 0; tries < 50 && !(await lately.count()); tries += 1) await page.reload();
    await lately.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Beta' }).click();
    await page.waitForURL(new RegExp(`/pages/${frame.ids.Beta}$`));
    await leave(visit);
  });

  it('is tagged by keyboard: tags are made, found and taken off', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const add = page.getByRole('button', { name: 'Add tag' });
    await add.focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox', { name: 'Tag' });
    await field.fill('Reading');
    await page.getByRole('option', { name: 'Create “Reading”' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.page-tags').getByRole('link', { name: 'Reading' }).waitFor();
    await field.fill('Later,');
    await field.press('Enter');
    await page.locator('.page-tags').getByRole('link', { name: 'Later' }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await page.goto(`${frame.t.url}/pages/${frame.ids.Beta}`);
    await add.click();
    await field.fill('read');
    await page.getByRole('option', { name: 'Reading', exact: true }).click();
    await page.locator('.page-tags').getByRole('link', { name: 'Reading' }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    assert.deepEqual(await tags(page), ['Reading']);
    await page.getByRole('button', { name: 'Remove the tag Reading' }).click();
    await page.locator('.page-tags .tag').waitFor({ state: 'detached' });
    await page.goto(`${frame.t.url}/tags`);
    await page.getByRole('link', { name: 'Reading', exact: true }).click();
    await page.getByText('1 page', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Alpha' }).click();
    assert.deepEqual(await tags(page), ['Later', 'Reading']);
    await leave(visit);
  });

  it('tags are made, changed and deleted on their page', async () => {
    const visit = await frame.visit('vic', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/tags`);
    await page.getByRole('textbox', { name: 'New tag' }).fill('Soon');
    await page.getByRole('radio', { name: 'Blue' }).check();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Soon', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'New tag' }).fill('SOON');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').filter({ hasText: 'of this name' }).waitFor();
    await page.locator('summary[aria-label="Change Soon"]').click();
    await page.getByLabel('Name', { exact: true }).fill('Sooner');
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('summary[aria-label="Change Sooner"]').click();
    await page.getByRole('button', { name: 'Delete the tag Sooner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No tags yet').waitFor();
    await leave(visit, /status of 409/);
  });

  it('fits a phone in dark colours', async () => {
    const visit = await frame.visit('ann', 'Alpha', { ...phone, colorScheme: 'dark' });
    const { page } = visit;
    assert.equal(await excess(page), 0);
    await star(page).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.goto(`${frame.t.url}/tags`);
    assert.equal(await excess(page), 0);
    assert.deepEqual(await axeFaults(page), []);
    await leave(visit);
  });

  it('works without scripts', async () => {
    const visit = await frame.visit('com', 'Delta', { javaScriptEnabled: false });
    const { page } = visit;
    await star(page).click();
    await page.locator('[data-favorites]').getByText('Delta').waitFor();
    await page.getByRole('textbox', { name: 'New tag' }).fill('Plain');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.locator('.page-tags').getByRole('link', { name: 'Plain' }).waitFor();
    await page.getByRole('button', { name: 'Remove the tag Plain' }).click();
    await page.locator('.page-tags .tag').waitFor({ state: 'detached' });
    await leave(visit);
  });
});

after(() => browser?.close());
