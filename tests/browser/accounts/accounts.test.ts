// Accounts, members and administration in a real browser: what scripts add must work, by pointer and by keyboard.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { PASSWORD, type TestApp } from '../../kit/app.ts';
import { listen, openBrowser, signIn, type Visit } from '../../kit/browser.ts';

const browser = await openBrowser();

/** Half red and half blue, so that a part of it can be told from another. */
const picture = (page: Page): Promise<Buffer> =>
  page
    .evaluate(async () => {
      const canvas = new OffscreenCanvas(800, 400);
      const paint = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      for (const [at, colour] of [
        [0, 'red'],
        [400, 'blue'],
      ] as const) {
        paint.fillStyle = colour;
        paint.fillRect(at, 0, 400, 400);
      }
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    })
    .then((bytes) => Buffer.from(bytes));

describe('accounts in a browser', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: TestApp & { url: string };
  let visit: Visit;
  let page: Page;
  let late = 0;

  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await listen(database, { now: () => new Date(Date.now() + late).toISOString() });
    visit = await browser!.visit();
    page = visit.page;
    await signIn(visit, t, t.session('ann'));
  });
  after(async () => {
    await browser?.close();
    await t.stop();
    await database.cleanup();
  });

  const settings = (part: string) => page.goto(`${t.url}/accounts/settings/${part}`);
  const members = () => page.goto(`${t.url}/workspaces/${t.ws1}/members`);
  const roleOf = async (name: 'vic' | 'com') => {
    const { body } = await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`);
    return body.members.find(({ user_id }: { user_id: number }) => user_id === t.user(name).id)?.role;
  };

  it('shows what is typed into a password field, and how long it has to be', async () => {
    const other = await browser!.visit();
    await other.page.goto(`${t.url}/auth/register`);
    const field = other.page.getByLabel('Password');
    await field.fill('ten lette');
    await other.page.getByText('Long enough').waitFor();
    await field.fill('tiny');
    await other.page.getByText('4 more characters').waitFor();
    await other.page.getByRole('button', { name: 'Show what is typed' }).click();
    assert.equal(await field.getAttribute('type'), 'text');
    await other.page.getByRole('button', { name: 'Hide what is typed' }).click();
    assert.equal(await field.getAttribute('type'), 'password');
    assert.deepEqual(other.complaints, []);
    await other.close();
  });

  it('keeps the address after a wrong password, and waits for another one', async () => {
    const other = await browser!.visit();
    await other.page.goto(`${t.url}/auth/login?provider=local`);
    await other.page.getByLabel('Email address').fill('ann@example.org');
    await other.page.getByLabel('Password').fill('not this one');
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByText('The email address or the password is wrong.').waitFor();
    await other.page.locator('.reveal').waitFor();
    assert.equal(await other.page.getByLabel('Email address').inputValue(), 'ann@example.org');
    const password = other.page.getByLabel('Password');
    assert.equal(await password.inputValue(), '');
    assert.ok(await password.evaluate((field) => field === document.activeElement));
    // How good a password is, is said of new ones alone.
    await password.fill('a long enough password');
    assert.equal(await other.page.locator('.strength').count(), 0);
    await other.close();
  });

  it('leads to where somebody wanted to go, with what stands behind the # of it', async () => {
    const other = await browser!.visit();
    const made = await t.call('ann', 'POST', '/api/pages', { title: 'Wanted', workspace_id: t.ws1 });
    await other.page.goto(`${t.url}/pages/${made.body.id}#there`);
    await other.page.getByLabel('Email address').fill('vic@example.org');
    await other.page.locator('.reveal').waitFor();
    await other.page.getByLabel('Password').fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.waitForURL(`${t.url}/pages/${made.body.id}#there`);
    await other.close();
  });

  it('cuts a picture to the chosen square before it is sent', async () => {
    await settings('profile');
    const buffer = await picture(page);
    await page.getByLabel('Image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    const area = page.getByRole('img', { name: /^Part of the image/ });
    await area.focus();
    for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await page.getByRole('status').filter({ hasText: 'Your picture is changed' }).waitFor();
    const shown = page.getByAltText('Your picture');
    const [width, red, blue] = await shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const paint = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      paint.drawImage(image, 0, 0);
      const [r = 0, , b = 0] = paint.getImageData(10, 10, 1, 1).data;
      return [image.naturalWidth, r, b];
    });
    assert.deepEqual([width, (red ?? 0) < 40, (blue ?? 0) > 200], [512, true, true], `red ${red}, blue ${blue}`);
  });

  it('signs out another browser, which is out at once', async () => {
    const other = await browser!.visit();
    await other.page.goto(`${t.url}/auth/login?provider=local`);
    await other.page.getByLabel('Email address').fill('ann@example.org');
    await other.page.getByLabel('Password').fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.locator('.person-menu').waitFor();
    await settings('sessions');
    await page.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click();
    await page.getByRole('dialog').getByText('will have to sign in again').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('status').filter({ hasText: 'The session is signed out' }).waitFor();
    // It may be on its way there already, since its window is told.
    await other.page.goto(`${t.url}/accounts`).catch(() => undefined);
    await other.page.waitForURL(/\/auth\/login/);
    await other.close();
  });

  it('asks for the password in a dialog and then makes the token that was typed in', async () => {
    late = 11 * 60_000;
    await settings('tokens');
    await page.getByText('New token', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('nightly export');
    await page.getByLabel('May').selectOption('read');
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password').fill('not this');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    assert.match((await page.locator('.secret').textContent()) ?? '', /^cp_[\w-]{40,}$/);
    await page.getByText('nightly export', { exact: true }).waitFor();
    visit.complaints.splice(
      0,
      visit.complaints.length,
      ...visit.complaints.filter((one) => !/status of 401/.test(one)),
    );
  });

  it('changes a role at once, and takes it back', async () => {
    await members();
    await page.getByLabel('Role of Vic Example', { exact: true }).selectOption('editor');
    await page.getByText('Vic Example: Editor.').waitFor();
    assert.equal(await roleOf('vic'), 'editor');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Vic Example: Viewer.').waitFor();
    assert.equal(await roleOf('vic'), 'viewer');
  });

  it('keeps the last owner, in words', async () => {
    await page.getByLabel('Role of Ann Example', { exact: true }).selectOption('viewer');
    await page.getByText('A workspace needs an owner').waitFor();
    assert.equal(await page.getByLabel('Role of Ann Example', { exact: true }).inputValue(), 'owner');
    visit.complaints.splice(
      0,
      visit.complaints.length,
      ...visit.complaints.filter((one) => !/status of 409/.test(one)),
    );
  });

  it('removes somebody after a question, and invites two at once', async () => {
    const remove = async () => {
      await page.getByLabel('Actions for Com Example').click();
      await page.getByRole('button', { name: 'Remove Com Example' }).click();
    };
    await remove();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await roleOf('com'), 'commenter');
    await remove();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Com Example' }).click();
    await page.getByRole('status').filter({ hasText: 'Member removed' }).waitFor();
    assert.equal(await roleOf('com'), undefined);
    await page.locator('summary', { hasText: 'Invite people' }).click();
    await page.getByRole('combobox', { name: 'Email addresses' }).fill('one@example.org, two@example.org');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Everyone is invited' }).waitFor();
    await page.getByLabel('Actions for two@example.org').click();
    await page.getByRole('button', { name: 'Withdraw the invitation of two@example.org' }).waitFor();
  });

  it('looks after people and jobs as an administrator', async () => {
    const other = await browser!.visit();
    await signIn(other, t, t.session('adm'));
    await other.page.goto(`${t.url}/admin`);
    await other.page.getByRole('img', { name: /^New people: 6/ }).waitFor();
    await other.page.getByRole('link', { name: 'People' }).first().click();
    await other.page.getByLabel('Actions for Vic Example').click();
    await other.page.getByRole('button', { name: 'Deactivate' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await other.page.getByRole('status').filter({ hasText: 'Changed' }).waitFor();
    assert.equal((await t.call('vic', 'GET', '/auth/user')).status, 401);
    await other.page.goto(`${t.url}/admin/mail`);
    await other.page.getByRole('button', { name: 'Send a test mail to me' }).click();
    await other.page.getByRole('link', { name: 'Test mail' }).first().waitFor();
    await other.page.getByRole('link', { name: 'Jobs' }).click();
    await other.page.getByRole('cell', { name: '29 3 * * *' }).waitFor();
    assert.deepEqual(other.complaints, []);
    await other.close();
  });

  it('and nothing on the way broke the policy or failed in the console', () => {
    assert.deepEqual(visit.complaints, []);
  });
});
