// What the tree offers for each page is what its routes let this person do: in the first page and in every later level.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { multipart } from '../../testing/multipart.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const PEOPLE: Name[] = ['vic', 'com', 'edi', 'ann', 'adm'];
const ALL = 'rename add move trash';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const ids: Record<string, number> = {};

  const page = async (title: string, parent?: string): Promise<number> => {
    const body = { title, workspace_id: t.ws1, parent_id: parent ? ids[parent] : null };
    return (await t.call('ann', 'POST', '/api/pages', body)).body.id;
  };
  const expectOk = async (who: Name, method: string, path: string, body?: object): Promise<void> => {
    const answer = await t.call(who, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  };
  const grant = (title: string, who: Name, role: string) =>
    expectOk('ann', 'POST', `/api/v2/pages/${ids[title]}/permissions`, { user_id: t.user(who).id, role });
  const upload = async (name: string, parent: string): Promise<number> => {
    const sent = multipart({ parent_id: ids[parent] as number }, { field: 'files', name, content: Buffer.from('x') });
    return (await t.call('ann', 'POST', '/api/local-workspace/upload', sent)).body.items[0].id;
  };

  before(async () => {
    t = await startApp(await open());
    for (const title of ['Plain', 'Narrow', 'Wide', 'Locked', 'Shared']) ids[title] = await page(title);
    for (const title of ['Plain', 'Narrow', 'Wide', 'Locked', 'Shared'])
      ids[`${title} below`] = await page(`${title} below`, title);
    ids['Wide alone'] = await page('Wide alone', 'Wide');
    ids['Shared file'] = await upload('Shared file', 'Shared');
    await grant('Narrow', 'edi', 'viewer');
    await grant('Wide', 'vic', 'editor');
    await grant('Wide', 'com', 'owner');
    await grant('Wide alone', 'vic', 'commenter');
    await expectOk('edi', 'POST', `/api/pages/${ids.Locked}/lock`, { locked: true });
    await expectOk('ann', 'POST', `/api/pages/${ids.Shared}/share`, { email: 'bob@example.org', access: 'edit' });
  });
  after(() => t.stop());

  type Menu = { items: { id: number; title: string; may: string[] }[] };
  const level = async (who: Name, query: string): Promise<Map<string, string>> => {
    const { status, body } = await t.call(who, 'GET', `/api/nav/menu?${query}`);
    assert.equal(status, 200, query);
    return new Map((body as Menu).items.map(({ title, may }) => [title, may.join(' ')]));
  };
  const allLevels = async (who: Name): Promise<Map<string, string>> => {
    const top = await level(who, `workspace_id=${t.ws1}`);
    const below = ['Plain', 'Narrow', 'Wide', 'Locked', 'Shared'].map((one) => level(who, `parent_id=${ids[one]}`));
    return new Map([top, ...(await Promise.all(below))].flatMap((one) => [...one]));
  };

  /** What the routes let somebody do, found out by doing it; what has happened is undone. */
  async function done(who: Name, title: string): Promise<string> {
    const id = ids[title] as number;
    const { parent_id, position } = (await t.call('ann', 'GET', `/api/v2/pages/${id}`)).body;
    const made = await t.call(who, 'POST', '/api/pages', { title: 'New', parent_id: id });
    if (made.status < 300) await expectOk('adm', 'POST', `/api/pages/${made.body.id}/trash`);
    const tries: [string, boolean][] = [
      ['rename', (await t.call(who, 'PUT', `/api/pages/${id}/rename`, { title })).status < 300],
      ['add', made.status < 300],
    ];
    // To where it is: that is another right only where it goes somewhere else.
    const move = await t.call(who, 'PUT', `/api/pages/${id}/move`, { parent_id, position });
    const trash = await t.call(who, 'POST', `/api/pages/${id}/trash`);
    if (trash.status < 300) await expectOk('adm', 'POST', `/api/pages/${id}/restore`);
    tries.push(['move', move.status < 300], ['trash', trash.status < 300]);
    return tries.flatMap(([name, isOpen]) => (isOpen ? [name] : [])).join(' ');
  }

  it('is said by role, by what a page has of its own, and by locks', async () => {
    const said = Object.fromEntries(
      await Promise.all(PEOPLE.map(async (who) => [who, await allLevels(who)] as const)),
    ) as Record<Name, Map<string, string>>;
    const wanted: Record<string, Partial<Record<Name, string>>> = {
      Plain: { vic: '', com: '', edi: ALL, ann: ALL, adm: ALL },
      Narrow: { vic: '', com: '', edi: '', ann: ALL },
      'Narrow below': { edi: '', ann: ALL },
      Wide: { vic: ALL, com: ALL, edi: ALL, ann: ALL },
      'Wide below': { vic: ALL, com: ALL, edi: ALL, ann: ALL },
      'Wide alone': { vic: '', com: ALL },
      Locked: { vic: '', com: '', edi: ALL, ann: '', adm: ALL },
      'Locked below': { edi: ALL, ann: ALL, vic: '' },
      'Shared file': { vic: '', edi: 'rename move trash', ann: 'rename move trash' },
    };
    for (const [title, roles] of Object.entries(wanted))
      for (const [who, actions] of Object.entries(roles))
        assert.equal(said[who as Name].get(title), actions, `${who} on ${title}`);
  });

  it('is what the routes do, for members and for a stranger with whom a page is shared', async () => {
    const below = await level('bob', `parent_id=${ids.Shared}`);
    assert.deepEqual(
      [...below],
      [
        ['Shared below', ALL],
        ['Shared file', 'rename move trash'],
      ],
    );
    assert.equal(await done('bob', 'Shared below'), ALL);
    for (const who of PEOPLE) {
      const said = await allLevels(who);
      for (const title of ['Plain below', 'Narrow below', 'Wide below', 'Wide alone', 'Locked', 'Shared file'])
        assert.equal(said.get(title), await done(who, title), `${who} on ${title}`);
    }
  });

  it('stands in the first page as in later levels, for each reader', async () => {
    for (const who of PEOPLE) {
      const { text } = await t.call(who, 'GET', `/pages/${ids['Wide alone']}`);
      const tree = /<ul class="tree"[\s\S]*?<\/ul>/.exec(text)?.[0] ?? '';
      if (who === 'adm') assert.equal(tree.includes('data-id'), false, 'no member has a tree of it');
      const plain = /^<ul[^>]*data-may="([^"]*)"/.exec(tree)?.[1];
      const said = await allLevels(who);
      for (const [, row = '', title = ''] of tree.matchAll(/<li ([^>]*)>.*?tree-title">([^<]*)/g))
        assert.equal(/data-may="([^"]*)"/.exec(row)?.[1] ?? plain, said.get(title), `${who} on ${title}`);
    }
  });

  it('follows at once when rights change', async () => {
    ids.Changing = await page('Changing');
    const mayOf = async () => (await level('vic', `workspace_id=${t.ws1}`)).get('Changing');
    assert.equal(await mayOf(), '');
    await grant('Changing', 'vic', 'editor');
    assert.equal(await mayOf(), ALL);
    await expectOk('ann', 'POST', `/api/pages/${ids.Changing}/lock`, { locked: true });
    assert.equal(await mayOf(), '');
  });
});
