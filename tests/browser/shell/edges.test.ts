// What lines up, what fits and what can be pressed on the screens that somebody sees first.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { excess, keptFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('the screens somebody sees first', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  const left = (one: Locator) => one.evaluate((element) => Math.round(element.getBoundingClientRect().left));

  it('have their labels at one edge', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    const tag = page.locator('.page-tags button .icon');
    assert.ok(Math.abs((await left(tag)) - (await left(page.locator('main h1').first()))) <= 2, 'the button of tags');
    const heading = async (path: string) => {
      await page.goto(frame.t.url + path);
      const { x, y } = await page.locator('main h1').evaluate((one) => one.getBoundingClientRect());
      return [Math.round(x), Math.round(y)];
    };
    const settings = await heading('/settings');
    assert.deepEqual(await heading('/offline'), settings, 'the page about what is offline');
    await page.goto(`${frame.t.url}/databases/new`);
    assert.equal(await left(page.locator('main legend').first()), await left(page.locator('main label').first()));
    await leave(visit);
  });

  it('say in plain words that a script cannot be loaded', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.locator('.article[data-ready]').waitFor();
    await page.route('**/static/**', (route) => route.abort());
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('?');
    await page.getByRole('status').filter({ hasText: 'The server cannot be reached.' }).waitFor();
    assert.equal(await page.getByText(/dynamically|chunk/).count(), 0);
    await leave(visit, /ERR_FAILED|Failed to fetch/);
  });

  it('have their titles at one height, and pages of the console at one edge', async () => {
    const visit = await frame.visit('adm', 'Alpha');
    const { page } = visit;
    const { body } = await frame.t.call('adm', 'POST', '/api/pages', { title: 'Written' });
    const made = await frame.t.call('adm', 'POST', '/db/api', { title: 'Rows', workspace_id: body.workspace_id });
    const places = new Map<string, string>();
    const look = async (path: string) => {
      await page.goto(frame.t.url + path);
      await page.locator('main h1').first().waitFor();
      const { x, y } = await page
        .locator('main h1')
        .first()
        .evaluate((one) => one.getBoundingClientRect());
      places.set(path, `${Math.round(x)} ${Math.round(y)}`);
      return places.get(path)?.split(' ') ?? [];
    };
    const [, height] = await look('/');
    const pages = [`/pages/${body.id}`, `/pages/${made.body.page.id}`, '/library', '/notifications', '/trash', '/tags'];
    for (const path of pages) assert.equal((await look(path))[1], height, path);
    const [edge] = await look('/admin');
    for (const path of ['/admin/health', '/admin/users', '/admin/sign-on', '/admin/backups', '/admin/forges'])
      assert.deepEqual(await look(path), [edge, height], path);
    await leave(visit);
  });

  it('keep in sight what a dialog is for, however long the name in its title is', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    const title = 'A name without an end '.repeat(11);
    const { body } = await frame.t.call('ann', 'POST', '/api/pages', {
      title: title.trim(),
      workspace_id: frame.t.ws1,
    });
    await page.goto(`${frame.t.url}/pages/${body.id}`);
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const head = await page.locator('.dialog-head').boundingBox();
    assert.ok(head && head.height < 90, JSON.stringify(head));
    await leave(visit);
  });

  it('have a sign of its own for each line of the sidebar', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const signs = await visit.page
      .locator('.sidebar a:not(details *) > .icon use')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    assert.ok(signs.length > 8, `${signs.length} signs`);
    assert.deepEqual(
      signs.filter((one, at) => signs.indexOf(one) !== at),
      [],
    );
    await leave(visit);
  });

  it('publish a page without a look below the edge of the dialog', async () => {
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Publish', exact: true }).click();
    const button = await dialog.getByRole('button', { name: 'Publish', exact: true }).boundingBox();
    const edge = await dialog.boundingBox();
    assert.ok(button && edge && button.y + button.height <= edge.y + edge.height, JSON.stringify([button, edge]));
    await dialog.getByText('Address and options').click();
    assert.ok(await dialog.getByLabel('Password').isVisible());
    assert.deepEqual(await axeFaults(page), []);
    await leave(visit);
  });

  it('keep the ways out of a database behind one button, on a phone, too', async () => {
    const { t } = frame;
    const made = await t.call('ann', 'POST', '/db/api', { title: 'Ways out', workspace_id: t.ws1 });
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      await t.call('ann', 'POST', `/api/v2/collections/${made.body.collection.id}/rows`, { body: { title } });
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 780 } });
    const { page } = visit;
    await page.goto(`${t.url}/pages/${made.body.collection.page_id}`);
    await page.locator('[data-database][data-ready]').waitFor();
    const link = page.getByRole('link', { name: 'CSV', exact: true });
    assert.equal(await link.count(), 0);
    const opener = page.locator('summary', { hasText: 'Export' });
    await opener.click();
    await link.waitFor();
    const [menu, button] = await Promise.all(
      [page.locator('.view-foot .menu'), opener].map((one) => one.boundingBox()),
    );
    assert.ok(menu && button && menu.y >= 0 && menu.y + menu.height <= button.y, 'it opens below the end of the page');
    assert.ok(await link.evaluate((one) => one.getBoundingClientRect().right <= innerWidth), 'it is cut');
    assert.equal(await excess(page), 0);
    assert.deepEqual(await axeFaults(page), []);
    await leave(visit);
  });
});
