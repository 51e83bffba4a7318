// Reading without a connection: what is kept, the tree, the search, and why something is not here.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { multipart } from '../../../testing/multipart.ts';
import { until } from '../../../testing/until.ts';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { PIXEL } from '../../kit/pictures.ts';
import { excess, type Frame, furnishFrame } from '../frame.ts';
import { type Device, keepingDevice, stored } from './desk.ts';

const browser = await openBrowser();

describe('reading without a connection', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let device: Device;
  before(async () => {
    frame = await furnishFrame(browser);
    device = await keepingDevice(frame, 'ann');
  });
  afterEach(() => device.mend());
  after(async () => {
    await device.close();
    await frame.stop();
  });

  it('shows a kept page with its tree, and says of another why it is not here', async () => {
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await page.getByText('Text of Alpha.').waitFor();
    assert.equal(await page.title(), 'Alpha · Commonplace');
    // What was asked for is there first, and the tree after it, which then learns what is kept.
    await page.locator('.tree > li[data-away]').nth(3).waitFor();
    assert.deepEqual(await page.locator('.tree .tree-title').allTextContents(), ['Alpha', 'Beta', 'Gamma', 'Delta']);
    await page.getByRole('treeitem', { name: 'Alpha', exact: true }).locator('.tree-toggle').click();
    await page.getByRole('treeitem', { name: 'Alpha two' }).waitFor();
    assert.equal(await page.getByRole('treeitem', { name: 'Beta' }).getAttribute('title'), 'Not on this device');
    assert.equal(await page.getByRole('treeitem', { name: 'Alpha', exact: true }).getAttribute('title'), null);
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await device.mend();
    await page.getByRole('button', { name: 'Show the whole page' }).click();
    await page.getByRole('link', { name: 'Home' }).waitFor();
    await device.cut();
    await device.go('Beta');
    await page.getByRole('heading', { name: 'This page is not on this device' }).waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.setViewportSize({ width: 390, height: 780 });
    assert.equal(await excess(page), 0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps a page from the moment it was opened on', async () => {
    const { page } = device;
    await device.go('Delta');
    await until(
      async () => (await stored<{ id: number }>(page, 'documents')).some(({ id }) => id === frame.ids.Delta),
      'Delta',
    );
    await device.cut();
    await device.go('Delta');
    await page.getByText('Text of Delta.').waitFor();
  });

  it('shows a kept page where a proxy says that the service is away', async () => {
    const { page, context } = device;
    await context.route('**/pages/*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await device.go('Alpha');
    await page.getByText('Text of Alpha.').waitFor();
    await context.unroute('**/pages/*');
  });

  it('keeps a page that is pinned with all below it, with its pictures, and lets them go again', async () => {
    const { page } = device;
    const deep = frame.ids.Deep as number;
    const sent = multipart({}, { field: 'file', name: 'dot.png', content: PIXEL });
    const { body } = await frame.t.call('ann', 'POST', `/api/pages/${deep}/files`, sent);
    const blocks = [{ type: 'image', data: { fileId: body.file.id, name: 'dot.png' } }];
    const put = await frame.t.call('ann', 'PUT', `/api/pages/${deep}/content`, { blocks });
    assert.equal(put.status, 200, put.text);
    await device.go('Alpha two');
    await page.locator('.page-menu > summary').click();
    await page.getByRole('link', { name: 'Keep on this device' }).click();
    await page.getByRole('button', { name: 'With everything below it' }).click();
    const kept = async () => (await stored<{ id: number }>(page, 'documents')).map(({ id }) => id);
    await until(async () => (await kept()).includes(deep), 'the page below');
    const pictures = () => page.evaluate(async () => (await caches.match('/offline/kept-pages'))?.json());
    await until(async () => ((await pictures()) as number[]).includes(deep), 'its pictures');
    await device.cut();
    await device.go('Deep');
    const picture = page.locator('.article img').first();
    await picture.waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.article img')?.naturalWidth === 1);
    await device.mend();
    await device.go('Alpha two');
    await page.locator('.page-menu > summary').click();
    await page.getByRole('link', { name: 'Keep on this device' }).click();
    await page.getByRole('button', { name: 'Unpin' }).click();
    await until(async () => !(await kept()).includes(frame.ids['Alpha three'] as number), 'nothing more');
  });

  it('finds titles, also of pages that are not kept, and the words of kept ones', async () => {
    const { page } = device;
    await device.cut();
    await device.go('Alpha');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await field.fill('gamm');
    await page.getByRole('option', { name: 'Gamma' }).waitFor();
    await field.fill('text of alpha');
    await page.getByRole('option', { name: 'Alpha', exact: false }).first().waitFor();
    await field.press('Escape');
  });

  it('shows a database as a table', async () => {
    const { page } = device;
    const made = await frame.t.call('ann', 'POST', '/db/api', { title: 'Plants', workspace_id: frame.t.ws1 });
    const { id, page_id } = made.body.collection;
    for (const title of ['Fern', 'Moss'])
      assert.equal((await frame.t.call('ann', 'POST', `/api/v2/collections/${id}/rows`, { title })).status, 200);
    await frame.t.app.events.run();
    await device.go('/offline');
    const titles = async () => (await stored<{ title: string }>(page, 'pages')).map(({ title }) => title);
    await until(async () => (await titles()).includes('Moss'), 'the rows');
    await device.cut();
    await device.go(`/pages/${page_id}`);
    await page.getByRole('gridcell', { name: 'Fern' }).or(page.getByText('Fern')).first().waitFor();
    await page.getByText('Moss').first().waitFor();
    assert.deepEqual(await axeFaultsInBoth(page), []);
  });
});

after(() => browser?.close());
