// The settings of an account in a browser: pages beside one menu, choices that count at once, a digest that is off.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../../kit/browser.ts';
import { excess, type Frame, furnishFrame, leave, look } from '../frame.ts';

const browser = await openBrowser();

describe('the settings of an account', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  it('are a page each beside a menu that says which is shown', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/accounts/settings`);
    const menu = page.getByRole('navigation', { name: 'Settings' });
    const current = () => menu.locator('[aria-current="page"]').innerText();
    assert.equal(await current(), 'Profile');
    for (const name of ['Appearance', 'Notifications', 'Sign-in', 'Code hosting', 'API tokens', 'Sessions']) {
      await menu.getByRole('link', { name }).click();
      await page.waitForFunction(
        (wanted) => document.querySelector('.settings-menu [aria-current]')?.textContent === wanted,
        name,
      );
      const lines = await menu.getByRole('link', { name }).evaluate((link) => link.getClientRects()[0]?.height ?? 0);
      assert.ok(lines < 40, `${name} stands on one line`);
    }
    // What leads on from one of them stays below it.
    await page.goto(`${frame.t.url}/accounts/two-factor`);
    assert.equal(await current(), 'Sign-in');
    await leave(visit);
  });

  it('lead on from a list on a phone, and back to it', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page } = visit;
    await page.goto(`${frame.t.url}/accounts/settings`);
    const menu = page.getByRole('navigation', { name: 'Settings' });
    assert.equal(await page.getByLabel('Full name').isVisible(), false, 'forms stand below their entries');
    await menu.getByRole('link', { name: 'Profile' }).click();
    await page.getByLabel('Username').fill('no spaces please');
    await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
    await page.locator('#field-login-fault').waitFor();
    assert.equal(await page.getByLabel('Username').inputValue(), 'no spaces please');
    assert.equal(await excess(page), 0);
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/accounts/settings');
    await leave(visit, /422/);
  });

  it('take another colour when it is chosen', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/accounts/settings/profile`);
    assert.equal(await page.locator('#avatar').getByRole('button', { name: 'Save' }).isVisible(), false);
    await page.getByLabel('Another colour').fill('#123456');
    await page.getByText('Your colour is changed.').waitFor();
    assert.equal((await frame.t.call('ann', 'GET', '/auth/user')).body.avatar_color, '#123456');
    await leave(visit);
  });

  it('say that nothing comes of what is left for a digest that is off', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/notifications/preferences`);
    const note = page.getByText('The digest is off');
    assert.equal(await note.isVisible(), true);
    await page.getByRole('radio', { name: 'Every day' }).check();
    assert.equal(await note.isVisible(), false);
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Every day' }).isChecked(), true);
    await look(page);
    await leave(visit);
  });

  it('are all on one page, with those of the workspace', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/settings`);
    const main = page.getByRole('main');
    for (const name of ['Profile', 'API tokens', 'General', 'Permission log'])
      await main.getByRole('link', { name }).waitFor();
    await look(page);
    await leave(visit);
  });
});

after(() => browser?.close());
