// The first hour of two people, with and without scripts: register, write, invite, join, read, find.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import type { App } from '../../core/kernel/app.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { PASSWORD } from '../kit/app.ts';
import { openBrowser, type Visit } from '../kit/browser.ts';
import { PIXEL } from '../kit/pictures.ts';

const browser = await openBrowser();

interface Person {
  full_name: string;
  login: string;
  email: string;
}
const ada: Person = { full_name: 'Ada Lovelace', login: 'ada', email: 'ada@example.org' };
const guest: Person = { full_name: 'Grace Hopper', login: 'grace', email: 'grace@example.org' };

async function register(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full name').fill(person.full_name);
  await page.getByLabel('Username').fill(person.login);
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** With scripts the page is open for writing at once, its name chosen; without them there is a form. */
async function write(page: Page, title: string, text: string, hasScripts: boolean): Promise<void> {
  await page.getByRole('link', { name: 'New page' }).first().click();
  if (hasScripts) {
    await page.locator('.article[data-ready="true"]').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await page.locator('.ProseMirror:focus').waitFor();
    await page.keyboard.type(text);
    await page.locator('.save-status[data-state="saved"]').waitFor();
    return;
  }
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: /text|markdown|content/i }).fill(text);
  await page.getByRole('button', { name: /create|save/i }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  describe(`the first hour ${javaScriptEnabled ? 'with' : 'without'} scripts`, {
    skip: browser ? false : 'no browser',
  }, () => {
    let database: TestDatabase;
    let app: App;
    let owner: Visit;
    let other: Visit;
    let invitation = '';

    before(async () => {
      database = await migratedDatabase('sqlite');
      app = await createApp(loadSettings({ DATA_DIR: database.dataDir, PORT: '0', LOG_LEVEL: 'silent' }));
      await app.start();
      owner = await browser!.visit({ javaScriptEnabled });
      other = await browser!.visit({ javaScriptEnabled });
    });
    after(async () => {
      await Promise.all([owner.close(), other.close()]);
      await app.stop();
      await database.cleanup();
    });

    it('a first person registers and writes a page', async () => {
      await owner.page.goto(app.baseUrl);
      await owner.page.getByRole('link', { name: 'Create an account' }).first().click();
      await register(owner.page, ada);
      await owner.page.waitForURL(/welcome/);
      for (const step of [1, 2, 3]) {
        await owner.page.getByText(`Step ${step} of 3`).waitFor();
        await owner.page.getByRole('button', { name: 'Skip' }).click();
      }
      await owner.page.waitForURL(/local-workspace/);
      await write(owner.page, 'Analytical engine', 'It weaves **algebraical** patterns.', javaScriptEnabled);
    });

    it('invites a second one, whose link waits in the outbox', async () => {
      const { page } = owner;
      await page.getByRole('link', { name: 'Members' }).click();
      await page.locator('summary', { hasText: 'Invite people' }).click();
      await page.getByLabel('Email addresses').fill(guest.email);
      await page.getByLabel('Role', { exact: true }).selectOption('viewer');
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByRole('status').filter({ hasText: 'The invitation is ready' }).waitFor();
      await page.locator('.person-menu > summary').click();
      await page.getByRole('link', { name: 'Administration' }).click();
      await page.getByRole('link', { name: 'Mail outbox' }).click();
      await page.getByRole('link', { name: /^Invitation to/ }).click();
      invitation = (await page.locator('.letter a').first().getAttribute('href')) ?? '';
      assert.match(invitation, /\/invite\/[\w-]{20,}$/);
    });

    it('registers by the link, and may read but not write', async () => {
      const { page } = other;
      await page.goto(invitation);
      await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
      await register(page, guest);
      await page.getByRole('link', { name: 'Analytical engine' }).first().click();
      await page.getByText('algebraical').waitFor();
      assert.equal(await page.getByRole('link', { name: 'Edit' }).count(), 0);
    });

    it('and finds the page by a word of its text', async () => {
      const { page } = other;
      await page.goto(`${app.baseUrl}/search`);
      await page.getByRole('searchbox', { name: 'Search titles and text' }).fill('algebraical');
      await page.getByRole('searchbox', { name: 'Search titles and text' }).press('Enter');
      await page.getByRole('main').getByRole('link', { name: 'Analytical engine' }).waitFor();
    });

    it('a refused form keeps what was typed and says why beside the field', async () => {
      const { page } = other;
      await page.goto(`${app.baseUrl}/accounts/settings`);
      await page.getByLabel('Full name').fill('Rear Admiral');
      await page.getByLabel('Username').fill('no spaces please');
      await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
      assert.equal(await page.getByLabel('Username').getAttribute('aria-invalid'), 'true');
      assert.equal(await page.getByLabel('Full name').inputValue(), 'Rear Admiral');
      await page.getByLabel('Username').fill('grace');
      await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('status').filter({ hasText: 'Your profile is saved' }).waitFor();
    });

    it('a token is shown once', async () => {
      const { page } = other;
      await page.goto(`${app.baseUrl}/accounts/settings/tokens`);
      await page.getByText('New token', { exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('nightly export');
      await page.getByRole('button', { name: 'Create token' }).click();
      const secret = await page.locator('.secret').textContent();
      assert.match(secret ?? '', /^cp_[\w-]{40,}$/);
      await page.goto(`${app.baseUrl}/accounts/settings/tokens`);
      await page.getByRole('button', { name: 'Revoke nightly export' }).waitFor();
      assert.equal(await page.locator('.secret').count(), 0);
    });

    it('an image becomes the picture, and any other file is refused', async () => {
      const { page } = other;
      const choose = (content: Buffer) =>
        page.getByLabel('Image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: content });
      const submit = (name: string) => page.getByRole('button', { name }).click();
      await page.goto(`${app.baseUrl}/accounts/settings`);
      await choose(Buffer.from('<svg onload="alert(1)">'));
      if (!javaScriptEnabled) await submit('Upload image');
      await page.getByText(javaScriptEnabled ? 'This image cannot be shown' : 'Image must be a PNG').waitFor();
      await choose(PIXEL);
      await submit(javaScriptEnabled ? 'Use this picture' : 'Upload image');
      await page.getByRole('status').filter({ hasText: 'Your picture is changed' }).waitFor();
      assert.match((await page.getByAltText('Your picture').getAttribute('src')) ?? '', /\.(png|webp)$/);
    });

    it('and nothing on the way broke the policy or failed in the console', () => {
      assert.deepEqual(
        [...owner.complaints, ...other.complaints].filter((one) => !/status of 422/.test(one)),
        [],
      );
    });
  });
}

after(() => browser?.close());
