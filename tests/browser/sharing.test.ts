// Sharing in a browser: the dialog by keyboard and on a phone, and the page of it without scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFaults } from '../kit/axe.ts';
import { openBrowser } from '../kit/browser.ts';
import { excess, type Frame, furnishFrame, leave } from './frame.ts';

const browser = await openBrowser();

describe('sharing', { skip: browser ? false : 'no browser' }, () => {
  let frame: Frame;
  before(async () => {
    frame = await furnishFrame(browser);
  });
  after(() => frame.stop());

  const shares = async (title: string) =>
    (await frame.t.call('ann', 'GET', `/api/pages/${frame.ids[title]}/shares`)).body.shares.map(
      (one: { email: string; access: string }) => `${one.email} ${one.access}`,
    );

  it('happens in a dialog, by keyboard', async () => {
    const visit = await frame.visit('ann', 'Alpha two');
    const { page } = visit;
    const button = page.getByRole('link', { name: 'Share', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sharing “Alpha two”' });
    const who = dialog.getByLabel('Person, group or email address');
    await who.waitFor();
    assert.ok(await who.evaluate((field) => field === document.activeElement));
    await page.keyboard.type('vic@example.org');
    await page.keyboard.press('Enter');
    await dialog.getByText('Shared.').waitFor();
    assert.deepEqual(await shares('Alpha two'), ['vic@example.org view']);
    await dialog.getByLabel('Role of Vic Example', { exact: true }).selectOption('commenter');
    await dialog.getByText('The role was changed.').waitFor();
    assert.deepEqual(await shares('Alpha two'), ['vic@example.org comment']);
    // Keys pass roles on the way to another one: none of those is given.
    const role = dialog.getByLabel('Role of Vic Example', { exact: true });
    await role.press('ArrowDown');
    await role.press('ArrowUp');
    await role.press('ArrowUp');
    assert.deepEqual(await shares('Alpha two'), ['vic@example.org comment']);
    const given = page.waitForResponse((answer) => answer.url().endsWith('/sharing/change'));
    await role.press('Enter');
    await given;
    // As the server shows it: what was there before is gone by then.
    await dialog
      .getByLabel('Role of Vic Example', { exact: true })
      .locator('option[value="viewer"][selected]')
      .waitFor({
        state: 'attached',
      });
    assert.deepEqual(await shares('Alpha two'), ['vic@example.org view']);
    await who.fill('nobody of them');
    await page.keyboard.press('Enter');
    await dialog.locator('.fault').waitFor();
    assert.match(await dialog.locator('.fault').innerText(), /must be somebody in this workspace/);
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole('button', { name: 'Remove Vic Example' }).click();
    await dialog.getByText('Removed.', { exact: true }).waitFor();
    assert.deepEqual(await shares('Alpha two'), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.ok(await button.evaluate((link) => link === document.activeElement));
    await leave(visit, /422/);
  });

  it('gives rows to those they name, in the dialog of a database', async () => {
    const { t } = frame;
    const properties = [{ name: 'Assignee', type: 'person' }];
    const made = await t.call('ann', 'POST', '/db/api', { workspace_id: t.ws1, title: 'Tasks', properties });
    const { id, page_id } = made.body.collection;
    frame.ids.Tasks = page_id;
    const visit = await frame.visit('ann', 'Tasks');
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sharing “Tasks”' });
    await dialog.getByLabel('Who', { exact: true }).selectOption({ label: 'The people named in “Assignee”' });
    await dialog.locator('#rule-role').selectOption('editor');
    await dialog.getByRole('button', { name: 'Give this role' }).click();
    await dialog.getByText('The rule was changed.').waitFor();
    const rules = async () => (await t.call('ann', 'GET', `/api/v2/collections/${id}/rules`)).body;
    assert.deepEqual(
      (await rules()).map((one: { role: string }) => one.role),
      ['editor'],
    );
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole('button', { name: 'Remove The people named in “Assignee”' }).click();
    await dialog.locator('section[aria-labelledby="sharing-rules"] li').waitFor({ state: 'detached' });
    assert.deepEqual(await rules(), []);
    await leave(visit);
  });

  it('asks before a move shows a page to everybody', async () => {
    const { t, ids } = frame;
    const url = `/api/v2/pages/${ids.Alpha}/publish`;
    assert.equal((await t.call('ann', 'PUT', url, { slug: 'alpha', with_children: true })).status, 200);
    const visit = await frame.visit('ann', 'Gamma');
    const { page } = visit;
    const row = page.getByRole('treeitem', { name: 'Beta', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Publish “Beta”?' });
    const isPublic = async () => (await t.call('anon', 'GET', `/p/alpha/pages/${ids.Beta}`)).status === 200;
    await row.press('Alt+ArrowRight');
    await dialog.waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Everybody can read what is there: confirm that this is intended.').waitFor();
    assert.equal(await isPublic(), false);
    await row.press('Alt+ArrowRight');
    await dialog.getByRole('button', { name: 'Move and publish' }).click();
    await page.getByText('Moved “Beta” to “Alpha”').waitFor();
    assert.equal(await isPublic(), true);
    await leave(visit, /422/);
  });

  it('asks whether a published page that is closed stays published', async () => {
    const { t, ids } = frame;
    assert.equal((await t.call('ann', 'PUT', `/api/v2/pages/${ids.Delta}/publish`, { slug: 'delta' })).status, 200);
    const visit = await frame.visit('ann', 'Delta');
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sharing “Delta”' });
    await dialog.getByLabel('General access').selectOption('restricted');
    await dialog.getByRole('button', { name: 'Change', exact: true }).first().click();
    const takeBack = dialog.getByRole('button', { name: 'Close it and stop publishing' });
    await takeBack.waitFor();
    assert.equal((await t.call('anon', 'GET', '/p/delta')).status, 200, 'it was closed before the answer');
    assert.deepEqual(await axeFaults(page), []);
    await takeBack.click();
    await dialog.getByText('Only people and groups named below see this page').waitFor();
    assert.equal((await t.call('anon', 'GET', '/p/delta')).status, 404);
    await leave(visit, /409/);
  });

  it('fits a phone in the dark', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } as const;
    const waiting = { email: 'jon@example.net', access: 'view' };
    const { status } = await frame.t.call('ann', 'POST', `/api/pages/${frame.ids.Tasks}/share`, waiting);
    assert.equal(status, 200);
    const visit = await frame.visit('ann', 'Tasks', phone);
    await visit.page.getByRole('link', { name: 'Share', exact: true }).click();
    await visit.page.getByRole('dialog').waitFor();
    assert.deepEqual(await axeFaults(visit.page), []);
    assert.ok((await excess(visit.page)) <= 0);
    await leave(visit);
  });

  it('is a page without scripts, and groups are, too', async () => {
    const { t, ids } = frame;
    const visit = await frame.visit('ann', 'Gamma', { javaScriptEnabled: false });
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.getByLabel('General access').selectOption('restricted');
    await page.getByRole('button', { name: 'Change', exact: true }).first().click();
    assert.match(await page.locator('main').innerText(), /Only people and groups named below see this page/);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${ids.Gamma}`)).status, 404);
    await page.goto(`${t.url}/workspaces/${t.ws1}/groups`);
    await page.getByLabel('Name').fill('Readers');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByLabel('Member for Readers').selectOption({ label: 'Vic Example' });
    await page.getByRole('button', { name: 'Add to Readers' }).click();
    assert.match(await page.locator('main').innerText(), /vic@example\.org/);
    await page.goto(`${t.url}/workspaces/${t.ws1}/rights`);
    assert.match(await page.locator('main').innerText(), /Added to a group/);
    await leave(visit);
  });
});

after(() => browser?.close());
