// A database inside a page: cards look as on its own page, nothing jumps when it comes, and tabs are whole or in a menu.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../../../kit/browser.ts';
import { type DatabaseDesk, furnishDatabase, named } from '../desk.ts';

const browser = await openBrowser();

describe('databases inside pages', { skip: browser ? false : 'no browser' }, () => {
  let desk: DatabaseDesk;
  let path = '';
  before(async () => {
    desk = await furnishDatabase(browser, [
      { name: 'Stage', type: 'select', config: named('Open', 'Won', 'Lost', 'Late') },
      { name: 'Owner', type: 'person' },
    ]);
    const { made, t } = desk;
    for (let at = 0; at < 24; at++)
      await made.row({
        Stage: made.option('Stage', ['Open', 'Won', 'Lost', 'Late'][at % 4] as string),
        Owner: [t.user('edi').id],
      });
    const board = await desk.makeView('board', { group_by: made.by.Stage?.id });
    for (let at = 1; at <= 8; at++) await desk.makeView('table', {}, `View number ${at}`);
    const blocks = [
      { type: 'database', data: { collectionId: made.id, viewId: board } },
      { type: 'paragraph', content: [{ type: 'text', text: 'What stands below' }] },
    ];
    const { body } = await t.call('ann', 'POST', '/api/v2/pages', { title: 'Review', workspace_id: t.ws1, blocks });
    path = `/pages/${body.id}`;
  });
  after(() => desk.stop());

  it('shows faces as discs beside the names', async () => {
    const page = await desk.visit('ann');
    await page.goto(desk.t.url + path);
    await page.waitForFunction(() => {
      const face = document.querySelector('.inline-database .row-card .avatar');
      const style = face && getComputedStyle(face);
      return style?.borderRadius === '50%' && style.display === 'inline-block';
    });
    await desk.close();
  });

  it('holds its room until its rows are there', async () => {
    const page = await desk.visit('ann');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/api/v2/collections/${desk.made.id}/**`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(desk.t.url + path);
    const place = page.locator('.block-database');
    await place.waitFor({ state: 'attached' });
    const empty = (await place.boundingBox())?.height ?? 0;
    assert.ok(empty > 300, `${empty} pixels are held`);
    release();
    await page.locator('.inline-database .row-card').nth(8).waitFor();
    await page.waitForFunction(() => !document.querySelector<HTMLElement>('.block-database')?.style.minHeight);
    const full = (await place.boundingBox())?.height ?? 0;
    assert.ok(Math.abs(full - empty) < 120, `${empty} pixels became ${full}`);
    await desk.close();
  });

  it('shows whole lines, and where columns can be pulled only to the pointer', async () => {
    const { made, t } = desk;
    const blocks = [{ type: 'database', data: { collectionId: made.id } }];
    const { body } = await t.call('ann', 'POST', '/api/v2/pages', { title: 'Table', workspace_id: t.ws1, blocks });
    const page = await desk.visit('ann');
    await page.goto(`${t.url}/pages/${body.id}`);
    await page.locator('.inline-database .grid-line').nth(12).waitFor();
    const seen = await page.locator('.inline-database .grid').evaluate((grid) => {
      const height = (name: string) => grid.querySelector<HTMLElement>(name)?.offsetHeight ?? 0;
      const edges = [...grid.querySelectorAll('[data-edge]')].map((one) => getComputedStyle(one).backgroundColor);
      return { edges, room: grid.clientHeight - height('.grid-head') - height('.grid-foot') };
    });
    assert.deepEqual([...new Set(seen.edges)], ['rgba(0, 0, 0, 0)']);
    const cut = seen.room % 36;
    assert.ok(Math.min(cut, 36 - cut) <= 2, `${seen.room} pixels for lines of 36`);
    await desk.close();
  });

  it('shows each tab whole, and lists those that have no room in a menu', async () => {
    const page = await desk.visit('ann');
    await page.goto(desk.t.url + path);
    const tabs = page.locator('.inline-database .view-tabs .tabs');
    const isCut = () =>
      tabs.evaluate((strip) => {
        const { left, right } = strip.getBoundingClientRect();
        const shown = [...strip.children].map((tab) => tab.getBoundingClientRect()).filter(({ width }) => width);
        return shown.length < 2 || shown.some((tab) => tab.left < left - 0.5 || tab.right > right + 0.5);
      });
    const more = page.getByRole('button', { name: /^\d+ more$/ });
    await more.click();
    await page.getByRole('menuitemcheckbox', { name: 'View number 8' }).click();
    await tabs.locator('[aria-current]', { hasText: 'View number 8' }).waitFor();
    await more.waitFor();
    assert.equal(await isCut(), false);
    const shown = await tabs.locator('li:visible').count();
    assert.equal(await more.textContent(), `${10 - shown} more`);
    await desk.close();
  });
});
