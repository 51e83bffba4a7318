// What providers say of people in ways that nobody expects: too long, twice, not at all, with signs that cannot be kept.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { SAML_DEFAULTS } from '../../plugins/sso/configuration/schema.ts';
import { identityOfSaml } from '../../plugins/sso/saml/claims.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Product, startProduct } from './product.ts';

onEachEngine((_engine, open) => {
  let t: Product;
  before(async () => {
    t = await startProduct(await open());
    await t.configure();
  });
  after(() => t.stop());

  /** their login, or how they were refused: the reason of the record, which the page says in words */
  async function arrived(who: string, claims: Record<string, unknown>): Promise<string> {
    const { user, arrival } = await t.signIn(who, claims);
    if (user) return user.login;
    assert.equal(arrival.status, 403, arrival.text.slice(0, 500));
    assert.match(arrival.text, /role="alert"[^>]*>[^<]+ Request [\w-]+/);
    return t.last();
  }

  it('makes a login of what it can', async () => {
    const email = 'ada@corp.test';
    const cases: [login: unknown, made: string][] = [
      [undefined, 'ada'],
      [['ada', 'eve'], 'ada'],
      ['z'.repeat(300), 'z'.repeat(60)],
      ['../../etc/passwd', 'etc-passwd'],
      ['🚀🚀', 'ada'],
      ['a\u0000b', 'a-b'],
    ];
    for (const [index, [login, made]] of cases.entries()) {
      const name = await arrived(`ada-${index}`, {
        email: email.replace('@', `@${index}.`),
        preferred_username: login,
      });
      assert.equal(name.replace(/-\d+$/, ''), made, JSON.stringify(login));
    }
  });

  it('keeps names without what cannot be seen', async () => {
    const { user } = await t.signIn('bea', { name: 'Bea\u0000\n \ud800Best' });
    const row = await t.app.database.reader('users').where({ id: user?.id }).first('full_name');
    assert.equal(row.full_name, 'Bea Best');
  });

  it('refuses who has no subject that can be kept, and makes nothing of them', async () => {
    const before = (await t.app.database.reader('users')).length;
    const email = { email: 'cleo@corp.test' };
    assert.equal(await arrived(randomBytes(2000).toString('hex'), email), 'rejected subject_unusable');
    assert.equal(await arrived('cleo\u0000', email), 'rejected subject_unusable');
    assert.equal(await arrived('cleo', { email: `${'q'.repeat(300)}@corp.test` }), 'rejected email_missing');
    assert.equal((await t.app.database.reader('users')).length, before);
  });

  it('tells people apart by every sign of their subject', async () => {
    const first = await t.signIn('dora', { email: 'dora@corp.test' });
    const second = await t.signIn(' dora', { email: 'other@corp.test' });
    assert.ok(first.user && second.user);
    assert.notEqual(first.user.id, second.user.id);
  });
});

describe('attributes of SAML', () => {
  const FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:';
  const read = (attributes: Record<string, string[]>, nameIdFormat = `${FORMAT}transient`) => {
    const session = { assertionId: '_1', sessionIndex: null, authenticatedAt: '2026-11-20T09:00:00Z', validUntil: '' };
    const claims = { ...session, nameId: '_random', nameIdFormat, attributes };
    const { subject, login, email } = identityOfSaml('https://idp.test', claims, SAML_DEFAULTS);
    return { subject, login, email };
  };
  const mail = ['ann@corp.test'];

  it('name somebody once; twice the same is once', () => {
    const known = { subject: 'ann', login: 'ann', email: 'ann@corp.test' };
    assert.deepEqual(read({ uid: ['ann'], mail }), known);
    assert.deepEqual(read({ uid: ['ann', 'ann'], mail }), known);
  });

  it('say nothing where they are missing, doubled or too long: the address takes their place', () => {
    const known = { subject: 'ann@corp.test', login: '', email: 'ann@corp.test' };
    for (const uid of [[], ['ann', 'eve'], ['a'.repeat(301)]]) assert.deepEqual(read({ uid, mail }), known);
    assert.equal(read({ uid: ['a'.repeat(300)], mail }).subject.length, 300);
    const nobody = { subject: '', login: '', email: '' };
    assert.deepEqual(read({ uid: ['ann', 'eve'], mail: ['ann@corp.test', 'eve@corp.test'] }), nobody);
  });

  it('are no name of somebody whom the provider knows by a name that stays', () => {
    assert.equal(read({ uid: ['ann'], mail }, `${FORMAT}persistent`).subject, '_random');
  });
});
