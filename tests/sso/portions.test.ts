// People in portions, as roles are brought in line for all of them: nobody is left out at the end of one, and nobody comes twice.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { groupsAfter, personGroups } from '../../plugins/sso/identity/person-groups.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Product, startProduct } from './product.ts';

/** By login: providers in the order in which they were used, each with the groups that it named; null: it named none. */
const IDENTITIES: Record<string, [provider: string, groups: string[] | null][]> = {
  p1: [['oidc', ['a']]],
  p2: [
    ['oidc', ['a']],
    ['saml', ['b', 'c']],
    ['forge', null],
  ],
  p3: [['forge', null]],
  p4: [['oidc', null]],
  p5: [
    ['saml', ['a']],
    ['forge', null],
    ['forge2', null],
    ['oidc', ['d']],
  ],
  p6: [['saml', ['a']]],
};

onEachEngine((_engine, open) => {
  let t: Product;
  const ids: Record<string, number> = {};
  before(async () => {
    t = await startProduct(await open());
    const db = t.app.database.writer;
    const { id: _, ...row } = await db('users')
      .where({ id: t.user('vic').id })
      .first();
    for (const [login, identities] of Object.entries({
      ...IDENTITIES,
      gone: [['oidc', ['a']]] as [string, string[]][],
    })) {
      const email = `${login}@corp.test`;
      const person = { ...row, login, login_key: login, email, email_key: email, is_active: login === 'gone' ? 0 : 1 };
      const [made] = await db('users').insert(person).returning('id');
      ids[login] = made.id;
      for (const [number, [provider, groups]] of identities.entries()) {
        const at = `2026-01-01T00:00:0${number}.000Z`;
        const about = { provider, issuer: 'x', subject: `${login} ${number}`, groups_json: JSON.stringify(groups) };
        await db('sso_identities').insert({ ...about, user_id: made.id, created_at: at, last_login_at: at });
      }
    }
  });
  after(() => t.stop());

  it('are the same people with the same groups, however large the portions are', async () => {
    const ctx = t.app.context({ type: 'system', reason: 'tests' });
    const expected = { p1: ['a'], p2: ['b', 'c'], p3: null, p4: null, p5: ['d'], p6: ['a'] };
    for (const limit of [5, 6, 7, 50]) {
      const found: [number, string[] | null][] = [];
      for (let last = 0; ; ) {
        const portion = [...(await groupsAfter(ctx, last, limit))];
        if (!portion.length) break;
        found.push(...portion);
        last = portion.at(-1)?.[0] as number;
      }
      assert.deepEqual(
        found,
        Object.entries(expected).map(([login, groups]) => [ids[login], groups]),
        `portions of ${limit}`,
      );
    }
    const wanted = Object.keys(expected).map((login) => ids[login] as number);
    const all = await personGroups(ctx, wanted);
    assert.deepEqual(
      wanted.map((id) => all.get(id)),
      Object.values(expected),
    );
  });
});
