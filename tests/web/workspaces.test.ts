// The settings of a workspace as forms: who gets them, what they keep, and the way back from a deletion.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Answer, type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const get = (who: Name, path: string): Promise<Answer> =>
    t.inject('GET', path, { headers: { cookie: t.session(who).cookie as string } });
  const settings = (end = '') => `/workspaces/${t.ws1}/settings${end}`;
  const nameNow = async (): Promise<string> => (await t.call('ann', 'GET', `/api/v2/workspaces/${t.ws1}`)).body.name;

  it('shows and takes them only from owners', async () => {
    const before = await nameNow();
    const table: [Name, number][] = [
      ['bob', 404],
      ['vic', 403],
      ['edi', 403],
    ];
    for (const [who, status] of table) {
      assert.equal((await get(who, settings())).status, status, who);
      const acts: [string, Record<string, string>][] = [
        ['', { name: 'Mine' }],
        ['', { name: '' }],
        ['/archive', { archived: 'yes' }],
        ['/delete', { confirm: 'x' }],
        ['/delete', {}],
      ];
      for (const [end, fields] of acts) {
        const answer = await t.form(who, settings(end), fields);
        assert.equal(answer.status, status, `${who} ${end}`);
        assert.ok(!answer.text.includes('name="icon"'), `${who} ${end}: the form was shown`);
      }
      assert.equal((await t.form(who, settings('/restore'), {})).status, 404, who);
    }
    assert.equal(await nameNow(), before);
  });

  it('have beside them all that belongs to the workspace, for whoever may see it', async () => {
    const own = `/workspaces/${t.ws1}`;
    const menu = async (who: Name, path: string): Promise<string[]> => {
      const { status, text } = await t.call(who, 'GET', path, { headers: { accept: 'text/html' } });
      assert.equal(status, 200, path);
      const [shown = ''] = /<nav class="settings-menu[\s\S]*?<\/nav>/.exec(text) ?? [];
      return [...shown.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href as string);
    };
    const all = [
      ...['settings/general', 'members', 'guests', 'groups', 'two-factor', 'emoji'].map((end) => `${own}/${end}`),
      `/workspace/automations?workspace_id=${t.ws1}`,
      ...['webhooks', 'rights'].map((end) => `${own}/${end}`),
      `/exports?workspace_id=${t.ws1}`,
      `${own}/export-schedule`,
    ];
    for (const path of all) assert.deepEqual(await menu('ann', path), all, path);
    const reading = [`${own}/members`, `${own}/groups`, `/exports?workspace_id=${t.ws1}`];
    for (const path of reading) assert.deepEqual(await menu('vic', path), reading, path);
    const { text } = await get('ann', `${own}/groups`);
    assert.match(text, new RegExp(`<a href="${own}/groups" aria-current="page">`));
  });

  it('keeps what was typed when it is refused', async () => {
    for (const name of ['', '   ', '"><b>x'.repeat(40)]) {
      const answer = await t.form('ann', settings(), { name, icon: '🌿' });
      assert.equal(answer.status, 422, name);
      assert.match(answer.text, /id="field-name-fault"/);
      assert.match(answer.text, /name="icon" type="text" value="🌿"/);
      assert.ok(!answer.text.includes('<b>'));
    }
  });

  it('renames, archives and takes out of the archive', async () => {
    assert.equal((await t.form('ann', settings(), { name: ' Atlas ', icon: '🌿' })).status, 303);
    assert.equal(await nameNow(), 'Atlas');
    assert.match((await get('ann', settings('?done=1'))).text, /role="status">Saved/);
    for (const archived of ['yes', 'no']) {
      assert.equal((await t.form('ann', settings('/archive'), { archived })).status, 303);
      const list = (await t.call('ann', 'GET', '/api/workspaces')).body.workspaces;
      const mine = list.find((one: { id: number }) => one.id === t.ws1);
      assert.equal(mine.archived_at !== null, archived === 'yes');
    }
  });

  it('deletes only when its name is typed, and brings back', async () => {
    const unsure = await t.form('ann', settings('/delete'), { confirm: 'Atlantis' });
    assert.equal(unsure.status, 422);
    assert.match(unsure.text, /field-confirm-fault/);
    assert.equal((await t.form('ann', settings('/delete'), { confirm: 'Atlas' })).headers.location, '/workspaces');
    assert.equal((await get('ann', settings())).status, 404);
    assert.match((await get('ann', '/workspaces')).text, /aria-label="Restore Atlas"/);
    assert.ok(!(await get('edi', '/workspaces')).text.includes('Restore'));
    assert.equal((await t.form('edi', settings('/restore'), {})).status, 403);
    assert.equal((await t.form('ann', settings('/restore'), {})).status, 303);
    assert.equal(await nameNow(), 'Atlas');
    assert.ok(!(await get('ann', '/workspaces')).text.includes('Restore'));
  });

  it('has an honest import page', async () => {
    const answer = await get('vic', '/import');
    assert.equal(answer.status, 200);
    assert.match(answer.text, /<h1>Import<\/h1>/);
  });
});
