// The first steps of a new account with and without scripts, and the help as people search it.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import type { TestApp } from '../../kit/app.ts';
import { listen, openBrowser, signIn } from '../../kit/browser.ts';

const browser = await openBrowser();

describe('the first steps', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: TestApp & { url: string };
  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await listen(database);
  });
  after(async () => {
    await t.stop();
    await database.cleanup();
  });

  for (const [who, javaScriptEnabled] of [
    ['ann', true],
    ['bob', false],
  ] as const)
    it(`end on a page ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const visit = await browser!.visit({ javaScriptEnabled });
      const { page } = visit;
      await signIn(visit, t, t.session(who));
      await page.goto(`${t.url}/welcome`);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('link', { name: 'People' }).waitFor();
      await page.setViewportSize({ width: 1280, height: 800 });
      assert.equal(await page.locator('.sidebar').count(), 0, 'nothing stands beside the steps');
      await page.getByLabel('Name', { exact: true }).fill('Garden studio');
      await page.getByLabel('🏡').check({ force: true });
      const zone = await page.getByLabel('Your time zone').inputValue();
      assert.equal(zone, javaScriptEnabled ? 'Europe/Berlin' : '');
      await page.getByRole('button', { name: 'Continue' }).click();
      const widths = await page
        .locator('.choice-card input')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
      assert.deepEqual(widths, [16, 16, 16]);
      await page.getByLabel(/A few useful pages/).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Email addresses').fill('ada@example.org, wrong');
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('wrong: this is not an email address').waitFor();
      await page.getByText('An invitation is ready; its link waits with an administrator: ada@example.org').waitFor();
      assert.equal((await page.getByLabel('Email addresses').inputValue()).trim(), 'wrong');
      await page.getByLabel('Email addresses').fill('');
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByRole('heading', { level: 1, name: 'Start here' }).waitFor();
      await page
        .locator('main')
        .getByRole('link', { name: /handbook/i })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'Team handbook' }).waitFor();
      assert.match((await page.locator('.switcher-name').first().textContent()) ?? '', /Garden studio/);
      await page.goto(`${t.url}/welcome`);
      assert.equal(new URL(page.url()).pathname, '/');
      assert.deepEqual(visit.complaints, []);
      await visit.close();
    });

  it('an account is proposed a username that follows the name until another one is typed', async () => {
    const visit = await browser!.visit();
    const { page } = visit;
    await page.goto(`${t.url}/auth/register`);
    const [name, login] = [page.getByLabel('Full name'), page.getByLabel('Username')];
    await page.locator('.reveal').waitFor();
    await name.fill('Zoë  Groß-Brown ');
    assert.equal(await login.inputValue(), 'zoe.gross.brown');
    await login.fill('zoe');
    await name.fill('Zoë Black');
    assert.equal(await login.inputValue(), 'zoe');
    await login.fill('');
    await name.fill('Ада');
    assert.equal(await login.inputValue(), '');
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 1);
    assert.deepEqual(visit.complaints, []);
    await visit.close();
  });

  it('help is filtered while somebody types, and asked of the server without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const visit = await browser!.visit({ javaScriptEnabled });
      const { page } = visit;
      await page.goto(`${t.url}/help`);
      const cards = page.locator('.help-card:visible');
      assert.equal(await cards.count(), readdirSync(new URL('../../../plugins/web/help/en', import.meta.url)).length);
      await page.getByRole('searchbox').fill('idempotency');
      if (!javaScriptEnabled) await page.getByRole('searchbox').press('Enter');
      await page.getByText('1 topic').waitFor();
      assert.equal(await cards.count(), 1);
      await cards.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: 'Using the API' }).waitFor();
      assert.deepEqual(visit.complaints, []);
      await visit.close();
    }
  });
});

after(() => browser?.close());
