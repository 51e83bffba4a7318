// Times as people say them: how long ago, the moment itself to whoever points at it, and still right an hour later.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { listen, openBrowser, signIn, type TestBrowser } from '../../kit/browser.ts';

const browser = await openBrowser();

describe('times that say how long ago something was', { skip: browser ? false : 'no browser' }, () => {
  let stored: TestDatabase;
  let t: Awaited<ReturnType<typeof listen>>;
  let pageId: number;
  before(async () => {
    stored = await migratedDatabase('sqlite');
    t = await listen(stored);
    const made = await t.call('ann', 'POST', '/api/pages', { title: 'Plan', workspace_id: t.ws1, markdown: 'Words' });
    pageId = made.body.id;
    await t.call('ann', 'POST', `/api/v2/pages/${pageId}/comments`, { body: { body: 'Good' } });
  });
  after(async () => {
    await t.stop();
    await stored.cleanup();
    await browser?.close();
  });

  const openAt = async (path: string, locale = 'en') => {
    const visit = await (browser as TestBrowser).visit({ viewport: { width: 1280, height: 800 }, locale });
    await signIn(visit, t, t.session('ann'));
    await visit.page.clock.install();
    await visit.page.goto(t.url + path);
    return visit;
  };

  it('are just now, minutes, hours and days, and the date when they are pointed at', async () => {
    const visit = await openAt(`/pages/${pageId}`);
    const { page } = visit;
    const time = page.locator('.page-head time');
    assert.equal(await time.textContent(), 'just now');
    assert.match((await time.getAttribute('title')) ?? '', /\d{4}.*\d\d:\d\d/);
    for (const [forward, words] of [
      ['05:30', '5 minutes ago'],
      ['02:00:00', '2 hours ago'],
      ['24:00:00', 'yesterday'],
    ] as const) {
      await page.clock.fastForward(forward);
      await page.locator('.page-head time', { hasText: words }).waitFor();
    }
    assert.deepEqual(visit.complaints, []);
    await visit.close();
  });

  it('stand at comments and on the start page, too', async () => {
    const visit = await openAt('/');
    await visit.page.getByRole('main').locator('time[data-ago]', { hasText: 'just now' }).first().waitFor();
    await visit.page.goto(`${t.url}/pages/${pageId}`);
    await visit.page.locator('[data-comments][data-ready]').waitFor({ state: 'attached' });
    await visit.page.keyboard.press('Control+Alt+m');
    const said = visit.page.getByRole('complementary', { name: 'Comments' }).locator('time[data-ago]');
    await said.waitFor();
    assert.equal(await said.textContent(), 'just now');
    assert.deepEqual(visit.complaints, []);
    await visit.close();
  });
});
