// Two-factor and passkeys in a real browser with a virtual security key: set up, and signed in by each of the ways.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { PASSWORD, type TestApp } from '../../kit/app.ts';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { listen, openBrowser, signIn, type Visit } from '../../kit/browser.ts';
import { codeAt } from '../../two-factor/person.ts';

const browser = await openBrowser();
const PAGE = '/accounts/two-factor';

describe('the second step in a browser', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: TestApp & { url: string };
  let visit: Visit;
  let page: Page;

  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await listen(database);
    visit = await browser!.visit();
    page = visit.page;
    const protocol = await visit.context.newCDPSession(page);
    await protocol.send('WebAuthn.enable');
    await protocol.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signIn(visit, t, t.session('ann'));
  });
  after(async () => {
    await browser?.close();
    await t.stop();
    await database.cleanup();
  });

  const withoutFaults = async () => assert.deepEqual(await axeFaultsInBoth(page), []);
  const fits = async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  /** An open page would still ask with the old cookies gone. */
  const forget = async () => {
    await page.goto('about:blank');
    await visit.context.clearCookies();
  };
  const typePassword = async () => {
    await forget();
    await page.goto(`${t.url}/auth/login?provider=local`);
    await page.getByLabel('Email address').fill('ann@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Second step' }).waitFor();
  };
  const isIn = () => page.locator('.person-menu').waitFor();

  it('adds a passkey', async () => {
    await page.goto(`${t.url}${PAGE}`);
    await page.getByLabel('Name').fill('my laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('status').filter({ hasText: 'The passkey is added' }).waitFor();
    await page.getByText('my laptop', { exact: true }).waitFor();
  });

  it('sets up codes with picture and text', async () => {
    await page.getByRole('button', { name: 'Set up' }).click();
    const picture = page.getByAltText(/^QR code/);
    assert.ok(await picture.evaluate(async (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)));
    await page.getByText('Type it in instead').click();
    const secret = ((await page.locator('#secret').textContent()) ?? '').replaceAll(' ', '');
    await withoutFaults();
    await fits();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, t.app.now()));
    await page.keyboard.press('Enter');
    await page.getByText('Your backup codes', { exact: true }).waitFor();
    const [code] = ((await page.locator('#backup-codes').textContent()) ?? '').split('\n') as [string];
    await withoutFaults();
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as a file' }).click();
    const file = await saving;
    assert.equal(file.suggestedFilename(), 'commonplace-backup-codes.txt');
    const kept = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    assert.ok(kept.length === 10 && kept[0] === code);
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await page.getByText('10 backup codes are left.').waitFor();
    await withoutFaults();
    await fits();

    await typePassword();
    await withoutFaults();
    await fits();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.keyboard.press('Enter');
    await isIn();
  });

  it('signs in with the passkey after the password, and without one', async () => {
    await typePassword();
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await isIn();
    await forget();
    await page.goto(`${t.url}/auth/login?provider=local&next=${encodeURIComponent(PAGE)}`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isIn();
    assert.equal(new URL(page.url()).pathname, PAGE);
    await page.getByText('9 backup codes are left.').waitFor();
  });

  it('says where passkeys work, at an address where they do not', async () => {
    const elsewhere = await browser!.visit();
    await elsewhere.page.goto(`${t.url.replace('localhost', '127.0.0.1')}/auth/login?provider=local`);
    await elsewhere.page.getByRole('button', { name: 'Use a passkey' }).click();
    await elsewhere.page.getByText('Passkeys work at the public address').waitFor();
    await elsewhere.close();
  });

  it('and nothing on the way broke the policy or failed in the console', () => {
    assert.deepEqual(visit.complaints, []);
  });
});
