// The inbox in a browser: it follows what happens, one key deals with each notification, and a page is muted from it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../testing/until.ts';
import { makeDatabase } from '../databases/database.ts';
import { openBrowser } from '../kit/browser.ts';
import { keptFrame, leave, look } from './frame.ts';

const browser = await openBrowser();

describe('the inbox', { skip: browser ? false : 'no browser' }, () => {
  const frame = keptFrame(browser);

  const say = async (title: string, body: string) => {
    const path = `/api/v2/pages/${frame.ids[title]}/comments`;
    const answer = await frame.t.call('ann', 'POST', path, { body: { body } });
    assert.equal(answer.status, 200);
  };
  const me = () => `<@${frame.t.user('edi').id}>`;

  it('shows what comes without a reload, in the page, at the bell and in the sidebar', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/notifications`);
    await page.getByRole('heading', { name: 'Your inbox is empty' }).waitFor();
    // The socket is open when a change reaches the page.
    await say('Alpha', `First ${me()}`);
    const line = page.locator('.inbox-line');
    await line.getByText('First @Edi Example').waitFor();
    assert.equal(await line.locator('img.avatar').count(), 1);
    // Buttons that nobody sees take no room from the words.
    const room = await line.evaluate((one) => {
      const text = one.querySelector('.inbox-text') as Element;
      return one.getBoundingClientRect().right - text.getBoundingClientRect().right;
    });
    assert.ok(room < 20, `${room} pixels beside the words`);
    await page.locator('.sidebar a[href="/notifications"][data-unread="1"]').waitFor();
    await page.locator('[data-bell][data-unread="1"]').waitFor();
    await look(page);
    await leave(visit);
  });

  it('by keys alone: down, done, snoozed, muted, and unread again', async () => {
    await say('Beta', `Second ${me()}`);
    await say('Gamma', `Third ${me()}`);
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.locator('h1, .title-field').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('body').click({ position: { x: 640, y: 790 } });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.waitForURL('**/notifications');
    const texts = () => page.locator('.inbox-line blockquote').allTextContents();
    const line = (words: string) => page.locator('.inbox-line', { hasText: words });
    await page.locator('.inbox[aria-busy="false"]').waitFor();
    assert.deepEqual(await texts(), ['Third @Edi Example', 'Second @Edi Example', 'First @Edi Example']);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByText('Marked as read.').waitFor();
    assert.equal(await line('Third').getAttribute('data-unread'), null);
    await page.keyboard.press('u');
    await page.getByText('Marked as unread.').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    await page.getByRole('menu', { name: 'Snooze until' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Snoozed.', { exact: true }).waitFor();
    assert.deepEqual(await texts(), ['Third @Edi Example', 'First @Edi Example']);
    await page.keyboard.press('m');
    await page.getByText('“Alpha” is muted.').waitFor();
    const muted = await frame.t.call('edi', 'GET', `/api/v2/pages/${frame.ids.Alpha}/watch`);
    assert.equal(muted.body.level, 'off');
    await page.getByRole('link', { name: 'Snoozed' }).click();
    await line('Second')
      .getByRole('button', { name: /^Show again now/ })
      .click();
    await page.getByText('Back in the inbox.').waitFor();
    await leave(visit);
  });

  it('says what was refused, and shows what is there', async () => {
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/notifications?tab=unread`);
    const line = page.locator('.inbox-line', { hasText: 'First' });
    await line.waitFor();
    await page.route('**/api/v2/notifications/read', (route) =>
      route.fulfill({ status: 503, body: '{"detail":"Later."}' }),
    );
    await line.getByRole('button', { name: /^Mark as read/ }).click();
    await page.getByRole('status').getByText('Later.').waitFor();
    await line.waitFor();
    await leave(visit, /503/);
  });

  it('does the same without scripts', async () => {
    const visit = await frame.visit('edi', 'Alpha', { javaScriptEnabled: false });
    const { page } = visit;
    await page.goto(`${frame.t.url}/notifications?tab=unread`);
    const before = await page.locator('.inbox-line').count();
    await page
      .locator('.inbox-line')
      .first()
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    const left = (count: number) => until(async () => (await page.locator('.inbox-line').count()) === count);
    await left(before - 1);
    await page
      .locator('.inbox-line')
      .first()
      .getByRole('button', { name: /^Snooze/ })
      .click();
    await left(before - 2);
    await leave(visit);
  });

  it('folds many rows that one person assigned into one line, which is read at once', async () => {
    const { t } = frame;
    const database = await makeDatabase(t, [{ name: 'Who', type: 'person' }]);
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const values = { [database.by.Who.id]: [t.user('edi').id] };
      const made = await t.call('ann', 'POST', `/api/collections/${database.id}/pages`, { title, values });
      assert.equal(made.status, 200, made.text);
    }
    await t.app.events.run();
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/notifications`);
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    const bundle = page.locator('.inbox-bundle');
    await bundle.getByText(/^Ann Example assigned 4 rows of .+ to you$/).waitFor();
    const words = await bundle.locator('.inbox-words').boundingBox();
    assert.ok(words && words.width > 200, JSON.stringify(words));
    const lines = bundle.locator('.inbox-line');
    assert.equal(await lines.first().isVisible(), false);
    await bundle.locator('summary').click();
    await lines.getByText('Ann Example assigned Three to you').waitFor();
    await look(page);
    await bundle
      .locator(':scope > form')
      .getByRole('button', { name: /Mark as read/ })
      .click();
    await page.getByText('Marked as read.').waitFor();
    assert.equal(await bundle.locator('[data-unread]').count(), 0);
    await leave(visit);
  });

  it('puts what follows one another about a row under one head', async () => {
    const { t } = frame;
    const database = await makeDatabase(t, []);
    const talk = async (title: string, ...said: string[]) => {
      const { id } = (await t.call('ann', 'POST', `/api/collections/${database.id}/pages`, { title })).body;
      for (const body of said) await t.call('ann', 'POST', `/api/v2/pages/${id}/comments`, { body: { body } });
    };
    await talk('Boathouse', `Roof ${me()}`, `Floor ${me()}`);
    await talk('Jetty', `Planks ${me()}`);
    await t.app.events.run();
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${t.url}/notifications`);
    const group = page.locator('.inbox-group', { has: page.getByRole('heading', { name: /^Boathouse · / }) });
    await group.waitFor();
    assert.deepEqual(await group.locator('blockquote').allTextContents(), ['Floor @Edi Example', 'Roof @Edi Example']);
    const jetty = page.locator('.inbox-group', { hasText: 'Planks' });
    assert.equal(await jetty.getByText('Roof').count(), 0);
    await look(page);
    await leave(visit);
  });

  it('counts a notification as read that was opened from the start page', async () => {
    await say('Gamma', `From home ${me()}`);
    const visit = await frame.visit('edi', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/`);
    // Its script is there, which counts what is followed.
    await page.locator('[data-bell][data-counted]').waitFor();
    const read = page.waitForResponse((one) => one.url().endsWith('/api/v2/notifications/read'));
    await page.locator('.home-list a[data-notice]', { hasText: 'From home' }).click();
    assert.equal((await read).status(), 200);
    await page.waitForURL(/\/pages\//);
    const unread = (await frame.t.call('edi', 'GET', '/api/notifications')).body.notifications;
    const told = unread.find(({ text }: { text: string }) => text?.includes('From home'));
    assert.ok(told?.read_at);
    await leave(visit);
  });
});
