// Forges in a real browser: registered, connected, their repositories read, and one of them linked and kept in step.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../testing/databases.ts';
import { type ForgeProduct, startForgeProduct } from '../forges/product.ts';
import { axeFaultsInBoth } from '../kit/axe.ts';
import { openBrowser, signIn, type Visit } from '../kit/browser.ts';
import { FORGE_CLIENT } from '../kit/forge.ts';
import type { HostedRepository } from '../kit/hosted-repository.ts';

const browser = await openBrowser();

describe('forges in a browser', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: ForgeProduct;
  let admin: Visit;
  let person: Visit;
  let repository: HostedRepository;

  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startForgeProduct(database, 'forgejo');
    admin = await browser!.visit();
    person = await browser!.visit();
    await signIn(admin, t, t.session('adm'));
    await signIn(person, t, t.session('ann'));
    t.forge.person('ann');
    const files = {
      'README.md': '# Handbook\n\nBegin with [the plan](docs/plan.md).\n',
      'docs/plan.md': '# Plan\n\nFirst things first.\n',
      'page.html': '<script>document.title="run"</script>',
    };
    repository = t.forge.offer('ann', 'a-very-long-name-of-a-handbook-that-somebody-keeps-there', files);
  });
  after(async () => {
    await browser?.close();
    await t.stop();
    await database.cleanup();
  });

  /** Accessible in light and dark, and as wide as a phone. */
  const isSound = async (page: Page) => {
    assert.deepEqual(await axeFaultsInBoth(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  it('are registered by an administrator', async () => {
    const { page } = admin;
    await page.goto(`${t.url}/admin`);
    await page.getByRole('link', { name: 'Code hosting', exact: true }).click();
    await isSound(page);
    const form = page.locator('#forge form').first();
    await form.getByLabel('Type').selectOption('forgejo');
    await form.getByLabel('Web address', { exact: true }).fill(t.forge.url);
    await form.locator('summary').click();
    await form.getByLabel('Name', { exact: true }).fill('Code');
    await form.getByLabel('Client ID').fill(FORGE_CLIENT.client_id);
    await form.getByLabel('Client secret').fill(FORGE_CLIENT.client_secret);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The code hosting service is registered.').waitFor();
    assert.ok(!(await page.content()).includes(FORGE_CLIENT.client_secret));
    await isSound(page);
  });

  it('are connected by somebody, whose repositories show then', async () => {
    const { page } = person;
    t.forge.who = 'ann';
    await page.goto(`${t.url}/workspace`);
    await isSound(page);
    await page.getByRole('link', { name: 'Connect Code' }).click();
    await isSound(page);
    await page.getByRole('link', { name: 'Connect Code' }).click();
    await page.getByText('The code hosting service is connected.').waitFor();
    await isSound(page);
    await page.goto(`${t.url}/workspace?q=handbook`);
    await page.getByRole('link', { name: `ann/${repository.name}`, exact: true }).waitFor();
    await isSound(page);
  });

  it('are read without copying anything', async () => {
    const { page } = person;
    await page.getByRole('link', { name: `ann/${repository.name}`, exact: true }).click();
    await page.getByRole('heading', { name: 'Handbook', exact: true }).waitFor();
    await isSound(page);
    await page.getByRole('link', { name: 'the plan' }).click();
    await page.getByText('First things first.').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'page.html' }).click();
    await page.locator('pre', { hasText: 'document.title="run"' }).waitFor();
    assert.notEqual(await page.title(), 'run');
    await isSound(page);
  });

  it('are linked, and their files become pages that follow them', async () => {
    const { page } = person;
    await page.goto(`${t.url}/workspace`);
    await page.getByRole('link', { name: `Link ann/${repository.name} with a workspace` }).click();
    await isSound(page);
    await page.getByLabel('On every push to the code hosting service').check();
    await page.getByRole('button', { name: 'Link a repository' }).click();
    const secret = await page.getByLabel('Secret').inputValue();
    const push = await page.getByLabel('Address').inputValue();
    assert.ok(secret.length >= 32);
    await isSound(page);
    await t.synced();
    const open = async () => {
      await page.goto(`${t.url}/workspace`);
      await page.getByRole('link', { name: `ann/${repository.name}`, exact: true }).click();
    };
    await page.goto(`${t.url}/workspace`);
    await page.getByText('The code hosting service shows you no other repositories.').waitFor();
    await open();
    await page.getByText('Up to date', { exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(secret));
    await isSound(page);
    await page.getByRole('link', { name: 'Open its pages' }).click();
    await page.getByRole('link', { name: 'Handbook', exact: true }).first().click();
    await page.getByText('Begin with').first().waitFor();
    await page.locator('#main').getByText('README.md').first().waitFor();
    await repository.commit({ 'docs/plan.md': '# Plan\n\nSecond things.\n' });
    const { body, headers } = t.forge.push(repository, secret, 'delivery 1');
    assert.equal((await fetch(push, { method: 'POST', body, headers })).status, 200);
    await t.synced();
    await page.getByRole('link', { name: 'the plan' }).first().click();
    await page.getByText('Second things.').first().waitFor();
  });

  it('are unlinked and disconnected again', async () => {
    const { page } = person;
    await page.goto(`${t.url}/workspace`);
    await page.getByRole('link', { name: `ann/${repository.name}`, exact: true }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Unlink' }).click();
    await page.waitForURL(`${t.url}/workspace`);
    await page.goto(`${t.url}/accounts/forges`);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('The code hosting service is disconnected.').waitFor();
    await isSound(page);
  });
});
