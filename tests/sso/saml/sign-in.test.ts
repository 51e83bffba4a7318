// Signing in by SAML through the product: newcomers, people who are known, signing out from either side, and forgeries.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { onEachEngine } from '../../../testing/databases.ts';
import { listen } from '../../kit/browser.ts';
import { WebClient } from '../web-client.ts';
import {
  assertionXml,
  encode,
  keys,
  NOW,
  PROVIDER,
  responseXml,
  type Said,
  type Signing,
  signed,
  goodResponse as signedResponse,
} from './identity-provider.ts';

type Running = Awaited<ReturnType<typeof listen>>;

onEachEngine((_engine, open) => {
  let t: Running;
  let now = Date.parse(NOW);
  before(async () => {
    t = await listen(await open(), { now: () => new Date(now).toISOString() });
    t.app.csrf.port = Number(new URL(t.url).port);
    await configure();
  });
  after(() => t.stop());

  let made = 0;
  /** Each assertion has a name of its own, by which it is known again. */
  const goodResponse = (said: Partial<Said>, signing: Signing = {}): string => {
    made += 1;
    return signedResponse(said, signing, `_assertion-${made}`);
  };
  const idp = {
    entity_id: PROVIDER,
    sso_url: 'https://idp.test/sso',
    slo_url: 'https://idp.test/slo',
    certificates: [keys.provider.certificate],
  };
  async function configure(saml: object = {}, change: object = {}) {
    const body = {
      enabled: true,
      provisioning: { mode: 'all' },
      saml: { enabled: true, name: 'Campus', idp, ...saml },
      ...change,
    };
    const answer = await t.call('adm', 'PUT', '/api/v2/sso/config', { body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }
  const history = async (): Promise<{ outcome: string; reason: string; subject: string }[]> =>
    (await t.call('adm', 'GET', '/api/v2/sso/history')).body;

  /** What the browser brings to the provider. */
  async function begun(client: WebClient, path = '/auth/saml/login'): Promise<string> {
    const { url } = await client.go(`${t.url}${path}`, {}, /idp\.test/);
    return /ID="([^"]+)"/.exec(documentIn(url))?.[1] ?? '';
  }
  const documentIn = (address: string): string => {
    const sent = new URL(address).searchParams;
    const value = sent.get('SAMLRequest') ?? sent.get('SAMLResponse') ?? '';
    return inflateRawSync(Buffer.from(value, 'base64')).toString();
  };
  const place = () => ({
    audience: `${t.url}/auth/saml/metadata`,
    recipient: `${t.url}/auth/saml/callback`,
    destination: `${t.url}/auth/saml/callback`,
  });
  const post = (client: WebClient, xml: string) =>
    client.form(`${t.url}/auth/saml/callback`, { SAMLResponse: encode(xml), RelayState: 'https://evil.test/' });
  async function signIn(name: string, said: Partial<Said> = {}, client = new WebClient(), signing: Signing = {}) {
    const request = await begun(client);
    const attributes = { mail: [`${name}@corp.test`], displayName: [`The ${name}`], uid: [name] };
    const xml = goodResponse({ ...place(), name: `id-${name}`, request, attributes, ...said }, signing);
    return { client, xml, arrival: await post(client, xml), user: await client.user(t.url) };
  }

  it('makes an account at the first sign-in and finds it at the second', async () => {
    const first = await signIn('nora');
    assert.equal(first.arrival.url, `${t.url}/workspaces`, first.arrival.text.slice(0, 1000));
    assert.deepEqual([first.user?.login, first.user?.email], ['nora', 'nora@corp.test']);
    const second = await signIn('nora');
    assert.equal(second.user?.id, first.user?.id);
    assert.deepEqual(
      (await history()).slice(0, 4).map(({ outcome }) => outcome),
      ['success', 'attempt', 'success', 'attempt'],
    );
    const { body } = await t.call('anon', 'GET', '/api/v2/sso/providers');
    assert.deepEqual(body.providers, [{ id: 'saml', type: 'saml', name: 'Campus', login_url: '/auth/saml/login' }]);
  });

  it('brings people to where they wanted, whatever RelayState says', async () => {
    const client = new WebClient();
    const request = await begun(client, '/auth/saml/login?next=/accounts');
    const arrival = await post(client, goodResponse({ ...place(), name: 'id-nora', request }));
    assert.equal(arrival.url, `${t.url}/accounts`);
  });

  it('gives the roles of groups, and takes them with the group', async () => {
    await configure({}, { mappings: [{ group: 'staff', workspace_id: t.ws1, role: 'editor' }] });
    const attributes = { mail: ['gus@corp.test'], uid: ['gus'], groups: ['staff'] };
    const { client } = await signIn('gus', { attributes });
    const members = async () =>
      ((await t.call('ann', 'GET', `/api/v2/workspaces/${t.ws1}/members`)).body as { email: string; role: string }[])
        .filter(({ email }) => email === 'gus@corp.test')
        .map(({ role }) => role);
    assert.deepEqual(await members(), ['editor']);
    await signIn('gus', { attributes: { ...attributes, groups: ['others'] } }, client);
    assert.deepEqual(await members(), []);
    await signIn('gus', { attributes }, client);
    assert.deepEqual(await members(), ['editor']);
    // Whoever is in no group any more has no such attribute.
    await signIn('gus', { attributes: { mail: attributes.mail, uid: attributes.uid } }, client);
    assert.deepEqual(await members(), []);
    await configure();
  });

  describe('refuses', () => {
    async function refused(
      what: string,
      reason: string,
      make: (request: string) => string,
      client = new WebClient(),
    ): Promise<void> {
      const before = (await history()).filter(({ outcome }) => outcome === 'rejected').length;
      const request = await begun(client);
      const { status, text } = await post(client, make(request));
      assert.equal(status, 403, `${what}: ${text.slice(0, 300)}`);
      assert.equal(await client.user(t.url), undefined, what);
      const rows = (await history()).filter(({ outcome }) => outcome === 'rejected');
      assert.deepEqual([rows.length, rows[0]?.reason], [before + 1, reason], what);
    }

    it('what was made for others, by others, at another time, or twice', async () => {
      const good =
        (change: Partial<Said> = {}, signing: Signing = {}) =>
        (request: string) =>
          goodResponse({ ...place(), name: 'id-nora', request, ...change }, signing);
      await refused('audience', 'saml_audience', good({ audience: 'https://other.test' }));
      await refused('issuer', 'wrong_answer', good({ issuer: 'https://other.test' }));
      await refused('stranger', 'saml_signature', good({}, { key: keys.stranger, withKeyInfo: true }));
      await refused('expired', 'clock', good({ made: -10, until: -5 }));
      await refused('early', 'clock', good({ made: 5, until: 10 }));
      await refused('question', 'unknown_sign_in', good({ request: '_unknown' }));
      await refused('refusal', 'provider_refused', good({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }));
      await refused('unsigned', 'saml_signature', (request) =>
        responseXml(assertionXml({ ...place(), request }), { ...place(), request }),
      );
      await refused('two assertions', 'wrong_answer', (request) => {
        const said = { ...place(), request };
        return responseXml(
          `${assertionXml({ ...said, name: 'adm' }, '_evil')}${signed(assertionXml(said), '_assertion-1')}`,
          said,
        );
      });
      await refused('comment', 'unknown_sign_in', good({ name: 'adm@corp.test<!---->.evil.test' }));
      await refused('no XML', 'unknown_sign_in', () => '<html>');
      const teams = Array.from({ length: 5500 }, (_, at) => `team ${at}`);
      await refused('very many groups', 'saml_large', good({ attributes: { groups: teams } }));
    });

    it('an answer whose question has an empty name, and one where nobody signs in this way', async () => {
      const client = new WebClient();
      await begun(client);
      const xml = goodResponse({ ...place(), name: 'id-nora' }).replaceAll(/InResponseTo="[^"]*"/g, 'InResponseTo=""');
      await t.app.database.writer('login_transactions').update({ request_id: '' });
      assert.equal((await post(client, xml)).status, 403);
      assert.equal((await t.app.database.reader('login_transactions').where({ request_id: '' })).length > 0, true);
      await configure({}, { enabled: false });
      assert.equal((await post(new WebClient(), '<html>')).status, 403);
      assert.equal((await history())[0]?.reason, 'not_set_up');
      await configure();
    });

    it('somebody on the way to connect, and says in the record by which provider', async () => {
      const { client, arrival } = await signIn('annie', { attributes: { mail: ['ann@example.org'] } });
      assert.equal(new URL(arrival.url).pathname, '/auth/sso/link');
      await configure({}, { linking: 'never' });
      assert.equal((await client.go(arrival.url)).status, 403);
      const [last] = (await t.call('adm', 'GET', '/api/v2/sso/history')).body;
      assert.deepEqual([last.provider, last.reason], ['saml', 'email_taken']);
      await configure();
    });

    it('an answer that was taken, also when it comes to the service anew', async () => {
      const { xml } = await signIn('nora');
      const again = new WebClient();
      const { status } = await post(again, xml);
      assert.deepEqual([status, await again.user(t.url)], [403, undefined]);
      const [last] = await history();
      assert.deepEqual([last?.outcome, last?.reason], ['rejected', 'unknown_sign_in']);
    });

    it('an answer that another browser began, and one that comes too late', async () => {
      const client = new WebClient();
      const request = await begun(client);
      const xml = goodResponse({ ...place(), name: 'id-nora', request });
      assert.equal((await post(new WebClient(), xml)).status, 403);
      const late = await begun(client);
      now += 11 * 60_000;
      const made = goodResponse({ ...place(), name: 'id-nora', request: late, made: 11, until: 16 });
      assert.equal((await post(client, made)).status, 403);
      assert.equal((await history())[0]?.reason, 'too_late');
      now -= 11 * 60_000;
    });

    it('what nobody asked for, unless the provider may begin, and then once', async () => {
      const xml = goodResponse({ ...place(), name: 'id-nora', request: '', attributes: { mail: ['nora@corp.test'] } });
      assert.equal((await post(new WebClient(), xml)).status, 403);
      await configure({ allow_idp_initiated: true });
      const client = new WebClient();
      assert.equal((await post(client, xml)).url, `${t.url}/workspaces`);
      assert.ok(await client.user(t.url));
      const again = new WebClient();
      assert.deepEqual([(await post(again, xml)).status, await again.user(t.url)], [403, undefined]);
      await configure();
    });
  });

  describe('signing out', () => {
    it('here goes on to the provider, and comes back to where people wanted', async () => {
      const { client, user } = await signIn('olga');
      assert.ok(user);
      const away = await client.go(`${t.url}/auth/saml/logout?next=/auth/register`, {}, /idp\.test/);
      assert.match(documentIn(away.url), /id-olga/);
      assert.equal(await client.user(t.url), undefined);
      const id = /ID="([^"]+)"/.exec(documentIn(away.url))?.[1];
      const answer = `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a" Version="2.0" IssueInstant="${NOW}" InResponseTo="${id}"><saml:Issuer>${PROVIDER}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`;
      const back = await client.form(`${t.url}/auth/saml/logout`, { SAMLResponse: encode(signed(answer, '_a')) });
      assert.equal(back.url, `${t.url}/auth/register`);
    });

    it('by way of /auth/logout goes to the provider, too', async () => {
      const { client } = await signIn('olga');
      const away = await client.go(`${t.url}/auth/logout`, {}, /idp\.test/);
      assert.match(away.url, /^https:\/\/idp\.test\/slo/);
      assert.equal(await client.user(t.url), undefined);
    });

    it('at the provider ends the session here, once its message is signed', async () => {
      const { client } = await signIn('olga');
      const other = (await signIn('pete')).client;
      const message = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_o" Version="2.0" IssueInstant="${NOW}"><saml:Issuer>${PROVIDER}</saml:Issuer><saml:NameID>id-olga</saml:NameID></samlp:LogoutRequest>`;
      const send = (xml: string) =>
        new WebClient().form(`${t.url}/auth/saml/logout`, { SAMLRequest: encode(xml) }, /idp\.test/);
      assert.equal((await send(message)).status, 403);
      assert.ok(await client.user(t.url));
      const answered = await send(signed(message, '_o'));
      assert.match(documentIn(answered.url), /InResponseTo="_o"/);
      assert.deepEqual([await client.user(t.url), Boolean(await other.user(t.url))], [undefined, true]);
    });

    it('at the provider leaves whoever else brings the message signed in', async () => {
      const { client } = await signIn('olga');
      const message = `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_o" Version="2.0" IssueInstant="${NOW}"><saml:Issuer>${PROVIDER}</saml:Issuer><saml:NameID>id-pete</saml:NameID></samlp:LogoutRequest>`;
      const body = { SAMLRequest: encode(signed(message, '_o')) };
      await client.form(`${t.url}/auth/saml/logout`, body, /idp\.test/);
      assert.ok(await client.user(t.url));
    });

    it('counts messages without any content as every other', async () => {
      const jar = t.app.limits;
      const hits: string[] = [];
      const hit = jar.hit.bind(jar);
      jar.hit = (key, ...rest) => {
        hits.push(key);
        return hit(key, ...rest);
      };
      await new WebClient().form(`${t.url}/auth/saml/logout`, {});
      jar.hit = hit;
      assert.ok(hits.some((key) => key.startsWith('sso:')));
    });
  });

  it('tells providers who it is', async () => {
    const { status, text, headers } = await t.call('anon', 'GET', '/auth/saml/metadata');
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /samlmetadata\+xml/);
    for (const part of [`entityID="${t.url}/auth/saml/metadata"`, `${t.url}/auth/saml/callback`, 'X509Certificate'])
      assert.ok(text.includes(part), part);
  });

  it('signs with a new key where an administrator says so, and publishes the one before for 30 days', async () => {
    const certificates = async () =>
      [...(await t.call('anon', 'GET', '/auth/saml/metadata')).text.matchAll(/<[^/>]*X509Certificate>([^<]+)</g)].map(
        ([, text = '']) => text.replace(/\s/g, ''),
      );
    const [before] = await certificates();
    assert.equal((await t.form('adm', '/admin/sign-on/rotate-key')).status, 303);
    const both = await certificates();
    assert.deepEqual([both.length, both[1]], [2, before]);
    now += 31 * 86_400_000;
    assert.deepEqual(await certificates(), [both[0]]);
    now -= 31 * 86_400_000;
  });

  it('is set up in a form, which tries it before it is saved', async () => {
    const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${PROVIDER}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${keys.provider.certificate.replace(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.test/sso"/></IDPSSODescriptor></EntityDescriptor>`;
    const fields = {
      saml_name: 'By form',
      saml_url: '',
      saml_xml: metadata,
      saml_response_signed: '1',
      saml_enabled: '1',
    };
    const tried = await t.form('adm', '/admin/sign-on/try-saml', fields);
    assert.equal(tried.status, 200, tried.text.slice(0, 300));
    assert.match(tried.text, /CN=Identity provider, until 2036-11-17/);
    assert.match(tried.text, /\/admin\/sign-on\/trial\?state=/);
    const wrong = await t.form('adm', '/admin/sign-on/try-saml', { ...fields, saml_xml: '<!DOCTYPE html><p>Hello' });
    assert.match(wrong.text, /web page, not/);
    assert.equal((await t.form('adm', '/admin/sign-on/saml', fields)).status, 303);
    const { body } = await t.call('adm', 'GET', '/api/v2/sso/config');
    assert.deepEqual([body.saml.name, body.saml.enabled, body.saml.certificates.length], ['By form', true, 1]);
    assert.equal((await signIn('form')).arrival.url, `${t.url}/workspaces`);
    await configure();
  });

  it('shows when the certificates of the provider end, and no key', async () => {
    const { body, text } = await t.call('adm', 'GET', '/api/v2/sso/config');
    assert.deepEqual(body.saml.certificates, [
      { subject: 'CN=Identity provider', valid_until: '2036-11-17T09:00:00.000Z' },
    ]);
    assert.ok(!text.includes('PRIVATE KEY'));
    const stored = JSON.stringify(await t.app.database.reader('sso_keys'));
    assert.ok(!stored.includes('PRIVATE KEY'));
  });
});
