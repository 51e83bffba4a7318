// People are chosen in a field that finds them, whose chips go with the form; roles say in a menu what they may do.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFaults } from '../../kit/axe.ts';
import { openBrowser } from '../../kit/browser.ts';
import { type Frame, furnishFrame, leave, look } from '../frame.ts';

const browser = await openBrowser();

describe('people to choose', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  it('come by words, as chips and with one press into a group', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/groups`);
    await page.locator('summary', { hasText: 'New group' }).click();
    await page.getByLabel('Name').fill('Readers');
    const field = page.getByRole('combobox', { name: 'Members' });
    const options = page.getByRole('option');
    await field.click();
    await options.filter({ hasText: 'Edi Example' }).waitFor();
    await field.pressSequentially('@ed');
    await options.filter({ hasText: 'Vic Example' }).waitFor({ state: 'detached' });
    assert.ok(await options.locator('img.avatar').isVisible());
    assert.deepEqual(await axeFaults(page), []);
    await field.press('Enter');
    await field.pressSequentially('vic');
    await options.filter({ hasText: 'vic@example.org' }).click();
    await page.getByRole('button', { name: 'Remove Vic Example' }).waitFor();
    await field.press('Backspace');
    await page.getByRole('button', { name: 'Remove Vic Example' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByText('1 member', { exact: true }).waitFor();
    // Who is in it already is not offered again.
    const more = page.getByRole('combobox', { name: 'Add members' });
    await more.click();
    await options.filter({ hasText: 'Com Example' }).click();
    assert.equal(await options.filter({ hasText: 'Edi Example' }).count(), 0);
    await more.press('ArrowDown');
    await more.press('Enter');
    await page.getByRole('button', { name: 'Add to Readers' }).click();
    await page.getByText('3 members', { exact: true }).waitFor();
    await look(page);
    await leave(visit);
  });

  it('have roles that say what each may do, and are found by them', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/members`);
    const role = page.getByLabel('Role of Vic Example', { exact: true });
    await role.click();
    const shown = () =>
      role.evaluate((select: HTMLSelectElement) =>
        [...select.options].map((option) => getComputedStyle(option, '::after').content),
      );
    assert.deepEqual(await shown(), [
      '"Can read pages"',
      '"Can read and comment"',
      '"Can read, comment and edit"',
      '"Can also manage members and settings"',
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Vic Example: Commenter.').waitFor();
    // Rows end at the same places, whatever can be done with somebody.
    const edges = await page
      .locator('.members form.role select')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
    assert.equal(new Set(edges).size, 1, edges.join());
    await look(page);
    await leave(visit);
  });

  it('are invited as chips of their addresses', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/workspaces/${frame.t.ws1}/members`);
    await page.locator('summary', { hasText: 'Invite people' }).click();
    const field = page.getByRole('combobox', { name: 'Email addresses' });
    await field.pressSequentially('one@example.net,two@example.net;three@example');
    assert.equal(await page.locator('.person-chip').count(), 2);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    // What was refused comes back, to be taken out.
    await page.locator('.fault', { hasText: 'three@example' }).waitFor();
    await page.getByRole('button', { name: 'Remove three@example' }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Everyone is invited').waitFor();
    await page.locator('.members strong', { hasText: 'two@example.net' }).waitFor();
    await leave(visit, /422/);
  });

  it('and a time zone is one of a list to search', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.goto(`${frame.t.url}/accounts/settings`);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    assert.equal(await zone.inputValue(), 'UTC');
    await zone.fill('new york');
    await page.getByRole('option', { name: 'America/New York' }).click();
    assert.equal(await zone.inputValue(), 'America/New York');
    // Words that are not taken are no time zone.
    await zone.fill('nowhere');
    await zone.blur();
    assert.equal(await zone.inputValue(), 'America/New York');
    await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your profile is saved').waitFor();
    assert.equal((await frame.t.call('ann', 'GET', '/auth/user')).body.timezone, 'America/New_York');
    await leave(visit);
  });
});

after(() => browser?.close());
