// Lists offer for each line what its reader may do to that page, and the menu of a page what they may do to it.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const ALL = 'rename add move trash';

onEachEngine((_engine, open) => {
  let t: TestApp;
  const ids: Record<string, number> = {};
  before(async () => {
    t = await startApp(await open());
    for (const [title, parent] of [
      ['Open', ''],
      ['Closed', ''],
      ['Open inside', 'Open'],
      ['Open gone', 'Open'],
      ['Closed gone', 'Closed'],
    ] as const) {
      const body = { title, workspace_id: t.ws1, parent_id: parent ? ids[parent] : null };
      ids[title] = (await t.call('ann', 'POST', '/api/pages', body)).body.id;
    }
    const given = { user_id: t.user('vic').id, role: 'editor' };
    assert.equal((await t.call('ann', 'POST', `/api/v2/pages/${ids.Open}/permissions`, given)).status, 200);
    for (const title of ['Open gone', 'Closed gone'])
      assert.equal((await t.call('ann', 'POST', `/api/pages/${ids[title]}/trash`)).status, 200);
  });
  after(() => t.stop());

  const view = async (who: Name, path: string): Promise<string> => {
    const { status, text } = await t.call(who, 'GET', path);
    assert.equal(status, 200, path);
    return text;
  };
  const lines = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<(?:tr|li) data-id="\d+"[^>]*data-may="([^"]*)" data-title="([^"]*)"/g)].map(
        ([, may, title]) => [title, may],
      ),
    );

  it('says of each line in the explorer what may be done to it', async () => {
    assert.deepEqual(lines(await view('vic', '/local-workspace')), { Open: ALL, Closed: '' });
    assert.deepEqual(lines(await view('com', '/local-workspace')), { Open: '', Closed: '' });
    assert.deepEqual(lines(await view('edi', '/local-workspace')), { Open: ALL, Closed: ALL });
  });

  it('offers new pages where somebody may add them', async () => {
    const adds = async (who: Name, title?: string) =>
      (await view(who, `/local-workspace${title ? `?folder=${ids[title]}` : ''}`)).includes('data-act="new-folder"');
    assert.deepEqual(await Promise.all([adds('vic'), adds('vic', 'Closed'), adds('vic', 'Open')]), [
      false,
      false,
      true,
    ]);
    assert.deepEqual(await Promise.all([adds('edi'), adds('edi', 'Closed')]), [true, true]);
  });

  it('offers in the trash to bring back and to remove what somebody may, and the routes agree', async () => {
    assert.deepEqual(lines(await view('vic', '/trash')), { 'Open gone': 'restore', 'Closed gone': '' });
    assert.deepEqual(lines(await view('ann', '/trash')), {
      'Open gone': 'restore remove',
      'Closed gone': 'restore remove',
    });
    const text = await view('vic', '/trash');
    assert.equal(text.includes(`/pages/${ids['Open gone']}/bring-back`), true);
    assert.equal(text.includes(`/pages/${ids['Closed gone']}/bring-back`), false);
    assert.doesNotMatch(text, /\/remove"|\/trash\/empty/);
    const restored = (title: string) => t.call('vic', 'POST', `/api/pages/${ids[title]}/restore`);
    assert.equal((await restored('Closed gone')).status, 403);
    assert.equal((await restored('Open gone')).status, 200);
  });

  it('offers in the menu of a page what the reader may do to it and in its workspace, unless it is locked', async () => {
    const menu = async (who: Name, title: string): Promise<string[]> => {
      const text = await view(who, `/pages/${ids[title]}`);
      const shown = /<details class="[^"]*page-menu[\s\S]*?<\/details>/.exec(text)?.[0] ?? '';
      const found = [
        ...shown.matchAll(
          /(?:href|action)="\/pages\/(?:\d+\/)?(edit|move|delete|duplicate|new|links|save-as-template)/g,
        ),
      ];
      return found.map(([, name]) => name as string).sort();
    };
    const reading = ['links'];
    const writing = ['delete', 'duplicate', 'edit', 'links', 'move', 'new', 'save-as-template'];
    assert.deepEqual(await menu('vic', 'Closed'), reading);
    assert.deepEqual(await menu('edi', 'Closed'), writing);
    // Templates belong to the workspace, in which somebody may do less than on the page.
    const withoutWorkspace = writing.filter((one) => one !== 'save-as-template');
    assert.deepEqual(await menu('vic', 'Open'), withoutWorkspace);
    const share = { email: 'bob@example.org', access: 'edit' };
    assert.equal((await t.call('ann', 'POST', `/api/pages/${ids.Closed}/share`, share)).status, 200);
    assert.deepEqual(await menu('bob', 'Closed'), withoutWorkspace);
    assert.equal((await t.call('ann', 'POST', `/api/pages/${ids.Closed}/lock`, { locked: true })).status, 200);
    assert.deepEqual(await menu('edi', 'Closed'), ['duplicate', 'links', 'save-as-template']);
    assert.deepEqual(await menu('ann', 'Closed'), writing);
  });

  it('the sidebar offers imports and templates to those who may put something into the workspace', async () => {
    const links = async (who: Name) =>
      [...(await view(who, `/pages/${ids.Closed}`)).matchAll(/<a data-nav href="\/(import|templates)"/g)].map(
        ([, name]) => name,
      );
    for (const who of ['vic', 'com'] as const) assert.deepEqual(await links(who), [], who);
    assert.deepEqual(await links('edi'), ['import', 'templates']);
  });

  it('parts what makes, what tells, what takes away and what deletes in the menu of a page, each with a picture of its own', async () => {
    const menu =
      /<details class="dropdown page-menu[\s\S]*?<\/details>/.exec(await view('ann', `/pages/${ids.Open}`))?.[0] ?? '';
    const groups = menu
      .split('<hr>')
      .map((part) => [...part.matchAll(/menu-label">([^<]+)/g)].map(([, label]) => label));
    assert.equal(groups.length, 4);
    assert.equal(groups[0]?.[0], 'New page inside');
    assert.deepEqual(groups[3], ['Move to the trash']);
    const icons = [...menu.matchAll(/class="menu-item[^>]*><svg[^>]*><use href="[^#"]*#([^"]+)"/g)].map(
      ([, name]) => name,
    );
    assert.ok(icons.length > 10);
    assert.equal(new Set(icons).size, icons.length, icons.join());
  });
});
