// The bar at the foot of every page on a phone: the four places one goes to most, out of the way while somebody types.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { excess, keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick access' });
const current = (page: Page): Promise<string[]> => bar(page).locator('[aria-current="page"]').allTextContents();

describe('the bar of a phone', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  it('offers no new page to who may make none, is not there on wide windows, nor on a page inside another', async () => {
    const wide = await frame.visit('ann', 'Alpha');
    assert.equal(await bar(wide.page).count(), 0);
    await wide.page.setViewportSize(PHONE.viewport);
    await bar(wide.page).waitFor();
    await wide.page.emulateMedia({ media: 'print' });
    assert.equal(await bar(wide.page).count(), 0);
    await wide.page.emulateMedia({ media: 'screen' });
    await wide.page.goto(`${frame.t.url}/pages/${frame.ids.Alpha}?embed=1`);
    assert.equal(await bar(wide.page).count(), 0);
    await leave(wide);
    const visit = await frame.visit('vic', 'Alpha', PHONE);
    assert.deepEqual(await bar(visit.page).getByRole('link').allTextContents(), ['Home', 'Search', 'Inbox']);
    await leave(visit);
  });

  it('lies below the menu of a page, which comes from below and goes by a press beside it', async () => {
    const visit = await frame.visit('ann', 'Alpha', { ...PHONE, javaScriptEnabled: false });
    const { page } = visit;
    await page.locator('.page-menu > summary').tap();
    const sheet = page.locator('.page-menu > .menu');
    const { x, y, width, height } = (await sheet.boundingBox()) as DOMRect;
    assert.deepEqual([x, width, Math.round(y + height)], [0, 390, 780]);
    assert.ok(y >= 780 * 0.2, 'the page is still seen above it');
    await page.touchscreen.tap(195, 60);
    assert.equal(await sheet.isVisible(), false);
    await leave(visit);
  });

  it('leads to the places without scripts, and says which one this is', async () => {
    const visit = await frame.visit('ann', 'Alpha', { ...PHONE, javaScriptEnabled: false });
    const { page } = visit;
    assert.deepEqual(await current(page), []);
    for (const [name, path] of [
      ['Home', '/'],
      ['Search', '/search'],
      ['New page', '/pages/new'],
      ['Inbox', '/notifications'],
    ] as const) {
      await bar(page).getByRole('link', { name }).tap();
      await page.waitForURL(frame.t.url + path);
      assert.deepEqual(await current(page), [name]);
      assert.equal(await excess(page), 0);
    }
    await leave(visit);
  });

  it('opens the palette, makes a page at once, and counts what is unread', async () => {
    const visit = await frame.visit('ann', 'Alpha', PHONE);
    const { page } = visit;
    await page.locator('.article[data-ready="true"]').waitFor();
    await bar(page).getByRole('link', { name: 'Search' }).tap();
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const said = { body: { body: `Look <@${frame.t.user('ann').id}>` } };
    const told = await frame.t.call('edi', 'POST', `/api/v2/pages/${frame.ids.Alpha}/comments`, said);
    assert.equal(told.status, 200, told.text);
    await frame.t.settled();
    await page.reload();
    await bar(page).locator('a[data-unread="1"]').waitFor();
    await bar(page).getByRole('link', { name: 'New page' }).tap();
    await page.waitForURL(
      (url) => /^\/pages\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${frame.ids.Alpha}`),
    );
    await page.locator('.page-title [data-placeholder="Untitled"]:empty').waitFor();
    await leave(visit);
  });

  it('is large enough for a finger, seen in both colours, and covers nothing at the end of a page', async () => {
    const markdown = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n\n');
    const body = { title: 'Long', markdown, workspace_id: frame.t.ws1 };
    const { id } = (await frame.t.call('ann', 'POST', '/api/pages', body)).body;
    const visit = await frame.visit('ann', 'Alpha', PHONE);
    const { page } = visit;
    await page.goto(`${frame.t.url}/pages/${id}`);
    await page.locator('.article[data-ready="true"]').waitFor();
    const heights = await bar(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((one) => one.getBoundingClientRect().height));
    assert.ok(heights.length === 4 && heights.every((height) => height >= 44), heights.join());
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await page.getByText('Line 59', { exact: true }).boundingBox();
    const edge = await bar(page).boundingBox();
    assert.ok(end && edge && end.y + end.height <= edge.y, JSON.stringify([end, edge]));
    assert.ok(edge.y + edge.height === 780 && edge.width === 390, JSON.stringify(edge));
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await leave(visit);
  });

  it('is away while a field or the text has the focus, and back afterwards', async () => {
    const visit = await frame.visit('ann', 'Alpha', PHONE);
    const { page } = visit;
    await page.locator('.article[data-ready="true"]').waitFor();
    await page.getByText('Text of Alpha.').tap();
    await page.getByRole('toolbar', { name: 'Write' }).waitFor();
    assert.equal(await bar(page).count(), 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await bar(page).waitFor();
    assert.equal(await page.getByRole('toolbar', { name: 'Write' }).count(), 0);
    await page.goto(`${frame.t.url}/search`);
    await page.getByRole('searchbox').first().tap();
    await bar(page).waitFor({ state: 'hidden' });
    await page.getByRole('searchbox').first().blur();
    await bar(page).waitFor();
    await leave(visit);
  });
});
