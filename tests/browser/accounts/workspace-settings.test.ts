// The settings of a workspace in a browser: a list that leads on where there is no room for a menu, and an icon to pick.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openBrowser } from '../../kit/browser.ts';
import { enrol } from '../../two-factor/person.ts';
import { excess, type Frame, furnishFrame, leave, look } from '../frame.ts';

const browser = await openBrowser();

describe('the settings of a workspace', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  const address = () => `${frame.t.url}/workspaces/${frame.t.ws1}/settings`;

  it('lead on from a list on a phone, and back to it', async () => {
    const visit = await frame.visit('ann', 'Alpha', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page } = visit;
    await page.goto(address());
    const menu = page.getByRole('navigation', { name: 'Settings' });
    assert.equal(
      await page.getByRole('textbox', { name: 'Name' }).isVisible(),
      false,
      'forms stand below their entries',
    );
    await menu.getByRole('link', { name: 'General' }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await menu.getByRole('link', { name: 'Settings' }).click();
    await menu.getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor();
    const trail = page.getByRole('navigation', { name: 'Path' });
    assert.equal(await trail.locator('[aria-current="page"]').innerText(), 'Groups');
    assert.equal(await excess(page), 0);
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(address());
    await leave(visit);
  });

  it('take the name of a new group as it is typed at once, and explain groups once', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/groups`);
    await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
    assert.equal(await page.getByText(/share a page/i).count(), 1);
    await page.locator('.title-form > summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Design crew');
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Design crew');
    assert.equal(await page.getByRole('heading', { name: 'No groups yet' }).isVisible(), false);
    await look(page);
    await leave(visit);
  });

  it('give a guest another role when it is chosen, and say who may bring others', async () => {
    const body = { email: frame.t.user('bob').email, access: 'view' };
    await frame.t.call('ann', 'POST', `/api/pages/${frame.ids.Beta}/share`, body);
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/guests`);
    await look(page);
    await page.getByLabel('Role of Bob Example on Beta').selectOption('Editor');
    await page.getByText('Role changed.').waitFor();
    assert.equal(await page.getByLabel('Role of Bob Example on Beta').inputValue(), 'editor');
    await page.getByLabel('Guests can share with new people').check();
    await page.getByText('Saved.').waitFor();
    assert.equal(await page.getByLabel('Guests can share with new people').isChecked(), true);
    await leave(visit);
  });

  it('turn the rule of two-factor by one switch, which is saved at once', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/two-factor`);
    await page.getByRole('link', { name: 'Set up yours first' }).waitFor();
    await enrol(frame.t, 'ann');
    const rule = page.getByRole('switch', { name: 'Require two-factor of all members' });
    const isAsked = async () =>
      (await frame.t.call('ann', 'GET', `/api/v2/workspaces/${frame.t.ws1}/two-factor`)).body.required;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/two-factor`);
    await look(page);
    assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
    await rule.focus();
    await page.keyboard.press('Space');
    await page.getByText('Saved.').waitFor();
    assert.deepEqual([await rule.isChecked(), await isAsked()], [true, true]);
    await rule.uncheck();
    await page.waitForURL(/done=saved/);
    await page.getByText('Saved.').waitFor();
    assert.deepEqual([await rule.isChecked(), await isAsked()], [false, false]);
    await leave(visit);
  });

  it('filter the record of rights as soon as something is chosen, and show all of it on a phone', async () => {
    await frame.t.call('ann', 'POST', '/api/v2/groups', { workspace_id: frame.t.ws1, name: 'Readers' });
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/rights`);
    await look(page);
    const list = page.locator('#audit-list');
    await list.getByText('Role given').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Filter' }).isVisible(), false);
    await page.getByLabel('What', { exact: true }).selectOption('Group created');
    await list.getByText('1 change', { exact: true }).waitFor();
    assert.match(page.url(), /action=group_create/);
    assert.doesNotMatch(await list.innerText(), /Role given/);
    await list.locator('.by .avatar').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const cells = await list
      .locator('tbody td')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    assert.ok(Math.max(...cells) <= 390, String(cells));
    await leave(visit);
  });

  it('stand beside a menu, and take an icon from the picker', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(address());
    await look(page);
    await page.getByRole('button', { name: 'Change icon' }).click();
    const search = page.getByRole('searchbox', { name: 'Search emoji' });
    await search.fill('seedling');
    await page.getByRole('button', { name: 'seedling', exact: true }).waitFor();
    await search.press('Enter');
    await page.locator('.sign-button', { hasText: '🌱' }).waitFor();
    await page
      .locator('form', { has: page.getByLabel('Name') })
      .getByRole('button', { name: 'Save' })
      .click();
    await page.getByText('Saved.').waitFor();
    const { body } = await frame.t.call('ann', 'GET', '/api/workspaces');
    assert.equal(body.workspaces.find(({ id }: { id: number }) => id === frame.t.ws1).icon, '🌱');
    await leave(visit);
  });
});

after(() => browser?.close());
