// Open pages follow what others do: readers see the text change, writers the icon and the cover, and other tabs the tree.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { WebSocket } from 'playwright-core';
import { until } from '../../../testing/until.ts';
import { axeFaults } from '../../kit/axe.ts';
import { signIn } from '../../kit/browser.ts';
import { close, opened, withEditor } from '../editor/editor.ts';

await withEditor('an open page', (desk) => {
  const paragraph = (id: string, text: string) => ({ id, type: 'paragraph', data: { text } });
  const put = (id: number, body: object) => desk.t.call('ann', 'PUT', `/api/pages/${id}/content`, body);
  /** Waits until this line brings something: from then on it hears everything. */
  const hearing = async (socket: WebSocket) => {
    let hears = false;
    socket.on('framereceived', () => {
      hears = true;
    });
    await until(async () => {
      await desk.make('said');
      return hears;
    }, 'an event');
  };
  const read = async (id: number, who: 'vic' | 'edi' = 'vic') => {
    const visit = await desk.browser.visit();
    await signIn(visit, desk.t, desk.t.session(who));
    const socket = visit.page.waitForEvent('websocket', (one) => one.url().includes('/ws/events'));
    await visit.page.goto(`${desk.t.url}/pages/${id}`);
    await hearing(await socket);
    return { visit, page: visit.page, article: visit.page.locator('article.article') };
  };

  it('shows its readers what is written, and leaves alone what stays', async () => {
    const code = { id: 'c', type: 'code', data: { text: 'const x = 1;', language: 'javascript' } };
    const id = await desk.make([paragraph('a', 'first'), code, paragraph('z', 'last')]);
    const { visit, page, article } = await read(id);
    await article.locator('.hljs-keyword').waitFor();
    await article.locator('#z').evaluate((element) => Object.assign(element, { isKept: true }));
    const source = { page_id: await desk.make('origin'), blocks: [paragraph('s', 'hours')] };
    const synced = await desk.t.call('ann', 'POST', '/api/v2/synced-blocks', source);
    const shown = { id: 's', type: 'synced', data: { syncedBlockId: synced.body.id } };
    const blocks = [paragraph('a', 'first changed'), code, shown, paragraph('z', 'last')];
    await put(id, { title: 'Renamed', blocks });
    await article.getByText('first changed').waitFor();
    await article.getByText('hours').waitFor();
    await page.locator('.page-title', { hasText: 'Renamed' }).waitFor();
    assert.match(await page.title(), /^Renamed/);
    await article.locator('.hljs-keyword').waitFor();
    assert.equal(await article.locator('.code-copy').count(), 1);
    await desk.t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { page_icon: '🧭' });
    await page.locator('.page-head > .page-icon', { hasText: '🧭' }).waitFor();
    const change = { blocks: [paragraph('s', 'hours from nine')] };
    await desk.t.call('ann', 'PATCH', `/api/v2/synced-blocks/${synced.body.id}`, change);
    await article.getByText('hours from nine').waitFor();
    assert.ok(await article.locator('#z').evaluate((element) => 'isKept' in element), 'what stayed was made anew');
    assert.deepEqual(await axeFaults(page), []);
    await desk.t.call('ann', 'POST', `/api/pages/${id}/trash`);
    await article.waitFor({ state: 'detached' });
    await close({ visit }, /status of 404/);
  });

  it('shows the new name of a page that it links to, to readers and to writers', async () => {
    const target = await desk.make('x', 'Old name');
    const link = { id: 'l', type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: target }] };
    const id = await desk.make([link]);
    const reader = await read(id);
    const writer = await desk.open(id);
    await writer.text.getByText('Old name').waitFor();
    await desk.t.call('ann', 'PUT', `/api/pages/${target}/rename`, { title: 'New name' });
    await reader.article.getByText('New name').waitFor();
    await writer.text.getByText('New name').waitFor();
    await close(reader);
    await close(writer);
  });

  it('is followed beside another one, too, with its title', async () => {
    const id = await desk.make([paragraph('a', 'first')], 'Beside');
    const link = { id: 'l', type: 'paragraph', data: {}, content: [{ type: 'pageLink', pageId: id }] };
    const { visit, page, article } = await read(await desk.make([link]));
    const socket = page.waitForEvent('websocket', (one) => one.url().includes('/ws/events'));
    await article.locator('a.page-link').hover();
    await page.locator('html[data-reading="ready"]').waitFor();
    await article.locator('a.page-link').click({ modifiers: ['Alt'] });
    await hearing(await socket);
    await put(id, { title: 'Still beside', blocks: [paragraph('a', 'first changed')] });
    await page.frameLocator('.peek-frame').getByText('first changed').waitFor();
    await page.locator('.peek h2', { hasText: 'Still beside' }).waitFor();
    await close({ visit });
  });

  it('becomes one that can be written when it is unlocked', async () => {
    const id = await desk.make('locked words');
    await desk.t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: true });
    const { visit, page } = await read(id, 'edi');
    await desk.t.call('ann', 'POST', `/api/pages/${id}/lock`, { locked: false });
    const { text } = await opened(id, visit, page);
    await text.getByText('locked words').waitFor();
    await close({ visit });
  });

  it('shows its writers the icon and the cover that others give it, and other tabs the tree', async () => {
    const id = await desk.make('words');
    const ann = await desk.open(id);
    const other = await ann.visit.context.newPage();
    await other.goto(`${desk.t.url}/pages/${id}`);
    await other.locator('.article[data-ready]').waitFor();
    await desk.t.call('edi', 'PATCH', `/api/v2/pages/${id}`, { page_icon: '🧭', cover_url: '/static/cover-dawn.svg' });
    for (const page of [ann.page, other]) {
      await page.locator('.page-head > .page-icon', { hasText: '🧭' }).waitFor();
      await page.locator('.page-cover[src="/static/cover-dawn.svg"]').waitFor();
    }
    const made = await desk.t.call('ann', 'POST', '/api/pages', { title: 'Of another tab', workspace_id: desk.t.ws1 });
    assert.equal(made.status, 200);
    for (const page of [ann.page, other]) await page.locator('.tree').getByText('Of another tab').waitFor();
    await close(ann);
  });
});
