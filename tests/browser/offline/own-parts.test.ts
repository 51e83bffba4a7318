// What is somebody's own about pages, without a connection: tags and favorites show at once and are there afterwards.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { until } from '../../../testing/until.ts';
import { openBrowser } from '../../kit/browser.ts';
import { look } from '../frame.ts';
import { keepingDesk, stored } from './desk.ts';

const browser = await openBrowser();

describe('tags and favorites without a connection', { skip: browser ? false : 'no browser' }, () => {
  const desk = keepingDesk(browser);

  const ok = async (method: string, path: string, body?: object) => {
    const answer = await desk.frame.t.call('ann', method, path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const tagsOf = async (name: string): Promise<string[]> =>
    (await ok('GET', `/api/v2/pages/${desk.frame.ids[name]}/tags`)).map((one: { name: string }) => one.name);
  const favorites = async (): Promise<string[]> =>
    (await ok('GET', '/api/v2/favorites')).map(({ title }: { title: string }) => title);
  const badge = (text: string) => desk.device.page.locator('.offline-badge', { hasText: text }).waitFor();
  const saved = () => desk.device.page.locator('.offline-badge:not([hidden])').waitFor({ state: 'detached' });
  const shownTags = () => desk.device.page.locator('.page-tags .tag a').allTextContents();

  const kept = (name: string, reason: string) =>
    until(async () => {
      const all = await stored<{ id: number; reasons: string[] }>(desk.device.page, 'reasons');
      const documents = await stored<{ id: number }>(desk.device.page, 'documents');
      const id = desk.frame.ids[name];
      return documents.some((one) => one.id === id) && all.some((one) => one.id === id && one.reasons.includes(reason));
    }, `${name} is kept`);

  async function putOn(name: string): Promise<void> {
    const { page } = desk.device;
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).fill(name);
    await page.keyboard.press('Enter');
    await page.locator('.page-tags .tag', { hasText: name }).waitFor();
    await page.keyboard.press('Escape');
  }

  it('a tag is put on and another taken off, over a reload, and both are so afterwards', async () => {
    const { page } = desk.device;
    await ok('POST', `/api/v2/pages/${desk.frame.ids.Alpha}/tags`, { name: 'Old' });
    await desk.device.go('/offline');
    await until(async () => (await stored<{ tags: string[] }>(page, 'page_tags')).length > 0, 'the tags');
    await desk.device.cut();
    await desk.device.go('Alpha');
    await page.locator('.page-tags .tag', { hasText: 'Old' }).waitFor();
    await putOn('New');
    await page.getByRole('button', { name: 'Remove the tag Old' }).click();
    await badge('Offline, 2 waiting');
    await page.reload();
    await page.locator('.page-tags .tag').waitFor();
    assert.deepEqual(await shownTags(), ['New']);
    await look(page);
    await desk.device.go('/offline');
    await page.getByText('Tags of “Alpha”: + New').waitFor();
    await page.getByText('Tags of “Alpha”: − Old').waitFor();
    await ok('POST', `/api/v2/pages/${desk.frame.ids.Alpha}/tags`, { name: 'By another device' });
    await desk.device.mend();
    await saved();
    assert.deepEqual((await tagsOf('Alpha')).sort(), ['By another device', 'New']);
    await desk.device.close();
  });

  it('a tag that was made without a connection is taken off on the same page, once there is one', async () => {
    const { page } = desk.device;
    await desk.device.go('Beta');
    await page.locator('html[data-keeps]').waitFor();
    await page.getByRole('button', { name: 'Add tag' }).hover();
    await desk.device.cut();
    await putOn('Made away');
    await desk.device.mend();
    await until(async () => (await tagsOf('Beta')).includes('Made away'), 'the tag');
    await saved();
    await page.getByRole('button', { name: 'Remove the tag Made away' }).click();
    await until(async () => (await tagsOf('Beta')).length === 0, 'no tag');
    await desk.device.close();
  });

  it('a tag that is not accepted goes from the page, and stays on the list with its reason', async () => {
    const { page } = desk.device;
    await desk.device.go('Delta');
    await kept('Delta', 'recent');
    await desk.device.cut();
    await page.reload();
    await putOn('Too late');
    await badge('Offline, 1 waiting');
    const trashed = await desk.frame.t.call('edi', 'POST', `/api/pages/${desk.frame.ids.Delta}/trash`);
    assert.equal(trashed.status, 200, trashed.text);
    await desk.device.mend();
    await badge('1 needs you');
    await desk.device.go('/offline');
    const line = page.locator('.offline-queue li', { hasText: 'Tags of “Delta”: + Too late' });
    await line.getByText('Not accepted').waitFor();
    assert.notEqual(await line.locator('.fault').textContent(), '');
    await ok('POST', `/api/pages/${desk.frame.ids.Delta}/restore`);
    await line.getByRole('button', { name: 'Send again' }).click();
    await until(async () => (await tagsOf('Delta')).includes('Too late'), 'the tag');
    await desk.device.close();
  });

  it('a page becomes a favorite and another is none any more, over a reload, and both are so afterwards', async () => {
    const { page } = desk.device;
    await ok('POST', '/api/v2/favorites', { page_id: desk.frame.ids.Beta });
    await desk.device.go('/offline');
    await kept('Beta', 'favorite');
    await desk.device.cut();
    await desk.device.go('Alpha');
    const star = page.getByRole('button', { name: 'Favorites', exact: true });
    const list = () => page.locator('[data-favorites] .menu-label').allTextContents();
    await until(async () => (await list()).join() === 'Beta', 'the list');
    await star.click();
    await page.locator('[data-favorites] li', { hasText: 'Alpha' }).waitFor();
    await desk.device.go('Beta');
    await page.locator('[data-star][aria-pressed="true"]').click();
    await page.locator('[data-star][aria-pressed="false"]').waitFor();
    await badge('Offline, 2 waiting');
    await page.reload();
    await page.locator('[data-star][aria-pressed="false"]').waitFor();
    await until(async () => (await list()).join() === 'Alpha', 'the list');
    await desk.device.go('/offline');
    await page.getByText('“Alpha” added to favorites').waitFor();
    await page.getByText('“Beta” removed from favorites').waitFor();
    await desk.device.mend();
    await until(async () => (await favorites()).join() === 'Alpha', 'the favorites');
    await desk.device.go('Alpha');
    await page.locator('[data-star][aria-pressed="true"]').waitFor();
    await desk.device.close();
  });
});

after(() => browser?.close());
