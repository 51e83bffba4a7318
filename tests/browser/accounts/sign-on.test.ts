// Single sign-on in a real browser and with a real provider: set up, tried, used, connected, lost and ended.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { PASSWORD } from '../../kit/app.ts';
import { axeFaultsInBoth } from '../../kit/axe.ts';
import { openBrowser, signIn, type Visit } from '../../kit/browser.ts';
import { CLIENT } from '../../sso/identity-provider.ts';
import { type Product, startProduct } from '../../sso/product.ts';

const browser = await openBrowser();

describe('single sign-on in a browser', { skip: browser ? false : 'no browser' }, () => {
  let database: TestDatabase;
  let t: Product;
  let admin: Visit;
  let person: Visit;

  before(async () => {
    database = await migratedDatabase('sqlite');
    t = await startProduct(database);
    admin = await browser!.visit();
    person = await browser!.visit();
    await signIn(admin, t, t.session('adm'));
    t.idp.people.set('nora', { email: 'nora@corp.test', email_verified: true, name: 'Nora Berg', groups: ['staff'] });
    t.idp.people.set('ann', { email: 'ann@example.org', email_verified: true, name: 'Ann Example', groups: [] });
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
  /** Types a name at the provider. */
  const identify = async (page: Page, who: string) => {
    await page.getByRole('heading', { name: 'Provider' }).waitFor();
    await page.getByLabel('Who').fill(who);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  /** Past the way in. */
  const inside = (page: Page) =>
    page.waitForURL((address) => address.origin === t.url && !address.pathname.startsWith('/auth/'));
  const begin = async (page: Page) => {
    await page.goto(`${t.url}/auth/login?provider=local`);
    await page.getByRole('link', { name: 'Sign in with Staff login' }).click();
  };
  /** Signs out at the provider, which may ask first. */
  const leave = async (page: Page, end: Locator) => {
    const yes = page.getByRole('button', { name: /yes, sign me out/i });
    await yes.or(end).first().waitFor();
    if (await yes.isVisible()) await yes.click();
    await end.waitFor();
  };
  const forget = (visit: Visit) => visit.context.clearCookies();
  const who = async (page: Page): Promise<string | undefined> =>
    page.evaluate(async () => {
      const answer = await fetch('/auth/user');
      return answer.ok ? ((await answer.json()) as { login: string }).login : undefined;
    });

  it('is set up by an administrator, who tries it before it is saved', async () => {
    const { page } = admin;
    await page.goto(`${t.url}/admin`);
    await page.getByRole('link', { name: 'Sign-on', exact: true }).click();
    await isSound(page);
    await page.locator('#connection').getByLabel('Name', { exact: true }).fill('Staff login');
    await page.getByLabel('Issuer URL').fill('http://id.corp.test');
    await page.locator('#connection').getByRole('button', { name: 'Test these settings' }).click();
    await page.getByText('Issuer URL must be an address with https').waitFor();
    await page.getByLabel('Issuer URL').fill(t.idp.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.client_id);
    await page.getByLabel('Client secret').fill(CLIENT.client_secret);
    await page.locator('#connection').getByRole('button', { name: 'Test these settings' }).click();
    await page.getByText('S256', { exact: true }).waitFor();
    await isSound(page);
    await page.getByRole('link', { name: 'Sign in to test it' }).click();
    await identify(page, 'nora');
    await page.getByText('This person would not be let in. You have no account here yet.').waitFor();
    await page.getByText('nora@corp.test').first().waitFor();
    await isSound(page);
    assert.deepEqual((await t.call('anon', 'GET', '/api/v2/sso/providers')).body.providers, []);
  });

  it('is saved section by section, and shows what a mapping would change', async () => {
    const { page } = admin;
    await page.goto(`${t.url}/admin/sign-on`);
    await page.locator('#connection').getByLabel('Name', { exact: true }).fill('Staff login');
    await page.getByLabel('Issuer URL').fill(t.idp.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.client_id);
    await page.getByLabel('Client secret').fill(CLIENT.client_secret);
    await page.locator('#connection').getByLabel('Allow sign-in with this provider').check();
    await page.locator('#connection').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. All administrators get an email.').waitFor();
    await page.getByLabel('Everyone the provider lets in').check();
    await page.locator('#people').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. All administrators get an email.').waitFor();
    const row = page.locator('#roles .inline-form').first();
    await row.getByLabel('Group').fill('staff');
    await row.getByLabel('Workspace').selectOption(String(t.ws1));
    await row.getByLabel('Role').selectOption('editor');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText('0 people were checked.').waitFor();
    await page.locator('#roles').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. All administrators get an email.').waitFor();
  });

  it('makes an account at the first sign-in, and signs in at the second', async () => {
    const { page } = person;
    await page.goto(`${t.url}/auth/login?provider=local`);
    await isSound(page);
    await begin(page);
    await identify(page, 'nora');
    await inside(page);
    assert.equal(await who(page), 'nora');
    await page.goto(`${t.url}/accounts/sign-on`);
    await page.getByText('Staff login nora@corp.test').waitFor();
    await isSound(page);
    await forget(person);
    await begin(page);
    await identify(page, 'nora');
    await inside(page);
    assert.equal(await who(page), 'nora');
  });

  it('takes a role with the group, at the next sign-in', async () => {
    const open = () => person.page.goto(`${t.url}/workspaces/${t.ws1}/members`);
    assert.equal((await open())?.status(), 200);
    t.idp.people.set('nora', { email: 'nora@corp.test', email_verified: true, name: 'Nora Berg', groups: [] });
    await forget(person);
    await begin(person.page);
    await identify(person.page, 'nora');
    await inside(person.page);
    assert.equal((await open())?.status(), 404);
  });

  it('goes on in two tabs beside each other', async () => {
    await forget(person);
    const second = await person.context.newPage();
    await begin(person.page);
    await begin(second);
    await identify(person.page, 'nora');
    await inside(person.page);
    await identify(second, 'nora');
    await inside(second);
    assert.equal(await who(second), 'nora');
    await second.close();
  });

  it('connects an account whose owner proves it', async () => {
    const { page } = person;
    await forget(person);
    await begin(page);
    await identify(page, 'ann');
    await page.getByRole('heading', { name: 'This address has an account' }).waitFor();
    assert.equal(await who(page), undefined);
    await isSound(page);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByText('Password is wrong').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await inside(page);
    assert.equal(await who(page), 'ann');
  });

  it('signs out at the provider, too, and is signed out by it', async () => {
    const { page } = person;
    await page.goto(`${t.url}/auth/logout`);
    await leave(page, page.getByRole('link', { name: 'Sign in with Staff login' }));
    assert.equal(await who(page), undefined);
    await forget(person);
    await begin(page);
    await identify(page, 'nora');
    await inside(page);
    assert.equal(await who(page), 'nora');
    await page.goto(`${t.idp.issuer}/session/end`);
    await leave(page, page.getByText('Sign-out Success'));
    await page.goto(`${t.url}/auth/login?provider=local`);
    await page.waitForFunction(async () => (await fetch('/auth/user')).status === 401);
  });

  it('takes the form of a provider on another site, with new keys', async () => {
    await t.idp.serve(t.url);
    await forget(person);
    await t.configure({ oidc: { ...t.oidc, response_mode: 'form_post' }, provisioning: { mode: 'all' } });
    const { page } = person;
    await begin(page);
    await identify(page, 'nora');
    await inside(page);
    assert.equal(await who(page), 'nora');
    await page.goto(`${t.url}/auth/sso/oidc/reauth?next=/accounts`);
    await identify(page, 'nora');
    await page.waitForURL(`${t.url}/accounts`);
  });

  it('ends with the account', async () => {
    const { page } = person;
    const { items } = { items: (await t.call('adm', 'GET', '/api/v2/admin/users?q=nora')).body };
    await t.call('adm', 'PATCH', `/api/v2/admin/users/${items[0].id}`, { is_active: false });
    await page.goto(`${t.url}/workspaces`);
    await page.waitForURL(`${t.url}/auth/login?**`);
    await begin(page);
    const refused = page.getByRole('alert').getByText('Your account was deactivated.');
    const asked = page.getByRole('heading', { name: 'Provider' });
    await asked.or(refused).first().waitFor();
    if (await asked.isVisible()) await identify(page, 'nora');
    await refused.waitFor();
    await isSound(page);
  });

  it('complains of nothing', () => {
    const expected = /status of (403|401|404|422)|WebSocket/;
    const complaints = [...admin.complaints, ...person.complaints].filter((one) => !expected.test(one));
    assert.deepEqual(
      complaints.filter((one) => one.startsWith(t.url)),
      [],
    );
  });
});
