// People whom a directory brings: accounts without passwords that follow it, and what it may not do.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { assertFault, type Directory, ENTERPRISE, startDirectory, USER } from './directory.ts';
import { FULL_USER } from './rfc-examples.ts';

onEachEngine((_engine, open) => {
  let d: Directory;
  before(async () => {
    d = await startDirectory(await open());
  });
  after(() => d.t.stop());

  it('keeps and gives back the whole user of RFC 7643', async () => {
    const made = await d.call('POST', '/Users', FULL_USER);
    assert.equal(made.status, 201, made.text);
    const { id, meta, groups: _, password: __, schemas: ___, ...given } = FULL_USER;
    assert.match(made.headers['content-type'] as string, /^application\/scim\+json$/);
    assert.notEqual(made.body.id, id);
    assert.equal(made.headers.location, `${d.t.app.baseUrl}/scim/v2/Users/${made.body.id}`);
    assert.equal(made.headers.etag, made.body.meta.version);
    assert.equal(made.body.meta.resourceType, meta.resourceType);
    assert.deepEqual(made.body.schemas, [USER, ENTERPRISE]);
    for (const [name, value] of Object.entries(given)) assert.deepEqual(made.body[name], value, name);
    assert.equal(made.body.password, undefined);
    const read = await d.call('GET', `/Users/${made.body.id}`);
    assert.deepEqual(read.body, made.body);
    const account = await d.account('bjensen@example.com');
    assert.deepEqual([account.full_name, account.is_admin, account.password_hash], ['Babs Jensen', 0, null]);
    assert.ok(!(await d.t.app.database.reader('scim_users').first()).resource_json.includes(FULL_USER.password));
  });

  it('takes names of attributes in any case, and texts for true and false', async () => {
    const made = await d.call('POST', '/Users', {
      SCHEMAS: [USER.toUpperCase()],
      USERNAME: 'Casey@corp.test',
      Active: 'False',
      EMAILS: [{ VALUE: 'casey@corp.test', Primary: 'True' }],
    });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.body.userName, made.body.active], ['Casey@corp.test', false]);
    assert.deepEqual(made.body.emails, [{ value: 'casey@corp.test', primary: true }]);
    assert.equal((await d.account('casey@corp.test')).is_active, 0);
  });

  it('refuses what is no person, naming the attribute', async () => {
    const base = { schemas: [USER], userName: 'zoe@corp.test' };
    const cases: [object | string, string, RegExp][] = [
      [{ userName: 'zoe' }, 'invalidSyntax', /schemas must name/],
      [{ ...base, schemas: [USER, 'urn:other'] }, 'invalidValue', /urn:other, which is not known/],
      [{ schemas: [USER] }, 'invalidValue', /userName is required/],
      [{ ...base, userName: '' }, 'invalidValue', /userName is required/],
      [{ ...base, userName: 5 }, 'invalidValue', /userName must be a text/],
      [{ ...base, userName: 'zoe' }, 'invalidValue', /emails is required/],
      [{ ...base, userName: 'z'.repeat(300) }, 'invalidValue', /at most 200/],
      [{ ...base, emails: [{ value: 'no address' }] }, 'invalidValue', /emails must be a valid email/],
      [{ ...base, emails: 'x' }, 'invalidValue', /emails must be a valid email/],
      [{ ...base, emails: [5] }, 'invalidValue', /emails must be an object/],
      [{ ...base, emails: [{ value: 'a@b.test', colour: 'red' }] }, 'invalidSyntax', /emails.colour/],
      [{ ...base, favourite: 'tea' }, 'invalidSyntax', /no attribute favourite/],
      [{ ...base, active: 'perhaps' }, 'invalidValue', /active must be true or false/],
      [{ ...base, name: 'Zoe' }, 'invalidValue', /name must be an object/],
      [{ ...base, displayName: 'x\u0000' }, 'invalidValue', /displayName holds U\+0000/],
      [{ ...base, title: 'x'.repeat(10_001) }, 'invalidValue', /title has at most/],
      [
        {
          ...base,
          emails: [
            { value: 'a@b.test', primary: true },
            { value: 'c@b.test', primary: true },
          ],
        },
        'invalidValue',
        /more than one primary/,
      ],
      [
        { ...base, emails: Array.from({ length: 101 }, (_, n) => ({ value: `a${n}@b.test` })) },
        'invalidValue',
        /emails has at most 100/,
      ],
      [{ ...base, [ENTERPRISE]: { shoe: 44 } }, 'invalidSyntax', /User:shoe/],
      [[], 'invalidValue', /must be of type object/],
    ];
    for (const [body, scimType, detail] of cases)
      assertFault(await d.call('POST', '/Users', body), 400, scimType, detail);
    const broken = await d.t.inject('POST', '/scim/v2/Users', {
      body: '{"schemas":',
      headers: { authorization: `Bearer ${d.token}`, 'content-type': 'application/scim+json' },
    });
    assertFault(broken, 400, 'invalidSyntax', /not valid JSON/);
    assertFault(await d.call('POST', '/Users', { ...base, title: 'x'.repeat(300_000) }), 413, undefined, /larger/);
    assertFault(await d.call('POST', '/Users', base, { 'content-type': 'text/plain' }), 415, undefined, /type/);
    assert.equal(await d.account('zoe@corp.test'), undefined);
  });

  it('refuses a userName or an address that is taken', async () => {
    await d.person('dora');
    const again = { schemas: [USER], userName: 'DORA@corp.test', emails: [{ value: 'other@corp.test' }] };
    assertFault(await d.call('POST', '/Users', again), 409, 'uniqueness', /userName/);
    const address = { schemas: [USER], userName: 'dora2', emails: [{ value: 'dora@corp.test' }] };
    assertFault(await d.call('POST', '/Users', address), 409, 'uniqueness', /email/);
    const local = { schemas: [USER], userName: 'ann@example.org' };
    assertFault(await d.call('POST', '/Users', local), 409, 'uniqueness', /email/);
    const erik = await d.person('erik');
    assertFault(
      await d.patch(`/Users/${erik.id}`, { op: 'replace', path: 'userName', value: 'dora@corp.test' }),
      ...([409, 'uniqueness', /userName/] as const),
    );
    assertFault(
      await d.patch(`/Users/${erik.id}`, { op: 'replace', path: 'emails', value: [{ value: 'ann@example.org' }] }),
      ...([409, 'uniqueness', /email/] as const),
    );
    assert.equal((await d.account('erik@corp.test')).is_active, 1);
  });

  it('takes an account of the address over where linking is trusted: who had it is signed out, administrators never', async () => {
    await d.configure({ linking: 'trusted' });
    const bob = { schemas: [USER], userName: 'bob@example.org', displayName: 'Robert' };
    const made = await d.call('POST', '/Users', bob);
    assert.equal(made.status, 201, made.text);
    const account = await d.account('bob@example.org');
    assert.deepEqual([account.id, account.full_name, account.password_hash], [d.t.user('bob').id, 'Robert', null]);
    assert.equal((await d.t.call('bob', 'GET', '/api/v2/workspaces')).status, 401);
    const adm = { schemas: [USER], userName: 'adm@example.org' };
    assertFault(await d.call('POST', '/Users', adm), 409, 'uniqueness', /administrator/);
    await d.configure({});
  });

  it('follows the directory, and lets be what people changed here', async () => {
    const { id } = await d.person('flora');
    const account = await d.account('flora@corp.test');
    await d.t.app.database.writer('users').where({ id: account.id }).update({ full_name: 'Flo' });
    const body = { schemas: [USER], userName: 'flora@corp.test', displayName: 'flora', title: 'Head' };
    const put = await d.call('PUT', `/Users/${id}`, body);
    assert.deepEqual([put.status, put.body.title, put.body.emails, put.body.active], [200, 'Head', undefined, true]);
    assert.equal((await d.account('flora@corp.test')).full_name, 'Flo');
    await d.call('PUT', `/Users/${id}`, { ...body, displayName: 'Flora Field', emails: [{ value: 'ff@corp.test' }] });
    const after = await d.account('ff@corp.test');
    assert.deepEqual([after.id, after.full_name], [account.id, 'Flora Field']);
    assert.ok((await d.history()).some(({ reason, user_id }) => reason === 'scim_changed' && user_id === account.id));
  });

  it('switches an account off and on again; sessions and tokens end at once', async () => {
    await d.configure({ linking: 'trusted' });
    const made = await d.call('POST', '/Users', { schemas: [USER], userName: 'vic@example.org' });
    assert.equal(made.status, 201, made.text);
    const headers = await d.t.token('vic');
    assert.equal((await d.t.inject('GET', '/api/v2/workspaces', { headers })).status, 200);
    const off = await d.patch(`/Users/${made.body.id}`, { op: 'Replace', path: 'active', value: 'False' });
    assert.deepEqual([off.status, off.body.active], [200, false]);
    assert.equal((await d.t.inject('GET', '/api/v2/workspaces', { headers })).status, 401);
    const on = await d.patch(`/Users/${made.body.id}`, { op: 'replace', value: { active: true } });
    assert.equal(on.body.active, true);
    assert.equal((await d.t.inject('GET', '/api/v2/workspaces', { headers })).status, 200);
    const reasons = (await d.history())
      .filter(({ user_id }) => user_id === d.t.user('vic').id)
      .map((one) => one.reason);
    assert.deepEqual(reasons.slice(0, 2), ['scim_activated', 'scim_deactivated']);
    await d.configure({});
  });

  it('removes a person from the directory and not from the service, and takes them up again by their name', async () => {
    const { id } = await d.person('gina');
    const account = await d.account('gina@corp.test');
    assert.equal((await d.call('DELETE', `/Users/${id}`)).status, 204);
    assert.equal((await d.account('gina@corp.test')).is_active, 0);
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PUT', { schemas: [USER], userName: 'gina@corp.test' }],
    ] as const)
      assertFault(await d.call(method, `/Users/${id}`, body), 404, undefined, /no such resource/);
    const found = await d.search('/Users', { filter: 'userName eq "gina@corp.test"' });
    assert.equal(found.body.totalResults, 0);
    const again = await d.person('gina', { displayName: 'Gina Green' });
    assert.notEqual(again.id, id);
    const after = await d.account('gina@corp.test');
    assert.deepEqual([after.id, after.is_active, after.full_name], [account.id, 1, 'Gina Green']);
  });

  it('never switches off the last administrator, nor who comes in without the provider', async () => {
    const { id } = await d.person('hugo');
    const account = await d.account('hugo@corp.test');
    const table = () => d.t.app.database.writer('users');
    await table().where({ id: account.id }).update({ is_admin: 1 });
    await table()
      .where({ id: d.t.user('adm').id })
      .update({ is_admin: 0 });
    for (const answer of [
      await d.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      await d.call('DELETE', `/Users/${id}`),
    ])
      assertFault(answer, 409, undefined, /last administrator/);
    await table()
      .where({ id: d.t.user('adm').id })
      .update({ is_admin: 1 });
    await d.configure({ break_glass: [account.id] });
    assertFault(await d.call('DELETE', `/Users/${id}`), 409, undefined, /signs in while the provider is away/);
    assertFault(
      await d.patch(`/Users/${id}`, { op: 'replace', path: 'emails', value: [{ value: 'thief@corp.test' }] }),
      ...([409, undefined, /changed by themselves/] as const),
    );
    await d.configure({});
    assert.equal((await d.account('hugo@corp.test')).is_active, 1);
    assert.equal((await d.call('DELETE', `/Users/${id}`)).status, 204);
  });

  it('changes a version only that the client knows', async () => {
    const made = await d.person('ida');
    const path = `/Users/${made.id}`;
    const operations = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };
    const title = (value: string, ifMatch: string) =>
      d.call(
        'PATCH',
        path,
        { ...operations, Operations: [{ op: 'add', path: 'title', value }] },
        { 'if-match': ifMatch },
      );
    const first = await title('one', made.meta.version);
    assert.equal(first.status, 200);
    assert.notEqual(first.headers.etag, made.meta.version);
    assertFault(await title('two', made.meta.version), 412, undefined, /changed in the meantime/);
    assertFault(await d.call('DELETE', path, undefined, { 'if-match': 'W/"old"' }), 412, undefined, /changed/);
    assert.equal((await title('two', '*')).status, 200);
    const known = (await d.call('GET', path)).headers.etag as string;
    const unchanged = await d.call('GET', path, undefined, { 'if-none-match': known });
    assert.deepEqual([unchanged.status, unchanged.text], [304, '']);
  });
});
