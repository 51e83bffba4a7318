// Writing without a connection: texts, new pages, titles, places, the trash and rows; all of it is there afterwards.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { keepingDesk, stored } from './desk.ts';

const browser = await openBrowser();

describe('writing without a connection', { skip: browser ? false : 'no browser' }, () => {
  const desk = keepingDesk(browser);

  const textOf = async (id: number): Promise<string> =>
    (await desk.frame.t.call('ann', 'GET', `/api/v2/pages/${id}`)).body.content ?? '';
  const ready = () => desk.device.page.locator('.article[data-ready]').waitFor();
  const waiting = async () => (await stored<{ type: string }>(desk.device.page, 'queue')).map(({ type }) => type);

  it('a text is kept over a reload, and is on its page once there is a connection', async () => {
    const { page } = desk.device;
    await desk.device.cut();
    await desk.device.go('Alpha');
    await ready();
    await page.getByText('Text of Alpha.').click();
    await page.keyboard.press('End');
    // More letters than are kept one by one.
    await page.keyboard.type(` And more. ${'on and '.repeat(12)}on`);
    await page.getByText('Offline, 1 waiting').waitFor();
    await page.reload();
    await page.getByText('Text of Alpha. And more. on and on and').waitFor();
    await desk.device.mend();
    await until(
      async () => (await textOf(desk.frame.ids.Alpha as number)).includes(`And more. ${'on and '.repeat(12)}on`),
      'the text',
    );
    await desk.device.close();
  });

  it('a text goes on its way from any page, with what others wrote meanwhile', async () => {
    const { page } = desk.device;
    await desk.device.cut();
    await desk.device.go('Alpha');
    await ready();
    await page.getByText('Text of Alpha.').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('First: ');
    await page.getByText('Offline, 1 waiting').waitFor();
    const whole = await desk.frame.t.call('edi', 'GET', `/api/v2/pages/${desk.frame.ids.Alpha}`);
    const { blocks } = JSON.parse(whole.body.content);
    blocks.push({ type: 'paragraph', content: [{ type: 'text', text: 'By Edi' }] });
    const put = await desk.frame.t.call('edi', 'PUT', `/api/pages/${desk.frame.ids.Alpha}/content`, { blocks });
    assert.equal(put.status, 200, put.text);
    await desk.device.mend();
    await desk.device.go('Beta');
    await until(async () => (await textOf(desk.frame.ids.Alpha as number)).includes('First: '), 'the text');
    assert.match(await textOf(desk.frame.ids.Alpha as number), /By Edi/);
    await desk.device.close();
  });

  it('a page is made, named and written, and has its own address afterwards', async () => {
    const { page } = desk.device;
    await desk.device.cut();
    await desk.device.go('Alpha');
    await page.getByRole('link', { name: 'New page' }).click();
    await page.waitForURL(/\/pages\/\d{10,}/);
    await ready();
    await page.keyboard.type('On the train');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Fields and rain');
    await page.getByText('Fields and rain').waitFor();
    await page.reload();
    await page.getByText('Fields and rain').waitFor();
    assert.deepEqual(await waiting(), ['page_create']);
    await desk.device.mend();
    await page.waitForURL(/\/pages\/\d{1,9}($|#)/);
    await page.getByText('Fields and rain').waitFor();
    const made = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
    const { body } = await desk.frame.t.call('ann', 'GET', `/api/v2/pages/${made}`);
    assert.equal(body.title, 'On the train');
    assert.equal(body.content.split('Fields and rain').length, 2);
    assert.deepEqual(await waiting(), []);
    await desk.device.close();
  });

  it('a page that is made and thrown away is in the trash with its words', async () => {
    const { page } = desk.device;
    await desk.device.cut();
    await desk.device.go('Alpha');
    await page.getByRole('link', { name: 'New page' }).click();
    await page.waitForURL(/\/pages\/\d{10,}/);
    await ready();
    await page.keyboard.type('Thrown away');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Words of it');
    await page.getByText('Words of it').waitFor();
    await page.getByRole('treeitem', { name: 'Thrown away', exact: true }).focus();
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Delete')]);
    await desk.device.go('/offline');
    assert.deepEqual(await waiting(), ['page_create', 'page_delete']);
    await desk.device.mend();
    await until(async () => (await waiting()).length === 0, 'all is sent');
    await desk.device.go('/trash');
    await page.locator('.trash-rows li[data-title="Thrown away"] [data-act="restore"]').click();
    await page.getByRole('treeitem', { name: 'Thrown away', exact: true }).click();
    await page.getByText('Words of it').waitFor();
    const made = Number(/pages\/(\d+)/.exec(page.url())?.[1]);
    assert.equal((await desk.frame.t.call('ann', 'POST', `/api/pages/${made}/trash`)).status, 200);
    await desk.device.close();
  });

  it('titles, places and the trash wait in their order', async () => {
    const { page } = desk.device;
    await desk.device.cut();
    await desk.device.go('Alpha');
    const row = (name: string) => page.getByRole('treeitem', { name, exact: true });
    await row('Gamma').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name of the page' }).or(page.locator('.tree input')).first().fill('Third');
    await page.keyboard.press('Enter');
    await row('Third').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await row('Delta').focus();
    await page.keyboard.press('Delete');
    await row('Delta').waitFor({ state: 'detached' });
    await page.getByText('Offline, 3 waiting').waitFor();
    await page.reload();
    await row('Third').waitFor();
    const known = (titles: string[]) =>
      titles.filter((one) => ['Alpha', 'Beta', 'Third', 'Delta'].includes(one)).join();
    assert.equal(known(await page.locator('.tree .tree-title').allTextContents()), 'Alpha,Third,Beta');
    await desk.device.mend();
    await until(async () => known(await desk.frame.level()) === 'Alpha,Third,Beta', 'the order');
    await desk.device.close();
  });

  it('an icon is chosen', async () => {
    const { page } = desk.device;
    await desk.device.cut();
    await desk.device.go('Alpha');
    await ready();
    await page.locator('.page-head').hover();
    await page.getByRole('button', { name: 'Add icon' }).click();
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    await picker.getByLabel('Search emoji').fill('volcano');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Offline, 1 waiting').waitFor();
    await desk.device.mend();
    const icon = async () =>
      (await desk.frame.t.call('ann', 'GET', `/api/v2/pages/${desk.frame.ids.Alpha}`)).body.page_icon;
    await until(async () => (await icon()) === '🌋', 'the icon');
    await desk.device.close();
  });

  it('a new database is refused with what to do, and the text stays', async () => {
    const { page } = desk.device;
    await desk.device.cut();
    await desk.device.go('Alpha');
    await ready();
    await page.getByText('Text of Alpha.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Before /board');
    await page.getByRole('option', { name: /board/i }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('A new database needs a connection.').waitFor();
    await page.keyboard.type('and after');
    await page.getByText('Before and after').waitFor();
    await page.reload();
    await page.getByText('Before and after').waitFor();
    assert.deepEqual(await waiting(), []);
    await desk.device.close();
  });

  it('rows are made and filled in their table', async () => {
    const { page } = desk.device;
    const made = await desk.frame.t.call('ann', 'POST', '/db/api', { title: 'Plants', workspace_id: desk.frame.t.ws1 });
    const { id, page_id } = made.body.collection;
    await desk.frame.t.call('ann', 'POST', `/api/v2/collections/${id}/rows`, { title: 'Fern' });
    await desk.frame.t.app.events.run();
    await desk.device.go('/offline');
    const titles = async () => (await stored<{ title: string }>(page, 'pages')).map(({ title }) => title);
    await until(async () => (await titles()).includes('Fern'), 'the row');
    await desk.device.cut();
    await desk.device.go(`/pages/${page_id}`);
    await page.getByText('Fern').first().click();
    await page.keyboard.type('Bracken');
    await page.keyboard.press('Enter');
    await page.getByText('Bracken').first().waitFor();
    await page.getByText('Offline, 1 waiting').waitFor();
    await page.getByRole('button', { name: 'New row' }).or(page.getByText('New row')).first().click();
    await page.getByText('Offline, 2 waiting').waitFor();
    await desk.device.mend();
    const there = async () =>
      (await desk.frame.t.call('ann', 'GET', `/api/v2/collections/${id}/rows`)).body.map(
        (one: { title: string }) => one.title,
      );
    await until(async () => (await there()).length === 2 && (await there()).includes('Bracken'), 'both rows');
    await desk.device.close();
  });

  it('rows are moved in their table', async () => {
    const { page } = desk.device;
    const made = await desk.frame.t.call('ann', 'POST', '/db/api', { title: 'Trees', workspace_id: desk.frame.t.ws1 });
    const { id, page_id } = made.body.collection;
    for (const title of ['Ash', 'Beech', 'Cedar'])
      await desk.frame.t.call('ann', 'POST', `/api/v2/collections/${id}/rows`, { title });
    await desk.frame.t.app.events.run();
    await desk.device.go('/offline');
    const titles = async () => (await stored<{ title: string }>(page, 'pages')).map(({ title }) => title);
    await until(async () => (await titles()).includes('Cedar'), 'the rows');
    await desk.device.cut();
    await desk.device.go(`/pages/${page_id}`);
    const shown = () => page.locator('.row-title').allTextContents();
    await page.getByText('Cedar').first().click();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Offline, 1 waiting').waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('Offline, 2 waiting').waitFor();
    await page.reload();
    await until(async () => (await shown()).join() === 'Cedar,Ash,Beech', 'the order on the device');
    await desk.device.mend();
    const there = async () =>
      (await desk.frame.t.call('ann', 'GET', `/api/v2/collections/${id}/rows`)).body
        .map((one: { title: string }) => one.title)
        .join();
    await until(async () => (await there()) === 'Cedar,Ash,Beech', 'the order at the service');
    await desk.device.close();
  });
});

after(() => browser?.close());
