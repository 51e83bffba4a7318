// Settings of SAML tried with a sign-in of one's own, while others sign in by the settings that are in force.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { onEachEngine } from '../../../testing/databases.ts';
import { listen } from '../../kit/browser.ts';
import { WebClient } from '../web-client.ts';
import { encode, goodResponse, keys, NOW, PROVIDER } from './identity-provider.ts';

onEachEngine((_engine, open) => {
  let t: Awaited<ReturnType<typeof listen>>;
  before(async () => {
    t = await listen(await open(), { now: () => NOW });
    t.app.csrf.port = Number(new URL(t.url).port);
  });
  after(() => t.stop());

  const idp = (key: keyof typeof keys) => ({
    ...{ entity_id: PROVIDER, sso_url: 'https://idp.test/sso', slo_url: '' },
    certificates: [keys[key].certificate],
  });
  const configure = (enabled: boolean) =>
    t.call('adm', 'PUT', '/api/v2/sso/config', {
      body: {
        enabled,
        ...{ provisioning: { mode: 'all' }, saml: { enabled, name: 'Campus', idp: idp('stranger') } },
      },
    });

  const { certificates, entity_id, sso_url } = idp('provider');
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity_id}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificates[0]?.replace(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sso_url}"/></IDPSSODescriptor></EntityDescriptor>`;

  /** Begins to try settings. @returns what lets a provider answer that signs with `key` */
  async function begun(id: string) {
    const admin = new WebClient();
    const headers = t.session('adm');
    const [name = '', value = ''] = String(headers.cookie).split(/=(.*)/s);
    const csrf = String(headers['x-csrf-token']);
    const cookies: [string, string][] = [
      [name, value],
      ['csrf', csrf],
    ];
    admin.cookies.set(new URL(t.url).host, new Map(cookies));
    const page = await admin.form(`${t.url}/admin/sign-on/try-saml`, {
      csrf,
      ...{ saml_name: 'Campus', saml_url: '', saml_xml: metadata },
      ...{ saml_response_signed: '1', saml_enabled: '1' },
    });
    const path = /\/admin\/sign-on\/trial\?state=[\w-]+/.exec(page.text)?.[0];
    assert.ok(path, page.text.slice(0, 500));
    const { url } = await admin.go(`${t.url}${path}`, {}, /idp\.test/);
    const question = Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64');
    const request = /ID="([^"]+)"/.exec(inflateRawSync(question).toString())?.[1] ?? '';
    const place = `${t.url}/auth/saml/callback`;
    const said = { audience: `${t.url}/auth/saml/metadata`, recipient: place, destination: place, request };
    const attributes = { mail: ['nora@corp.test'], displayName: ['The nora'], uid: ['nora'] };
    return (key: 'provider' | 'stranger') => {
      const xml = goodResponse({ ...said, name: 'id-nora', attributes }, { key: keys[key] }, id);
      return admin.form(place, { SAMLResponse: encode(xml) });
    };
  }
  const NEW_ACCOUNT = /This person would get a new account\.[\s\S]*nora@corp\.test/;

  for (const enabled of [false, true])
    it(`counts by what is tried, with single sign-on ${enabled ? 'on' : 'off'}`, async () => {
      assert.equal((await configure(enabled)).status, 200);
      const good = await (await begun(`_good-${enabled}`))('provider');
      assert.match(good.text, NEW_ACCOUNT);
      // The key that is in force is none of those that are tried.
      const foreign = await (await begun(`_foreign-${enabled}`))('stranger');
      assert.equal(foreign.status, 403, foreign.text.slice(0, 500));
      const { body } = await t.call('adm', 'GET', '/api/v2/sso/history');
      assert.equal(body[0].reason, 'saml_signature');
    });

  it('takes two answers at once whose metadata have to be read again', async () => {
    assert.equal((await configure(true)).status, 200);
    const answers = [await begun('_first'), await begun('_second')];
    // As many other documents as are kept.
    for (let at = 0; at < 20; at += 1) {
      const saml = {
        enabled: true,
        name: 'Other',
        metadata_xml: metadata.replace('><IDP', `>${' '.repeat(at + 1)}<IDP`),
      };
      const answer = await t.call('adm', 'POST', '/api/v2/sso/test', { enabled: false, saml });
      assert.equal(answer.body.ok, true, answer.text);
    }
    const arrivals = await Promise.all(answers.map((answer) => answer('provider')));
    for (const { text } of arrivals) assert.match(text, NEW_ACCOUNT);
  });
});
