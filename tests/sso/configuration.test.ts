// The settings of single sign-on: who may change them, what is refused, and where its secrets never are.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ssoJobKinds } from '../../plugins/sso/jobs.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { mailsTo } from '../two-factor/person.ts';
import { type Product, startProduct } from './product.ts';

const PATH = '/api/v2/sso/config';

/** SAML switched on, with what an administrator put in. */
const pasted = (saml: object) => ({ enabled: true, saml: { enabled: true, ...saml } });

onEachEngine((_engine, open) => {
  let t: Product;
  before(async () => {
    t = await startProduct(await open());
  });
  after(() => t.stop());

  it('are for administrators, with the scope write of a token or a recent sign-in', async () => {
    assert.equal((await t.call('anon', 'GET', PATH)).status, 401);
    for (const [method, path] of [
      ['GET', PATH],
      ['PUT', PATH],
      ['DELETE', PATH],
      ['POST', '/api/v2/sso/sync'],
    ] as const)
      assert.equal((await t.call('ann', method, path, method === 'PUT' ? {} : undefined)).status, 403, path);
    const reading = await t.token('adm', 'read');
    assert.equal((await t.inject('GET', PATH, { headers: reading })).status, 200);
    const refused = await t.inject('PUT', PATH, { headers: reading, body: {} });
    assert.equal(refused.body.code, 'insufficient_scope');
    const writing = await t.token('adm', 'write');
    assert.equal((await t.inject('PUT', PATH, { headers: writing, body: {} })).status, 200);
  });

  it('refuse what cannot work, by the name of the field', async () => {
    const cases: [object, string, RegExp][] = [
      [{ oidc: { issuer: 'http://id.corp.test' } }, '/oidc/issuer', /must be an address with https/],
      [{ oidc: { issuer: 'id.corp.test' } }, '/oidc/issuer', /must be a web address/],
      [{ oidc: { scopes: 'email' } }, '/oidc/scopes', /begins with openid/],
      [{ enabled: true, oidc: { enabled: true } }, '/oidc/issuer', /is missing/],
      [
        { mappings: [{ group: 'a', workspace_id: 1_999_999, role: 'viewer' }] },
        '/mappings/0/workspace_id',
        /no workspace/,
      ],
      [{ break_glass: [t.user('ann').id] }, '/break_glass/0', /no active administrator/],
      [{ provisioning: { domains: ['corp'] } }, '/provisioning/domains/0', /domains such as/],
      [
        {
          default_workspaces: ['viewer', 'editor'].map((role) => ({ workspace_id: t.ws1, role })),
        },
        '/default_workspaces/1',
        /duplicate/,
      ],
      [pasted({ metadata_xml: '<html><p>Sign in' }), '/saml/metadata_xml', /a web page, not/],
      [pasted({ metadata_xml: '<Entity' }), '/saml/metadata_xml', /XML/],
      [
        pasted({ idp: { entity_id: 'urn:idp', sso_url: 'https://idp.test/sso', certificates: ['MIID'] } }),
        '/saml/idp/certificates/0',
        /X\.509 certificate/,
      ],
      [{ surprise: 1 }, '/surprise', /not allowed|extra/i],
    ];
    for (const [body, pointer, why] of cases) {
      const answer = await t.call('adm', 'PUT', PATH, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.equal(answer.body.errors[0].pointer, pointer);
      assert.match(answer.body.errors[0].detail, why);
    }
    const fields = { saml_enabled: '1', saml_name: 'SAML', saml_url: '', saml_xml: '<html>' };
    const form = await t.form('adm', '/admin/sign-on/saml', fields);
    assert.equal(form.status, 422);
    assert.match(form.text, /a web page, not with metadata/);
    const said = 'The address answers with a web page, not with metadata.';
    assert.match(t.app.messages.again('de', said), /^Das ist eine Webseite/);
    const saml = await t.call('adm', 'PUT', PATH, { enabled: true, saml: { enabled: true } });
    assert.deepEqual([saml.status, saml.body.errors[0].pointer], [422, '/saml/metadata_url']);
  });

  it('keep the secret to themselves, and to the provider it was given for', async () => {
    const saved = await t.configure();
    assert.equal(saved.oidc.has_client_secret, true);
    const { client_secret: secret, ...oidc } = t.oidc;
    for (const path of [PATH, '/api/v2/sso/history', '/api/v2/admin/settings', '/admin/sign-on'])
      assert.ok(!(await t.call('adm', 'GET', path)).text.includes(secret), path);
    const row = await t.app.database.reader('sso_config').first();
    assert.ok(!JSON.stringify(row).includes(secret));
    const same = await t.call('adm', 'PUT', PATH, t.config({ oidc }));
    assert.equal(same.body.oidc.has_client_secret, true);
    const elsewhere = await t.call('adm', 'PUT', PATH, t.config({ oidc: { ...oidc, issuer: 'https://evil.test' } }));
    assert.equal(elsewhere.body.oidc.has_client_secret, false);
    const subjects = (await mailsTo(t, 'adm')).filter((one) => one === 'Single sign-on was changed');
    assert.ok(subjects.length >= 3);
  });

  it('are tried without being saved', async () => {
    const before = (await t.call('adm', 'GET', PATH)).body;
    const good = await t.call('adm', 'POST', '/api/v2/sso/test', t.config());
    assert.equal(good.body.ok, true, good.text);
    assert.deepEqual(
      good.body.checks.map(({ name }: { name: string }) => name),
      ['discovery', 'signatures', 'pkce', 'logout'],
    );
    const bad = await t.call(
      'adm',
      'POST',
      '/api/v2/sso/test',
      t.config({ oidc: { ...t.oidc, issuer: 'http://localhost:9' } }),
    );
    assert.equal(bad.body.ok, false);
    assert.deepEqual((await t.call('adm', 'GET', PATH)).body, before);
  });

  it('are switched off and stay', async () => {
    await t.configure();
    const off = await t.call('adm', 'DELETE', PATH);
    assert.deepEqual([off.body.enabled, off.body.oidc.issuer], [false, t.idp.issuer]);
    assert.deepEqual((await t.call('anon', 'GET', '/api/v2/sso/providers')).body.providers, []);
    const { user } = await t.signIn('nora');
    assert.equal(user, undefined);
    assert.equal(await t.last(), 'rejected not_set_up');
  });

  it('come with a record for administrators, as a list and as CSV, kept 180 days', async () => {
    await t.configure();
    await t.signIn('nora');
    assert.equal((await t.call('ann', 'GET', '/api/v2/sso/history')).status, 403);
    assert.equal((await t.call('ann', 'GET', '/admin/sign-on.csv')).status, 403);
    const two = await t.call('adm', 'GET', '/api/v2/sso/history?limit=2');
    assert.deepEqual(
      two.body.map(({ outcome }: { outcome: string }) => outcome),
      ['success', 'attempt'],
    );
    assert.equal((await t.call('adm', 'GET', '/api/v2/sso/history?limit=201')).status, 422);
    const csv = await t.call('adm', 'GET', '/admin/sign-on.csv');
    assert.match(
      csv.text,
      /^id,created_at,provider,outcome,reason,user_id,subject,email,ip_address,user_agent,request_id/,
    );
    await t.app.database.writer('sso_history').update({ created_at: '2020-01-01T00:00:00.000Z' });
    await ssoJobKinds['sso.purge']?.run(t.app.context({ type: 'system', reason: 'test' }), {} as never, {} as never);
    assert.deepEqual(await t.history(), []);
  });

  it('lock nobody out when their secrets cannot be read any more', async () => {
    await t.configure();
    const sealed = (await t.app.database.reader('sso_config').first()).secrets_encrypted;
    await t.app.database.writer('sso_config').update({ secrets_encrypted: `${sealed.slice(0, -4)}AAAA` });
    await t.app.bus.publish('sso.settings', '');
    const read = await t.call('adm', 'GET', PATH);
    assert.equal(read.body.is_readable, false);
    await t.call('adm', 'DELETE', PATH);
    assert.equal((await t.configure()).is_readable, true);
  });
});
