// Lists of SCIM: each form of a filter, windows, orders, and what of a resource is shown.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { assertFault, type Directory, ENTERPRISE, GROUP, startDirectory, USER } from './directory.ts';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

onEachEngine((_engine, open) => {
  let d: Directory;
  const ids: Record<string, string> = {};
  before(async () => {
    d = await startDirectory(await open());
    const people: [string, object][] = [
      ['abel', { title: 'Guide', userType: 'Employee', externalId: 'A-1', name: { familyName: "O'Malley" } }],
      ['bela', { userType: 'Intern', [ENTERPRISE]: { department: 'Tours', manager: { value: '26118915' } } }],
      ['carl', { title: 'Head "Guide"', active: false, emails: [{ value: 'carl@corp.test', type: 'home' }] }],
      [
        'dina',
        {
          emails: [
            { value: 'dina@corp.test', type: 'work', primary: true },
            { value: 'dina@home.example', type: 'home' },
          ],
        },
      ],
    ];
    for (const [name, more] of people) ids[name] = (await d.person(name, more)).id;
    ids.Guides = (await d.group('Guides', [ids.abel as string, ids.bela as string])).id;
    ids.Empty = (await d.group('Empty')).id;
  });
  after(() => d.t.stop());

  const namesOf = (body: { Resources?: { displayName: string }[] }) =>
    (body.Resources ?? []).map(({ displayName }) => displayName).join(' ');

  it('finds people by each form of a filter', async () => {
    const filters: [string, string][] = [
      ['userName eq "abel@corp.test"', 'abel'],
      ['USERNAME Eq "ABEL@corp.test"', 'abel'],
      [`${USER}:userName sw "bel"`, 'bela'],
      [`urn:ietf:params:scim:schemas:core:2.0:user:userName ew "a@corp.test"`, 'bela dina'],
      ['externalId eq "A-1"', 'abel'],
      ['externalId eq "a-1"', ''],
      [`id eq "${'x'}"`, ''],
      ['name.familyName co "O\'Malley"', 'abel'],
      ['title pr', 'abel carl'],
      ['not (title pr)', 'bela dina'],
      ['title eq "head \\"guide\\""', 'carl'],
      ['title ne "Guide"', 'bela carl dina'],
      ['title eq null', 'bela dina'],
      ['title ne null', 'abel carl'],
      ['active eq false', 'carl'],
      ['active eq "False"', 'carl'],
      ['active ne true', 'carl'],
      ['title pr and userType eq "Employee"', 'abel'],
      ['title pr or userType eq "Intern"', 'abel bela carl'],
      ['userType eq "Intern" or title pr and active eq true', 'abel bela'],
      ['(userType eq "Intern" or title pr) and active eq true', 'abel bela'],
      ['NOT (userType eq "Employee" OR active eq false)', 'bela dina'],
      ['emails eq "dina@home.example"', 'dina'],
      ['emails co "corp.test"', 'abel bela carl dina'],
      ['emails.type eq "home"', 'carl dina'],
      ['emails[type eq "work" and value co "@home"]', ''],
      ['emails[type eq "home" and value co "@home"]', 'dina'],
      ['emails[type eq "work"].value eq "dina@corp.test"', 'dina'],
      ['emails[not (type eq "work")]', 'carl dina'],
      ['emails.primary eq true', 'abel bela dina'],
      [`${ENTERPRISE}:department eq "tours"`, 'bela'],
      [`${ENTERPRISE}:manager eq "26118915"`, 'bela'],
      [`${ENTERPRISE}:manager.value pr`, 'bela'],
      ['groups.display eq "guides"', 'abel bela'],
      ['groups pr', 'abel bela'],
      ['userName gt "bela@corp.test"', 'carl dina'],
      ['userName ge "bela@corp.test"', 'bela carl dina'],
      ['userName lt "bela@corp.test"', 'abel'],
      ['userName le "bela@corp.test"', 'abel bela'],
      ['meta.created gt "2011-05-13T04:42:34Z"', 'abel bela carl dina'],
      ['meta.lastModified lt "2011-05-13T04:42:34+02:00"', ''],
      ['meta.resourceType eq "User"', 'abel bela carl dina'],
      ['((((userName eq "abel@corp.test"))))', 'abel'],
    ];
    for (const [filter, names] of filters) {
      const { status, body, text } = await d.search('/Users', { filter });
      assert.equal(status, 200, `${filter} ${text}`);
      assert.equal(namesOf(body), names, filter);
      assert.equal(body.totalResults, names ? names.split(' ').length : 0, filter);
    }
  });

  it('finds groups by name and by who is in them, as Entra asks', async () => {
    const filters: [string, string][] = [
      ['displayName eq "guides"', 'Guides'],
      [`id eq "${ids.Guides}" and members eq "${ids.abel}"`, 'Guides'],
      [`id eq "${ids.Guides}" and members eq "${ids.carl}"`, ''],
      [`members[value eq "${ids.bela}"]`, 'Guides'],
      [`members.value eq "${ids.bela}"`, 'Guides'],
      ['not (members pr)', 'Empty'],
    ];
    for (const [filter, names] of filters) {
      const { body, text } = await d.search('/Groups', { filter, excludedAttributes: 'members' });
      assert.equal(namesOf(body), names, `${filter} ${text}`);
      for (const group of body.Resources) assert.equal(group.members, undefined);
    }
  });

  it('refuses filters that cannot be read, saying why', async () => {
    const deep = `${'('.repeat(30)}title pr${')'.repeat(30)}`;
    const filters: [string, RegExp][] = [
      ['shoe eq "44"', /no attribute shoe/],
      ['userName', /ends too early/],
      ['userName eq', /ends too early/],
      ['userName is "x"', /no operator is/],
      ['userName eq abel', /texts stand in quotes/],
      ['userName eq "abel', /cannot be read from character 13/],
      ['userName eq 5', /text in quotes/],
      ['userName gt null', /eq and ne only/],
      ['active gt true', /no order/],
      ['active co "t"', /true or false/],
      ['active eq "maybe"', /true or false/],
      ['meta.created gt "yesterday"', /compared with a time/],
      ['(title pr', /ends too early/],
      ['title pr)', /goes on with \)/],
      ['title pr title pr', /goes on with title/],
      ['emails[type eq "work"', /ends too early/],
      ['emails[colour eq "red"]', /no attribute colour/],
      ['emails[type eq "work"].colour eq "red"', /no attribute emails.colour/],
      ['userName[type eq "work"]', /no attributes of its own/],
      ['name eq "Ann"', /compared by one of its attributes/],
      ['urn:other:userName eq "x"', /no attribute urn:other/],
      ['userName eq "x" § 5', /cannot be read/],
      ['', /empty/],
      [deep, /nest at most/],
      [`title eq "${'x'.repeat(5000)}"`, /at most 4000/],
    ];
    for (const [filter, detail] of filters) {
      const scimType = filter ? 'invalidFilter' : 'invalidValue';
      assertFault(await d.search('/Users', { filter }), 400, scimType, detail);
    }
  });

  it('gives windows of a list, and their bounds are those of RFC 7644', async () => {
    const windows: [Record<string, number>, string, number][] = [
      [{ startIndex: 2, count: 2 }, 'bela carl', 2],
      [{ startIndex: 0, count: 1 }, 'abel', 1],
      [{ startIndex: -5, count: 1 }, 'abel', 1],
      [{ startIndex: 4, count: 999 }, 'dina', 4],
      [{ startIndex: 99 }, '', 99],
      [{ count: 0 }, '', 1],
      [{ count: -3 }, '', 1],
    ];
    for (const [query, names, startIndex] of windows)
      for (const more of [{}, { filter: 'userName pr' }] as Record<string, string>[]) {
        const { body } = await d.search('/Users', { ...query, ...more });
        assert.equal(namesOf(body), names, JSON.stringify(query));
        assert.deepEqual([body.totalResults, body.startIndex], [4, startIndex]);
        assert.equal(body.itemsPerPage, names ? names.split(' ').length : 0);
        assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:ListResponse']);
      }
    assertFault(await d.search('/Users', { count: 'many' }), 400, 'invalidValue', /count/);
    assertFault(await d.search('/Users', { colour: 'red' }), 400, 'invalidValue', /colour/);
  });

  it('puts lists in order: what lacks the attribute comes last, or first where the order is turned', async () => {
    const orders: [Record<string, string>, string][] = [
      [{ sortBy: 'userName', sortOrder: 'descending' }, 'dina carl bela abel'],
      [{ sortBy: 'title' }, 'abel carl bela dina'],
      [{ sortBy: 'title', sortOrder: 'descending' }, 'bela dina carl abel'],
      [{ sortBy: 'emails.value', sortOrder: 'Descending' }, 'dina carl bela abel'],
      [{ sortBy: `${ENTERPRISE}:department` }, 'bela abel carl dina'],
      [{ sortBy: 'name.familyName', count: '1' }, 'abel'],
    ];
    for (const [query, names] of orders) assert.equal(namesOf((await d.search('/Users', query)).body), names);
    assertFault(await d.search('/Users', { sortBy: 'shoe' }), 400, 'invalidPath', /shoe/);
    assertFault(await d.search('/Users', { sortBy: 'title', sortOrder: 'odd' }), 400, 'invalidValue', /sortOrder/);
  });

  it('shows the attributes that are asked for, or all but some; the id always', async () => {
    const of = async (query: Record<string, string>) => (await d.search(`/Users/${ids.dina}`, query)).body;
    assert.deepEqual(await of({ attributes: 'userName' }), {
      schemas: [USER],
      id: ids.dina,
      userName: 'dina@corp.test',
    });
    assert.deepEqual((await of({ attributes: 'EMAILS.value, meta.resourceType' })).emails, [
      { value: 'dina@corp.test' },
      { value: 'dina@home.example' },
    ]);
    const left = await of({ excludedAttributes: 'id,emails,meta.version,displayName' });
    assert.deepEqual(
      [left.id, left.emails, left.displayName, left.meta.version],
      [ids.dina, undefined, undefined, undefined],
    );
    assert.ok(left.meta.location);
    assert.deepEqual(Object.keys(await of({ attributes: USER })).includes('meta'), false);
    assertFault(await d.search('/Users', { attributes: 'shoe' }), 400, 'invalidPath', /shoe/);
    const both = { attributes: 'userName', excludedAttributes: 'emails' };
    assertFault(await d.search('/Users', both), 400, 'invalidValue', /exclude each other/);
  });

  it('takes a search as a body, of people, of groups and of both', async () => {
    const search = (path: string, body: object) => d.call('POST', `${path}/.search`, { schemas: [SEARCH], ...body });
    const people = await search('/Users', { filter: 'title pr', attributes: ['displayName'], startIndex: 2, count: 5 });
    assert.deepEqual(people.body.Resources, [{ schemas: [USER], id: ids.carl, displayName: 'carl' }]);
    assert.equal(namesOf((await search('/Groups', { sortBy: 'displayName' })).body), 'Empty Guides');
    const both = await search('', { filter: 'displayName sw "g" or title pr', attributes: ['displayName', 'title'] });
    assert.equal(both.status, 200, both.text);
    const all = (await search('', { filter: 'displayName sw "g" or displayName eq "abel"' })).body;
    assert.equal(namesOf(all), 'abel Guides');
    assert.deepEqual(all.Resources[1].schemas, [GROUP]);
    const emails = await search('', { filter: 'emails.type eq "home"' });
    assert.equal(namesOf(emails.body), 'carl dina');
    assertFault(await search('', { filter: 'shoe pr' }), 400, 'invalidFilter', /shoe/);
    assertFault(await search('', { sortBy: 'displayName' }), 400, 'invalidValue', /not for both/);
    assertFault(await d.call('POST', '/Users/.search', { filter: 'title pr' }), 400, 'invalidValue', /schemas/);
    assertFault(await d.call('POST', '/Users/.search', { schemas: ['x'] }), 400, 'invalidValue', /schemas/);
    assertFault(await search('/Users', { colour: 'red' }), 400, 'invalidValue', /colour/);
  });
});
