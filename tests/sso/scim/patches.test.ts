// Changes by operations: the forms of RFC 7644, and those that Entra and Okta send.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { assertFault, type Directory, ENTERPRISE, GROUP, PATCH, startDirectory, USER } from './directory.ts';

onEachEngine((_engine, open) => {
  let d: Directory;
  let count = 0;
  before(async () => {
    d = await startDirectory(await open());
  });
  after(() => d.t.stop());

  const WORK = { value: 'w@corp.test', type: 'work', primary: true };
  const HOME = { value: 'h@corp.test', type: 'home' };

  /** The person after these operations, made anew for each. */
  async function patched(more: object, ...operations: object[]) {
    count += 1;
    const { id } = await d.person(`p${count}`, more);
    const answer = await d.patch(`/Users/${id}`, ...operations);
    const read = await d.call('GET', `/Users/${id}`);
    if (answer.status === 200) assert.deepEqual(answer.body, read.body);
    return { answer, body: read.body, id };
  }
  const own = () => ({ value: `p${count + 1}@corp.test`, type: 'work', primary: true });

  it('adds, replaces and removes by path', async () => {
    const home = { ...HOME, value: 'p-home@corp.test' };
    const cases: [object, object[], object][] = [
      [{}, [{ op: 'add', path: 'title', value: 'Guide' }], { title: 'Guide' }],
      [{ title: 'Old' }, [{ op: 'replace', path: 'title', value: 'New' }], { title: 'New' }],
      [{ title: 'Old' }, [{ op: 'remove', path: 'title' }], { title: undefined }],
      [{ title: 'Old' }, [{ op: 'replace', path: 'title', value: null }], { title: undefined }],
      [{}, [{ op: 'add', path: 'name', value: { givenName: 'Ada' } }], { name: { givenName: 'Ada' } }],
      [
        { name: { familyName: 'L' } },
        [{ op: 'replace', path: 'name', value: { givenName: 'Ada' } }],
        { name: { familyName: 'L', givenName: 'Ada' } },
      ],
      [{}, [{ op: 'add', path: 'name.givenName', value: 'Ada' }], { name: { givenName: 'Ada' } }],
      [{ name: { givenName: 'Ada' } }, [{ op: 'remove', path: 'name.givenName' }], { name: undefined }],
      [{ [ENTERPRISE]: { department: 'A' } }, [{ op: 'remove', path: ENTERPRISE }], { [ENTERPRISE]: undefined }],
      [
        { [ENTERPRISE]: { department: 'A' } },
        [{ op: 'remove', path: `${ENTERPRISE}:department` }],
        { [ENTERPRISE]: undefined },
      ],
      [
        {},
        [{ op: 'add', path: ENTERPRISE, value: { department: 'A', costCenter: '1' } }],
        { [ENTERPRISE]: { department: 'A', costCenter: '1' } },
      ],
      [
        { phoneNumbers: [{ value: '1', type: 'work' }] },
        [{ op: 'add', path: 'phoneNumbers', value: [{ value: '1', type: 'work' }, { value: '2' }] }],
        { phoneNumbers: [{ value: '1', type: 'work' }, { value: '2' }] },
      ],
      [
        { phoneNumbers: [{ value: '1', primary: true }] },
        [{ op: 'add', path: 'phoneNumbers', value: { value: '2', primary: true } }],
        {
          phoneNumbers: [
            { value: '1', primary: false },
            { value: '2', primary: true },
          ],
        },
      ],
      [
        { phoneNumbers: [{ value: '1' }, { value: '2', type: 'fax' }] },
        [{ op: 'remove', path: 'phoneNumbers[type eq "fax"]' }],
        { phoneNumbers: [{ value: '1' }] },
      ],
      [
        { phoneNumbers: [{ value: '1', type: 'fax', display: 'x' }] },
        [{ op: 'remove', path: 'phoneNumbers[type eq "fax"].display' }],
        { phoneNumbers: [{ value: '1', type: 'fax' }] },
      ],
      [
        { phoneNumbers: [{ value: '1', type: 'fax' }, { value: '2' }] },
        [{ op: 'replace', path: 'phoneNumbers[type eq "fax"]', value: { value: '3', type: 'work' } }],
        { phoneNumbers: [{ value: '3', type: 'work' }, { value: '2' }] },
      ],
      [
        { phoneNumbers: [{ value: '1' }] },
        [{ op: 'replace', path: 'phoneNumbers', value: [{ value: '9' }] }],
        { phoneNumbers: [{ value: '9' }] },
      ],
      [
        { phoneNumbers: [{ value: '1' }, { value: '2' }] },
        [{ op: 'replace', path: 'phoneNumbers.type', value: 'work' }],
        {
          phoneNumbers: [
            { value: '1', type: 'work' },
            { value: '2', type: 'work' },
          ],
        },
      ],
      [{ emails: [own(), home] }, [{ op: 'remove', path: 'emails[type eq "home"]' }], { emails: [own()] }],
      [{ phoneNumbers: [{ value: '1' }] }, [{ op: 'remove', path: 'phoneNumbers[type eq "fax"]' }], {}],
    ];
    for (const [more, operations, wanted] of cases) {
      const emails = 'emails' in more ? { emails: [own(), home] } : {};
      const { answer, body } = await patched({ ...more, ...emails }, ...operations);
      assert.equal(answer.status, 200, `${JSON.stringify(operations)} ${answer.text}`);
      const expected = 'emails' in wanted ? { emails: [{ ...WORK, value: `p${count}@corp.test` }] } : wanted;
      for (const [name, value] of Object.entries(expected))
        assert.deepEqual(body[name], value, JSON.stringify(operations));
    }
  });

  it('takes what Microsoft Entra sends', async () => {
    const { body, answer } = await patched(
      { phoneNumbers: [{ value: '1', type: 'work' }] },
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '2' },
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '3' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Tours' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: '26118915' },
      { op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Ryan Four' }] },
      {
        op: 'Replace',
        value: {
          'name.givenName': 'Ryan',
          [`${ENTERPRISE}:employeeNumber`]: '44',
          'addresses[type eq "work"].locality': 'Berlin',
          title: 'Head',
        },
      },
    );
    // The address of no kind yet cannot be replaced.
    assertFault(answer, 400, 'noTarget', /addresses/);
    assert.equal(body.active, true);
    const second = await patched(
      { phoneNumbers: [{ value: '1', type: 'work' }] },
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '2' },
      { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '3' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Tours' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: '26118915' },
      { op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Ryan Four' }] },
      {
        op: 'Add',
        value: {
          'name.givenName': 'Ryan',
          [`${ENTERPRISE}:employeeNumber`]: '44',
          'addresses[type eq "work"].locality': 'Berlin',
        },
      },
    );
    assert.equal(second.answer.status, 200, second.answer.text);
    const { active, displayName, phoneNumbers, name, addresses, [ENTERPRISE]: enterprise } = second.body;
    assert.deepEqual([active, displayName, name], [false, 'Ryan Four', { givenName: 'Ryan' }]);
    assert.deepEqual(phoneNumbers, [
      { value: '3', type: 'work' },
      { type: 'mobile', value: '2' },
    ]);
    assert.deepEqual(addresses, [{ type: 'work', locality: 'Berlin' }]);
    assert.deepEqual(enterprise, { department: 'Tours', manager: { value: '26118915' }, employeeNumber: '44' });
  });

  it('takes what Okta sends', async () => {
    const off = await patched({}, { op: 'replace', value: { active: false } });
    assert.deepEqual([off.answer.status, off.body.active], [200, false]);
    const found = await d.search('/Users', { filter: `userName eq "p${count}@corp.test"`, startIndex: 1, count: 100 });
    assert.equal(found.body.Resources[0].id, off.id);
    const put = await d.call('PUT', `/Users/${off.id}`, {
      ...{
        schemas: [USER],
        id: off.id,
        userName: `p${count}@corp.test`,
        name: { givenName: 'Test', familyName: 'User' },
      },
      emails: [{ primary: true, value: `p${count}@corp.test`, type: 'work' }],
      ...{ displayName: 'Test User', locale: 'en-US', externalId: '00ujl29u0le5T6Aj10h7', groups: [], active: true },
      meta: { resourceType: 'User' },
    });
    assert.deepEqual([put.status, put.body.active, put.body.externalId], [200, true, '00ujl29u0le5T6Aj10h7']);
    const group = await d.group('Okta');
    const renamed = await d.patch(`/Groups/${group.id}`, {
      ...{ op: 'replace', value: { id: group.id, displayName: 'Okta renamed' } },
    });
    assert.equal(renamed.status, 204, renamed.text);
    assert.equal((await d.call('GET', `/Groups/${group.id}`)).body.displayName, 'Okta renamed');
  });

  it('changes members in each form', async () => {
    const [a, b, c] = [await d.person('ma'), await d.person('mb'), await d.person('mc')].map(({ id }) => id as string);
    const { id } = await d.group('Members', [a as string]);
    const cases: [object, (string | undefined)[]][] = [
      [{ op: 'Add', path: 'members', value: [{ value: b }, { value: a }] }, [a, b]],
      [{ op: 'Remove', path: `members[value eq "${a}"]` }, [b]],
      [{ op: 'add', path: 'members', value: { value: a, $ref: 'x', display: 'Ma', type: 'User' } }, [a, b]],
      [{ op: 'Remove', path: 'members', value: [{ value: b }] }, [a]],
      [{ op: 'remove', path: 'members', value: [{ value: c }] }, [a]],
      [{ op: 'remove', path: `members[value eq "${c}"]` }, [a]],
      [{ op: 'replace', path: 'members', value: [{ value: c }, { value: b }] }, [b, c]],
      [{ op: 'add', value: { members: [{ value: a }] } }, [a, b, c]],
      [{ op: 'remove', path: 'members' }, []],
      [{ op: 'Add', path: `${GROUP}:members`, value: [{ value: a }] }, [a]],
      [{ op: 'replace', path: 'members', value: [] }, []],
    ];
    for (const [operation, members] of cases) {
      const answer = await d.patch(`/Groups/${id}`, operation);
      assert.equal(answer.status, 204, `${JSON.stringify(operation)} ${answer.text}`);
      const { body } = await d.call('GET', `/Groups/${id}`);
      const there = (body.members ?? []).map(({ value }: { value: string }) => value);
      assert.deepEqual(there, members, JSON.stringify(operation));
    }
    const shown = await d.call('PATCH', `/Groups/${id}?attributes=displayName`, {
      schemas: [PATCH],
      Operations: [{ op: 'replace', path: 'displayName', value: 'Others' }],
    });
    assert.deepEqual([shown.status, shown.body.displayName, shown.body.members], [200, 'Others', undefined]);
  });

  it('does all operations or none', async () => {
    const { answer, body } = await patched(
      { title: 'Old' },
      { op: 'replace', path: 'title', value: 'New' },
      { op: 'replace', path: 'userName', value: '' },
    );
    assertFault(answer, 400, 'invalidValue', /userName is required/);
    assert.equal(body.title, 'Old');
  });

  it('refuses operations that mean nothing, saying why', async () => {
    const { id } = await d.person('refused', { emails: [{ ...WORK, value: 'refused@corp.test' }] });
    const cases: [object | object[], string, RegExp][] = [
      [{ op: 'move', path: 'title' }, 'invalidSyntax', /add, remove or replace/],
      [{ op: 'remove' }, 'noTarget', /needs a path/],
      [{ op: 'add', value: 'x' }, 'invalidValue', /needs an object/],
      [{ op: 'add', path: 5, value: 'x' }, 'invalidPath', /must be a text/],
      [{ op: 'add', path: 'shoe', value: '44' }, 'invalidPath', /no attribute shoe/],
      [{ op: 'add', path: 'urn:other:shoe', value: '44' }, 'invalidPath', /urn:other/],
      [{ op: 'add', value: { shoe: '44' } }, 'invalidPath', /shoe/],
      [{ op: 'add', path: 'emails[', value: 'x' }, 'invalidFilter', /ends too early/],
      [{ op: 'add', path: 'emails[type eq "work"].colour', value: 'x' }, 'invalidPath', /emails.colour/],
      [{ op: 'add', path: 'title title', value: 'x' }, 'invalidPath', /goes on with title/],
      [{ op: 'add', path: 'title[type eq "x"]', value: 'x' }, 'invalidPath', /takes no filter/],
      [{ op: 'replace', path: 'id', value: 'x' }, 'mutability', /this service alone/],
      [{ op: 'replace', path: 'groups', value: [] }, 'mutability', /this service alone/],
      [{ op: 'replace', path: 'meta.created', value: 'x' }, 'mutability', /this service alone/],
      [{ op: 'remove', path: 'userName' }, 'mutability', /cannot be removed/],
      [{ op: 'replace', path: 'emails[type eq "fax"].value', value: 'x' }, 'noTarget', /fits the filter/],
      [{ op: 'replace', path: 'phoneNumbers.value', value: 'x' }, 'noTarget', /no phoneNumbers/],
      [{ op: 'add', path: 'ims[type sw "x"].value', value: 'x' }, 'noTarget', /fits the filter/],
      [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue', /true or false/],
      [{ op: 'add', path: 'title', value: 'x', colour: 'red' }, 'invalidSyntax', /colour/],
      [[], 'invalidSyntax', /something in it/],
      [Array.from({ length: 201 }, () => ({ op: 'remove', path: 'title' })), 'tooMany', /at most 200/],
    ];
    for (const [operations, scimType, detail] of cases)
      assertFault(await d.patch(`/Users/${id}`, ...[operations].flat()), 400, scimType, detail);
    const bodies: [object, RegExp][] = [
      [{ Operations: [] }, /schemas must name/],
      [{ schemas: [PATCH] }, /Operations must be/],
      [{ schemas: [PATCH], Operations: ['x'] }, /must be an object/],
      [{ schemas: [PATCH], Operations: [], colour: 'red' }, /colour/],
    ];
    for (const [body, detail] of bodies)
      assertFault(await d.call('PATCH', `/Users/${id}`, body), 400, 'invalidSyntax', detail);
    assertFault(await d.patch('/Users/nobody', { op: 'remove', path: 'title' }), 404, undefined, /no such/);
  });
});
