// A whole day's work of two people in an empty product, on a wide screen and on a phone.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createApp } from '../../core/boot/boot.ts';
import { loadSettings } from '../../core/boot/config.ts';
import type { App } from '../../core/kernel/app.ts';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { scratchFolder } from '../../testing/folders.ts';
import { PASSWORD } from '../kit/app.ts';
import { openBrowser, settled, type Visit } from '../kit/browser.ts';

const VAULT = fileURLToPath(new URL('../../../shared/fixtures/obsidian/kepano-obsidian', import.meta.url));
const VAULT_NOTES = 102;

const browser = await openBrowser();

/** Where the real vault is absent, a small one of our own stands in for it. */
function vault(): { folder: string; notes: number } {
  if (existsSync(VAULT)) return { folder: VAULT, notes: VAULT_NOTES };
  process.stderr.write('The day is tried with a small vault: the folder of fixtures is not here.\n');
  const folder = join(scratchFolder(), 'small-vault');
  mkdirSync(join(folder, '.obsidian'), { recursive: true });
  for (const name of ['Attention', 'Evergreen notes', 'Maps']) {
    writeFileSync(join(folder, `${name}.md`), `Text of ${name}, with a link to [[Maps]].\n`);
  }
  return { folder, notes: 3 };
}

const looks: [string, BrowserContextOptions][] = [
  ['a wide screen', { viewport: { width: 1280, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
];

for (const [name, look] of looks) {
  const isPhone = Boolean(look.isMobile);
  describe(`a day's work on ${name}`, { skip: browser ? false : 'no browser' }, () => {
    let database: TestDatabase;
    let app: App;
    let url = '';
    let mira: Visit;
    let jonas: Visit;
    const notes = vault();

    before(async () => {
      database = await migratedDatabase('sqlite');
      const secret = 'a key for tests that is long enough';
      app = await createApp(
        loadSettings({ DATA_DIR: database.dataDir, PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: secret }),
      );
      url = (await app.start()).replace('127.0.0.1', 'localhost');
      mira = await browser!.visit(look);
      jonas = await browser!.visit(look);
    });
    after(async () => {
      await mira.close();
      await jonas.close();
      await app.stop();
      await database.cleanup();
    });

    /** The sidebar is a drawer on a phone. */
    async function openSidebar(page: Page): Promise<void> {
      if (!isPhone || (await page.locator('.sidebar .switcher').isVisible())) return;
      await page
        .getByRole('link', { name: 'Menu', exact: true })
        .or(page.getByRole('button', { name: 'Menu', exact: true }))
        .first()
        .click();
      await page.locator('.sidebar .switcher').waitFor();
    }
    const goto = (page: Page, path: string) => page.goto(`${url}${path}`);
    const ready = (page: Page) => page.locator('.article[data-ready="true"]').waitFor();
    const saved = async (page: Page) => {
      await page.keyboard.press('Control+s');
      await page.getByText('Saved', { exact: true }).waitFor();
    };

    async function register(page: Page, full: string, login: string, path = '/auth/register'): Promise<void> {
      await goto(page, path);
      await page.getByLabel('Full name').fill(full);
      await page.getByLabel('Username').fill(login);
      await page.getByLabel('Email address').fill(`${login}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
    }

    it('begins with an account, three first steps and an invitation', async () => {
      const { page } = mira;
      await register(page, 'Mira Lindqvist', 'mira');
      await page.getByLabel('Name', { exact: true }).fill('Harbour Library');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel(/A few useful pages/).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Email addresses').fill('jonas@example.org');
      await page.getByRole('button', { name: 'Finish' }).click();
      // Without a mail server the link waits where it can be read.
      await page.waitForURL(/\/members/);
      await page.getByText('jonas@example.org').first().waitFor();
    });

    it('brings the notes in by the wizard', async () => {
      const { page } = mira;
      await goto(page, '/import?new=1');
      await page.getByLabel('Choose a folder').setInputFiles(notes.folder);
      await page.getByRole('button', { name: 'Show the preview' }).click();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page
        .getByRole('heading', { name: /Done, with a few remarks|Import complete/ })
        .waitFor({ timeout: 30_000 });
      const [imported] = await app.database.reader('import_items').whereNotNull('page_id').count({ total: '*' });
      assert.ok(Number(imported?.total) >= notes.notes, `${imported?.total} items`);
    });

    it('goes on with a colleague who joins by the link in the outbox, reads and finds', async () => {
      await goto(mira.page, '/admin/mail');
      await mira.page.locator('main a[href^="/admin/mail/"]').first().click();
      const link = await mira.page.locator('a[href*="/invite/"]').first().getAttribute('href');
      const { page } = jonas;
      await goto(page, new URL(link as string).pathname);
      await page
        .locator('main')
        .getByRole('link', { name: /account/i })
        .first()
        .click();
      await page.getByLabel('Full name').fill('Jonas Petersen');
      await page.getByLabel('Username').fill('jonas');
      await page.getByLabel('Email address').fill('jonas@example.org');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL((at) => !at.pathname.startsWith('/auth'));
      await goto(page, '/search?q=evergreen');
      await page
        .getByRole('link', { name: /Evergreen notes/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: /Evergreen notes/ }).waitFor();
    });

    it('writes a page by keyboard: heading, list, to-do, a link to another page', async () => {
      const { page } = jonas;
      await goto(page, '/pages/new');
      await page.getByLabel('Title').fill('Week plan');
      await page.getByRole('button', { name: /create/i }).click();
      await ready(page);
      await page.locator('.article[data-ready="true"]').click();
      await page.keyboard.type('# This week\n- Call the roofer\nOrder glue');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.type('[] Read [[Evergreen notes');
      await page.getByRole('option', { name: /Evergreen notes/, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await saved(page);
      const markdown = await page.evaluate(async () => {
        const id = location.pathname.split('/').at(-1);
        return (await fetch(`/api/v2/pages/${id}/markdown`)).text();
      });
      assert.match(markdown, /# This week[\s\S]*- Call the roofer\n- Order glue[\s\S]*- \[ \] Read .*Evergreen notes/);
    });

    it('is found by the palette, moved by keyboard, trashed and taken back', async () => {
      const { page } = jonas;
      await goto(page, '/');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('week plan');
      await page
        .getByRole('option', { name: /Week plan/ })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: /Week plan/ }).waitFor();
      await openSidebar(page);
      const row = page.getByRole('treeitem', { name: 'Week plan', exact: true });
      await row.focus();
      const place = async () =>
        (await app.database.reader('pages').where({ title: 'Week plan' }).first('position', 'parent_id')) as object;
      const before = await place();
      await page.keyboard.press('Alt+ArrowUp');
      await page.locator('.toast').getByText('Week plan').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('.tree [aria-busy="true"]'));
      for (let tries = 0; tries < 40 && JSON.stringify(await place()) === JSON.stringify(before); tries += 1)
        await settled(page);
      assert.notDeepEqual(await place(), before);
      await row.focus();
      await page.keyboard.press('Delete');
      // The page that is shown says itself where it went, and offers the way back.
      await page.getByRole('button', { name: 'Bring it back' }).click();
      await ready(page);
      await openSidebar(page);
      await page.getByRole('treeitem', { name: 'Week plan', exact: true }).waitFor();
      const row2 = await app.database.reader('pages').where({ title: 'Week plan' }).first('deleted_at');
      assert.equal(row2.deleted_at, null);
    });

    it('ends with other settings and a session signed out elsewhere', async () => {
      const other = await browser!.visit(look);
      await goto(other.page, '/auth/login?provider=local');
      await other.page.getByLabel('Email address').fill('mira@example.org');
      await other.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await other.page.getByRole('button', { name: 'Sign in' }).click();
      await other.page.waitForURL((at) => !at.pathname.startsWith('/auth'));
      const { page } = mira;
      await goto(page, '/accounts/settings/profile');
      await page.getByLabel('Full name').fill('Mira L. Lindqvist');
      await page.locator('#profile').getByRole('button', { name: 'Save' }).click();
      await page.getByText('Your profile is saved').waitFor();
      await goto(page, '/accounts/settings/sessions');
      await page
        .getByRole('button', { name: /^Sign out .* on / })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('status').filter({ hasText: 'signed out' }).waitFor();
      await goto(other.page, '/accounts');
      assert.equal(new URL(other.page.url()).pathname, '/auth/login');
      await goto(page, '/accounts/settings/appearance');
      await page.locator('main').getByRole('button', { name: 'Deutsch' }).click();
      await page.waitForFunction(() => document.documentElement?.lang === 'de');
      await goto(page, '/accounts/settings/sessions');
      assert.match((await page.locator('h1').first().textContent()) ?? '', /Sitzungen/);
      await other.close();
      // The tree asks where a new page stands, and its line who wrote last; its author may have put it into the trash meanwhile.
      const unexpected = (one: string) => !/status of 404 .*\/api\/(v2\/)?pages\/\d+(\/edited)?$/.test(one);
      assert.deepEqual([...mira.complaints, ...jonas.complaints].filter(unexpected), []);
    });
  });
}
after(() => browser?.close());
