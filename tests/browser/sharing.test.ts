// Sharing in a browser: the dialog by keyboard and on a phone, and the page of it without scripts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../testing/until.ts';
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

  it('is named by the title as it was typed a moment ago', async () => {
    const visit = await frame.visit('ann', 'Alpha');
    const { page } = visit;
    await page.locator('.article[data-ready]').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('Alpha anew');
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Alpha anew”' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Title' }).fill('Alpha');
    await page.keyboard.press('Control+s');
    await page.locator('.save-status[data-state="saved"]').waitFor();
    await leave(visit);
  });

  it('happens in a dialog, by keyboard', async () => {
    const visit = await frame.visit('ann', 'Alpha two');
    const { page } = visit;
    const button = page.getByRole('link', { name: 'Share', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share “Alpha two”' });
    const who = dialog.getByLabel('Person, group or email address');
    await who.waitFor();
    assert.ok(await who.evaluate((field) => field === document.activeElement));
    await page.keyboard.type('vic@example.org');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove Vic Example' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Invited.').waitFor();
    assert.deepEqual(await shares('Alpha two'), ['vic@example.org view']);
    await dialog.getByLabel('Role of Vic Example', { exact: true }).selectOption('commenter');
    await dialog.getByText('The role was changed.').waitFor();
    assert.deepEqual(await shares('Alpha two'), ['vic@example.org comment']);
    // Keys pass roles on the way to another one: none of those is given.
    const role = dialog.getByLabel('Role of Vic Example', { exact: true });
    await role.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await shares('Alpha two'), ['vic@example.org comment']);
    const given = page.waitForResponse((answer) => answer.url().endsWith('/sharing/change'));
    await page.keyboard.press('Enter');
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

  it('takes what is typed before it is there, and gives nobody less than they have unless somebody says so', async () => {
    const visit = await frame.visit('ann', 'Beta');
    const { page } = visit;
    let answers: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answers = resolve;
    });
    await page.route(/\/sharing$/, async (route) => {
      await answered;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/sharing$/);
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.keyboard.type('edi');
    await asked;
    await page.keyboard.type('@');
    answers();
    const dialog = page.getByRole('dialog', { name: 'Share “Beta”' });
    await dialog.getByRole('option', { name: /edi@example\.org · Editor/ }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove Edi Example' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('Invited.').waitFor();
    assert.deepEqual(await shares('Beta'), ['edi@example.org edit']);
    await page.keyboard.press('Escape');
    await leave(visit);
  });

  it('leads from the suggestion of somebody who has access to their role', async () => {
    const { t, ids } = frame;
    const shared = { user_id: t.user('com').id, access: 'edit' };
    assert.equal((await t.call('ann', 'POST', `/api/pages/${ids.Delta}/share`, shared)).status, 200);
    const visit = await frame.visit('ann', 'Delta');
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Delta”' });
    const who = dialog.getByRole('combobox', { name: 'Person, group or email address' });
    await who.pressSequentially('example');
    const options = dialog.locator('[role="listbox"] [role="option"]');
    await options.last().filter({ hasText: 'Com Example' }).waitFor();
    const isMarked = (await options.allInnerTexts()).map((text) => /Has access/.test(text));
    assert.deepEqual(isMarked, [false, false, true], (await options.allInnerTexts()).join());
    assert.match(await options.last().innerText(), /com@example\.org · Editor/);
    assert.deepEqual(await axeFaults(page), []);
    await options.last().click();
    const role = dialog.getByLabel('Role of Com Example', { exact: true });
    assert.ok(await role.evaluate((field) => field === document.activeElement));
    assert.equal(await who.inputValue(), '');
    assert.equal(await dialog.locator('.person-chip').count(), 0);
    await role.selectOption('viewer');
    await dialog.getByText('The role was changed.').waitFor();
    assert.deepEqual(await shares('Delta'), ['com@example.org view']);
    await leave(visit);
  });

  it('invites several with one press, or nobody', async () => {
    const { t, ids } = frame;
    const id = ids['Alpha three'];
    const group = await t.call('ann', 'POST', '/api/v2/groups', { workspace_id: t.ws1, name: 'Editors of all' });
    const visit = await frame.visit('ann', 'Alpha three');
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Alpha three”' });
    const who = dialog.getByRole('combobox', { name: 'Person, group or email address' });
    const option = (name: string) => dialog.locator('[role="option"]', { hasText: name });
    const chips = dialog.locator('.person-chip');
    await who.pressSequentially('ed');
    await option('Edi Example').and(dialog.locator('[aria-selected="true"]')).waitFor();
    assert.equal(await who.getAttribute('aria-expanded'), 'true');
    assert.ok(await option('Edi Example').locator('img.avatar').isVisible());
    assert.deepEqual(await axeFaults(page), []);
    await who.press('ArrowDown');
    assert.equal(await option('Editors of all').getAttribute('aria-selected'), 'true');
    assert.equal(await who.getAttribute('aria-activedescendant'), await option('Editors of all').getAttribute('id'));
    await who.press('Enter');
    // Who is chosen is suggested no more; Escape closes the suggestions, and not the dialog.
    await who.pressSequentially('ed');
    await option('Edi Example').waitFor();
    assert.equal(await option('Editors of all').count(), 0);
    await who.press('Escape');
    await dialog.getByRole('listbox').waitFor({ state: 'hidden' });
    await who.pressSequentially('i');
    await option('Edi Example').click();
    await who.fill('new@example.net');
    await option('Invite as a guest').waitFor();
    await who.press(',');
    assert.deepEqual(await chips.allInnerTexts(), ['Editors of all', 'Edi Example', 'new@example.net']);
    await who.press('Backspace');
    assert.equal(await chips.count(), 2);
    await dialog.getByRole('button', { name: 'Remove Editors of all' }).click();
    assert.ok(await who.evaluate((field) => field === document.activeElement));
    await who.fill('nobody of them');
    await dialog.getByRole('combobox', { name: 'Role', exact: true }).selectOption('commenter');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('“nobody of them” must be somebody in this workspace').waitFor();
    assert.deepEqual(await shares('Alpha three'), []);
    assert.deepEqual(await chips.allInnerTexts(), ['Edi Example'], 'what was chosen is gone');
    assert.equal(await who.inputValue(), 'nobody of them');
    await who.fill('');
    await who.evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, 'Vic <vic@example.org>, one@example.net; one@example.net');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText('Invited.').waitFor();
    assert.deepEqual(await shares('Alpha three'), [
      'edi@example.org comment',
      'vic@example.org comment',
      'one@example.net comment',
    ]);
    assert.equal(await chips.count(), 0);
    const names = dialog.locator('.people strong');
    assert.deepEqual(await names.allInnerTexts(), ['Ann Example', 'Edi Example', 'Vic Example', 'one@example.net']);
    assert.ok(await dialog.locator('.people img.avatar').first().isVisible());
    await t.call('ann', 'DELETE', `/api/v2/groups/${group.body.id}`);
    await leave(visit, new RegExp(`422.*/pages/${id}/sharing/give`));
  });

  it('narrows, copies, publishes and explains without a further button', async () => {
    const { t, ids } = frame;
    const permissions = ['clipboard-read', 'clipboard-write'];
    const visit = await frame.visit('ann', 'Deep', { permissions });
    const { page } = visit;
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share “Deep”' });
    const general = dialog.getByLabel('General access');
    assert.match(await general.locator('option:checked').innerText(), /^Everyone in Ann Example's workspace$/);
    await general.selectOption('restricted');
    await dialog.getByText('Changed who the page is open to.').waitFor();
    assert.equal((await t.call('vic', 'GET', `/api/v2/pages/${ids.Deep}`)).status, 404);
    assert.equal(await dialog.getByRole('button', { name: 'Change', exact: true }).count(), 0);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied.', { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${t.app.baseUrl}/pages/${ids.Deep}`);
    const summary = dialog.getByText("Check someone's access");
    const person = dialog.getByRole('combobox', { name: 'Person', exact: true });
    assert.equal(await person.count(), 0, 'it is folded');
    await summary.click();
    await person.fill('vic');
    await person.press('Enter');
    await dialog.getByRole('button', { name: 'Explain' }).click();
    await dialog.getByText('Vic Example: No access').waitFor();
    await dialog.getByRole('switch', { name: 'Publish' }).click();
    await dialog.getByText('The page is published.').waitFor();
    assert.equal((await t.call('anon', 'GET', '/p/deep')).status, 200);
    await dialog.getByRole('link', { name: 'People', exact: true }).click();
    const publish = dialog.getByRole('switch', { name: 'Publish', checked: true });
    await publish.click();
    const question = page.getByRole('dialog', { name: 'Publish', exact: true });
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await t.call('anon', 'GET', '/p/deep')).status, 200, 'it was taken back before the answer');
    await publish.click();
    await question.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('The page is no longer published.').waitFor();
    const before = await dialog.boundingBox();
    await dialog.getByRole('link', { name: 'Publish', exact: true }).click();
    await dialog.locator('a[aria-current]', { hasText: 'Publish' }).waitFor();
    const heightNow = async () => (await dialog.boundingBox())?.height ?? Number.POSITIVE_INFINITY;
    await until(async () => (await heightNow()) < (before?.height ?? 0), 'it is as high as what it holds');
    assert.equal((await dialog.boundingBox())?.y, before?.y, 'the dialog stays where it is');
    await leave(visit);
  });

  it('does the same on its own page', async () => {
    const { t, ids } = frame;
    const visit = await frame.visit('ann', 'Alpha one');
    const { page } = visit;
    await page.goto(`${t.url}/pages/${ids['Alpha one']}/sharing`);
    const who = page.getByRole('combobox', { name: 'Person, group or email address' });
    for (const name of ['vic', 'com']) {
      await who.pressSequentially(name);
      await page.locator('[role="option"]').first().waitFor();
      await who.press('Enter');
    }
    await page.getByText('Com Example is Commenter here now, and will be Viewer.').waitFor();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('Invited.').waitFor();
    await page.getByLabel('Role of Com Example', { exact: true }).selectOption('editor');
    await page.getByText('The role was changed.').waitFor();
    assert.deepEqual(await shares('Alpha one'), ['vic@example.org view', 'com@example.org edit']);
    await page.getByRole('switch', { name: 'Publish' }).click();
    await page.waitForURL(/\/publishing\?done=saved$/);
    await leave(visit);
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
    const dialog = page.getByRole('dialog', { name: 'Share “Tasks”' });
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
    const dialog = page.getByRole('dialog', { name: 'Share “Delta”' });
    await dialog.getByLabel('General access').selectOption('restricted');
    const takeBack = dialog.getByRole('button', { name: 'Close it and stop publishing' });
    await takeBack.waitFor();
    assert.equal((await t.call('anon', 'GET', '/p/delta')).status, 200, 'it was closed before the answer');
    assert.deepEqual(await axeFaults(page), []);
    await takeBack.click();
    await dialog.getByText('Only people and groups named here see this page').waitFor();
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
    await page.getByLabel('Person, group or email address').fill('com@example.org');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('Invited.').waitFor();
    assert.deepEqual(await shares('Gamma'), ['com@example.org view']);
    const general = page.getByLabel('General access');
    await general.selectOption('restricted');
    await page.locator('form', { has: general }).getByRole('button', { name: 'Change', exact: true }).click();
    assert.match(await page.locator('main').innerText(), /Only people and groups named here see this page/);
    assert.equal((await t.call('edi', 'GET', `/api/v2/pages/${ids.Gamma}`)).status, 404);
    await page.goto(`${t.url}/workspaces/${t.ws1}/groups`);
    await page.getByText('New group', { exact: true }).click();
    await page.getByLabel('Name').fill('Readers');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByLabel('Add members').selectOption([{ label: 'Vic Example' }, { label: 'Edi Example' }]);
    await page.getByRole('button', { name: 'Add to Readers' }).click();
    const readers = await page.locator('main').innerText();
    assert.ok(readers.includes('vic@example.org') && readers.includes('edi@example.org'), readers);
    await page.goto(`${t.url}/workspaces/${t.ws1}/rights`);
    assert.match(await page.locator('main').innerText(), /Added to a group/);
    await page.getByLabel('What', { exact: true }).selectOption('Group created');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/action=group_create/);
    assert.doesNotMatch(await page.locator('#audit-list').innerText(), /Added to a group/);
    await leave(visit);
  });
});

after(() => browser?.close());
