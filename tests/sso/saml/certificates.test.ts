// Certificates of a SAML provider: those that have ended prove nothing, new ones are looked for, and the end is told of.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { signOnCheck } from '../../../plugins/sso/doctor.ts';
import { makeSigningKey, type SigningKey } from '../../../plugins/sso/saml/certificate.ts';
import { refreshMetadata } from '../../../plugins/sso/saml/refresh.ts';
import { onEachEngine } from '../../../testing/databases.ts';
import { listen } from '../../kit/browser.ts';
import { mailsTo } from '../../two-factor/person.ts';
import { WebClient } from '../web-client.ts';
import { encode, goodResponse, keys, NOW, PROVIDER } from './identity-provider.ts';

const ended = await makeSigningKey('Ended', '2010-01-01T00:00:00.000Z');
const DAY = 86_400_000;

const metadataOf = (key: SigningKey): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${PROVIDER}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${key.certificate.replace(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.test/sso"/></IDPSSODescriptor></EntityDescriptor>`;

onEachEngine((_engine, open) => {
  let t: Awaited<ReturnType<typeof listen>>;
  let server: Server;
  let published = '';
  let now = Date.parse(NOW);
  before(async () => {
    server = createServer((_request, response) => response.end(published));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    t = await listen(await open(), {
      now: () => new Date(now).toISOString(),
      settings: { OUTBOUND_ALLOW: host },
    });
    t.app.csrf.port = Number(new URL(t.url).port);
  });
  after(async () => {
    await t.stop();
    server.close();
  });

  const configure = async (saml: object) => {
    const body = { enabled: true, provisioning: { mode: 'all' }, saml: { enabled: true, name: 'Campus', ...saml } };
    const answer = await t.call('adm', 'PUT', '/api/v2/sso/config', { body });
    assert.equal(answer.status, 200, answer.text);
  };
  const pasted = (...certificates: string[]) => ({
    metadata_url: '',
    idp: { entity_id: PROVIDER, sso_url: 'https://idp.test/sso', slo_url: '', certificates },
  });
  const address = () => ({
    metadata_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`,
    idp: { entity_id: '', sso_url: '', slo_url: '', certificates: [] },
  });
  const last = async (): Promise<string> => {
    const [row] = (await t.call('adm', 'GET', '/api/v2/sso/history')).body as { outcome: string; reason: string }[];
    return `${row?.outcome} ${row?.reason}`.trim();
  };
  let made = 0;
  async function signIn(key: SigningKey, client = new WebClient()) {
    const { url, status, text } = await client.go(`${t.url}/auth/saml/login`, {}, /idp\.test/);
    if (status === 403) return { status, text, user: undefined };
    const question = inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64'));
    const request = /ID="([^"]+)"/.exec(question.toString())?.[1] ?? '';
    made += 1;
    const place = { recipient: `${t.url}/auth/saml/callback`, destination: `${t.url}/auth/saml/callback` };
    const said = {
      ...{ ...place, audience: `${t.url}/auth/saml/metadata`, name: 'id-nora', request },
      attributes: { mail: ['nora@corp.test'], uid: ['nora'] },
    };
    const SAMLResponse = encode(goodResponse(said, { key }, `_certificate-${made}`));
    const arrival = await client.form(`${t.url}/auth/saml/callback`, { SAMLResponse, RelayState: '' });
    return { status: arrival.status, text: arrival.text, user: await client.user(t.url) };
  }

  it('that have ended let nobody in, and the person, the record and doctor say so', async () => {
    await configure(pasted(ended.certificate));
    const refused = await signIn(ended);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /certificate of the provider has ended/);
    assert.equal(await last(), 'rejected saml_certificate');
    const verdict = await signOnCheck.run(t.app.context({ type: 'system', reason: 'tests' }));
    assert.match(verdict.detail, /ended on 2019-12-30/);
    // Beside one that goes on they are passed over.
    await configure(pasted(ended.certificate, keys.provider.certificate));
    assert.equal((await signIn(ended)).status, 403);
    assert.equal(await last(), 'rejected saml_signature');
    assert.ok((await signIn(keys.provider)).user);
  });

  it('that are new are found in the metadata at once, and not asked for more than every five minutes', async () => {
    published = metadataOf(keys.provider);
    await configure(address());
    assert.ok((await signIn(keys.provider)).user);
    published = metadataOf(keys.stranger);
    assert.equal((await signIn(keys.stranger)).status, 403);
    const earlier = new Date(now - 6 * 60_000).toISOString();
    await t.app.database.writer('sso_metadata').update({ fetched_at: earlier });
    assert.ok((await signIn(keys.stranger)).user);
  });

  it('are told of before they end, also where the day itself was missed, and once they have ended', async () => {
    await configure(pasted(keys.provider.certificate));
    const end = Date.parse('2036-11-17T09:00:00.000Z');
    const ctx = t.app.context({ type: 'system', reason: 'tests' });
    const told = async () => (await mailsTo(t, 'adm')).filter((subject) => /certificate/i.test(subject)).length;
    const before = await told();
    const counts: number[] = [];
    for (const days of [31, 29, 28, 6, 6, 0.5, -0.5, -3]) {
      now = end - days * DAY;
      await refreshMetadata(ctx);
      counts.push((await told()) - before);
    }
    now = Date.parse(NOW);
    assert.deepEqual(counts, [0, 1, 1, 2, 2, 3, 4, 4]);
  });
});
