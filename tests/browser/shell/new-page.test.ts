// A new page in every way that the frame makes one: at once, without a form, and without a title that has to be deleted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { keptFrame, leave, look } from '../frame.ts';

const browser = await openBrowser();
const SCRIPTS = /\/static\/.*\.js/;
const MADE = /\/pages\/\d+$/;

describe('a new page', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  const titleOf = async (id: string): Promise<string> =>
    (await frame.t.call('ann', 'GET', `/api/v2/pages/${id}`)).body.title;
  const field = (page: Page) => page.getByRole('textbox', { name: 'Title' });
  /** Its title is empty, says so in the colour of hints, and waits for its name. */
  async function isBlank(page: Page): Promise<string> {
    await page.waitForURL((url) => MADE.test(url.pathname) && !url.pathname.endsWith(`/${frame.ids.Alpha}`));
    await page.locator('.article[data-ready]').waitFor();
    assert.equal(await field(page).innerText(), '');
    assert.equal(await field(page).getAttribute('data-placeholder'), 'Untitled');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Title');
    const id = page.url().split('/').pop() as string;
    assert.equal(await titleOf(id), '');
    return id;
  }

  it('has a place for its title and no title, which lists show as none', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.locator('.section-head').getByRole('link', { name: 'New page' }).click();
    const id = await isBlank(page);
    const shown = page.locator(`.tree > li[data-id="${id}"] .tree-title`);
    assert.equal(await shown.innerText(), 'Untitled');
    const colours = () =>
      page.evaluate(
        (row) =>
          ['.untitled', '.tree-title:not(.untitled)'].map(
            (one) => getComputedStyle(document.querySelector(`.tree ${one}`) ?? (row as never)).color,
          ),
        id,
      );
    const [none, named] = await colours();
    assert.notEqual(none, named);
    await look(page);
    await page.keyboard.type('Lamps');
    await until(async () => (await titleOf(id)) === 'Lamps');
    await page.locator(`.tree > li[data-id="${id}"] .tree-title:not(.untitled)`, { hasText: 'Lamps' }).waitFor();
    await leave(visit);
  });

  it('begins with what somebody types while it is on its way', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/pages', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await page.locator('.section-head').getByRole('link', { name: 'New page' }).click();
    await asked;
    await page.keyboard.type('Sailq');
    await page.keyboard.press('Backspace');
    answer();
    await page.waitForURL((url) => MADE.test(url.pathname) && !url.pathname.endsWith(`/${frame.ids.Alpha}`));
    await page.locator('.article[data-ready]').waitFor();
    await page.keyboard.type('s');
    const id = page.url().split('/').pop() as string;
    await until(async () => (await titleOf(id)) === 'Sails');
    await leave(visit);
  });

  it('begins with letters that come without keys, as those of dead keys and input methods do', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const held: Route[] = [];
    await page.route(SCRIPTS, (route) => void held.push(route));
    await page.locator('.section-head').getByRole('link', { name: 'New page' }).click();
    await until(async () => held.length > 0);
    await page.keyboard.insertText('Ü');
    await page.keyboard.type('bung');
    // They go on by that.
    await page.unroute(SCRIPTS);
    await page.waitForURL((url) => MADE.test(url.pathname) && !url.pathname.endsWith(`/${frame.ids.Alpha}`));
    const id = page.url().split('/').pop()?.replace(/\?.*/, '') as string;
    await until(async () => (await titleOf(id)) === 'Übung');
    await leave(visit);
  });

  it('loses no key of somebody who types right after the click, on a slow machine too', async () => {
    for (const [rate, clickCount] of [
      [1, 1],
      [4, 1],
      [1, 2],
    ] as const) {
      const visit = await frame.visit('ann', 'Alpha');
      const { page } = visit;
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
      await page.locator('.section-head').getByRole('link', { name: 'New page' }).click({ clickCount });
      await page.keyboard.type('Harbour lights at night', { delay: 60 });
      await page.waitForURL((url) => MADE.test(url.pathname) && !url.pathname.endsWith(`/${frame.ids.Alpha}`));
      const id = page.url().split('/').pop()?.replace(/\?.*/, '') as string;
      await until(async () => (await titleOf(id)) === 'Harbour lights at night');
      await leave(visit);
    }
  });

  it('is made beside the page that is shown, too, where somebody wants a new tab', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const opened = visit.context.waitForEvent('page');
    await visit.page
      .locator('.section-head')
      .getByRole('link', { name: 'New page' })
      .click({ modifiers: ['ControlOrMeta'] });
    await isBlank(await opened);
    assert.match(visit.page.url(), new RegExp(`/pages/${frame.ids.Alpha}$`));
    await leave(visit);
  });

  it('is made by the shortcut of the app, and the way back leads past the form', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const { shortcuts } = (await frame.t.call('ann', 'GET', '/manifest.webmanifest')).body;
    const [{ url }] = shortcuts.filter(({ url: to }: { url: string }) => to.startsWith('/pages/new'));
    await page.goto(new URL(url, page.url()).href);
    await isBlank(page);
    await page.goBack();
    await page.waitForURL(new RegExp(`/pages/${frame.ids.Alpha}$`));
    await leave(visit);
  });

  it('is a clean form without scripts', async () => {
    const visit = await frame.visit('ann', 'Alpha', { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(`${frame.t.url}/pages/new?parent_id=${frame.ids.Beta}`);
    await page.getByText('Inside Beta').waitFor();
    await page.getByLabel('Title').fill('Made by hand');
    await page.getByLabel('Text', { exact: true }).fill('# Head');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Made by hand' }).waitFor();
    await leave(visit);
  });
});
