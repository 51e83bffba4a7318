// Pages that a link of a mail leads to: their forms are sent by a real browser, which says where they come from.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openBrowser, type TestBrowser, type Visit } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave } from '../frame.ts';

const browser = await openBrowser();

describe('a link of a mail', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  let visit: Visit;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  afterEach(() => leave(visit));
  after(async () => {
    await frame.stop();
    await browser?.close();
  });

  /** what the newest mail with such a link leads to */
  async function mailed(path: string): Promise<string> {
    const { t } = frame;
    const system = t.app.context({ type: 'system', reason: 'test' });
    for (const { id } of (await t.app.mail.list(system, 20, 0)).items) {
      const found = new RegExp(`${path}[\\w?=/-]+`).exec((await t.app.mail.read(system, id))?.text ?? '');
      if (found) return t.url + found[0];
    }
    throw new Error(`no mail has a link to ${path}`);
  }

  it('lets somebody who has an account join the workspace they are invited to', async () => {
    const { t } = frame;
    visit = await (browser as TestBrowser).visit();
    const { page } = visit;
    await page.goto(`${t.url}/auth/register`);
    await page.getByLabel('Full name').fill('Nora');
    await page.getByLabel('Username').fill('nora');
    await page.getByLabel('Email address').fill('nora@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a quiet afternoon');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(/welcome/);
    const invitation = { email: 'nora@example.org', role: 'editor' };
    const invited = await t.call('ann', 'POST', `/api/v2/workspaces/${t.ws1}/members`, invitation);
    assert.ok(invited.body.invitation, invited.text);
    await page.goto(await mailed('/invite/'));
    await page.getByRole('button', { name: 'Join the workspace' }).click();
    await page.waitForURL(`${t.url}/local-workspace`);
    await page.getByRole('link', { name: 'Alpha', exact: true }).first().waitFor();
  });

  it('lets somebody choose a new password', async () => {
    const { t } = frame;
    await t.form('anon', '/auth/forgot', { email: 'ann@example.org' });
    visit = await (browser as TestBrowser).visit();
    await visit.page.goto(await mailed('/auth/reset'));
    await visit.page.getByLabel('New password', { exact: true }).fill('a long green field');
    await visit.page.getByRole('button', { name: 'Set the password' }).click();
    await visit.page.waitForURL((at) => at.pathname !== '/auth/reset');
  });
});
