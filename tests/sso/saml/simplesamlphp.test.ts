// Signing in and out by SAML with an identity provider that others wrote and many organisations run.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migratedDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { listen } from '../../kit/browser.ts';
import { WebClient } from '../web-client.ts';
import { isInstalled, SimpleSaml } from './simplesamlphp.ts';

const field = (html: string, name: string): string =>
  (new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#43;', '+');
const action = (html: string): string => (/<form[^>]*action="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

if (!isInstalled) console.log('SimpleSAMLphp is not installed: signing in by it was NOT run');

describe('SimpleSAMLphp', { skip: isInstalled ? false : 'the Debian package simplesamlphp is not installed' }, () => {
  let database: TestDatabase;
  let t: Awaited<ReturnType<typeof listen>>;
  let provider: SimpleSaml;
  before(async () => {
    provider = await SimpleSaml.start();
    database = await migratedDatabase('sqlite');
    t = await listen(database, { settings: { OUTBOUND_ALLOW: new URL(provider.url).host } });
    t.app.csrf.port = Number(new URL(t.url).port);
    const body = {
      ...{ enabled: true, provisioning: { mode: 'all' } },
      mappings: [{ group: 'staff', workspace_id: t.ws1, role: 'editor' }],
      saml: {
        ...{ enabled: true, name: 'Campus', metadata_url: `${provider.url}/saml2/idp/metadata.php` },
        attributes: { email: 'mail', full_name: 'displayName', login: 'uid', groups: 'groups' },
      },
    };
    const saved = await t.call('adm', 'PUT', '/api/v2/sso/config', { body });
    assert.equal(saved.status, 200, saved.text);
    const own = await (await fetch(`${t.url}/auth/saml/metadata`)).text();
    provider.know({
      entityId: /entityID="([^"]+)"/.exec(own)?.[1] ?? '',
      callback: `${t.url}/auth/saml/callback`,
      logout: `${t.url}/auth/saml/logout`,
      certificate: (/X509Certificate>([^<]+)</.exec(own)?.[1] ?? '').replace(/\s/g, ''),
    });
  });
  after(async () => {
    await t?.stop();
    await database?.cleanup();
    provider?.stop();
  });

  async function signIn(name: string, client = new WebClient()) {
    let page = await client.go(`${t.url}/auth/saml/login`);
    // Somebody who is signed in there already is not asked again.
    if (/name="password"/.test(page.text)) {
      const fields = { username: name, password: 'secret', AuthState: field(page.text, 'AuthState') };
      page = await client.form(new URL(action(page.text) || page.url, page.url).href, fields);
    }
    const SAMLResponse = field(page.text, 'SAMLResponse');
    assert.ok(SAMLResponse, `no answer at ${page.url}: ${page.text.slice(0, 300)}`);
    const arrival = await client.form(action(page.text), { SAMLResponse, RelayState: field(page.text, 'RelayState') });
    return { client, arrival, user: await client.user(t.url) };
  }

  it('lets newcomers in, with their groups, and knows them again', async () => {
    const first = await signIn('ann');
    assert.deepEqual([first.user?.login, first.user?.email], ['ann.saml', 'ann.saml@corp.test']);
    const members = (await t.call('ann', 'GET', `/api/workspace/${t.ws1}/members`)).body.members;
    assert.equal(members.find((one: { user_id: number }) => one.user_id === first.user?.id)?.role, 'editor');
    const second = await signIn('ann');
    assert.equal(second.user?.id, first.user?.id);
    const [last] = (await t.call('adm', 'GET', '/api/v2/sso/history')).body;
    assert.deepEqual([last.outcome, last.provider, last.email], ['success', 'saml', 'ann.saml@corp.test']);
  });

  it('ends the session there when it ends here, and leads back', async () => {
    const { client } = await signIn('edi');
    const away = await client.go(`${t.url}/auth/saml/logout`);
    assert.ok(
      away.trail.some((address) => address.startsWith(provider.url)),
      away.trail.join('\n'),
    );
    assert.match(away.url, /\/auth\/login\?provider=local/);
    assert.equal(await client.user(t.url), undefined);
    const again = await client.go(`${t.url}/auth/saml/login`);
    assert.match(again.text, /name="password"/);
  });

  it('ends the session here when it ends there', async () => {
    const { client, user } = await signIn('ann');
    assert.ok(user);
    const away = await client.go(`${provider.url}/saml2/idp/SingleLogoutService.php?ReturnTo=${provider.url}/`);
    assert.ok(away.status < 500, away.text.slice(0, 300));
    assert.equal(await client.user(t.url), undefined, away.trail.join('\n'));
  });
});
