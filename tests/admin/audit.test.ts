// One list of what somebody answers for: whole, in order, without gaps from page to page, and as files.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { auditFeed } from '../../core/events/audit-feed.ts';
import { namesOfThings, thingOf } from '../../plugins/admin/audit/audit-names.ts';
import { auditSentence } from '../../plugins/admin/audit/audit-sentence.ts';
import { AGENT_TOOLS } from '../../plugins/agent/tools/registry.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine } from '../cli/run.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { openDirectory } from '../sso/scim/directory.ts';

const PATH = '/api/v2/admin/audit';

interface Entry {
  source: string;
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: string;
}

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  before(async () => {
    database = await open();
    t = await startApp(database);
    const { id } = (await t.call('ann', 'POST', '/api/pages', { title: 'Plan', workspace_id: t.ws1 })).body;
    for (let index = 0; index < 5; index += 1) {
      await t.call('ann', 'PATCH', `/api/v2/pages/${id}`, { body: { title: `Plan ${index}` } });
      const body = { user_id: t.user('vic').id, role: index % 2 ? 'editor' : 'viewer' };
      await t.call('ann', 'POST', `/api/v2/pages/${id}/permissions`, { body });
    }
    await t.form('adm', '/admin/maintenance', { banner: 'Words' });
  });
  after(() => t.stop());

  const ask = async (query = ''): Promise<{ results: Entry[]; next_cursor: string | null }> =>
    (await t.call('adm', 'GET', `${PATH}${query}`)).body;

  it('says of what the directory did that nobody signed in and the person did nothing', async () => {
    const directory = await openDirectory(t);
    await directory.person('dora');
    await directory.group('Staff');
    const { results } = await ask('?source=sign-on&limit=2');
    assert.deepEqual(
      results.map(({ actor, action, subject, detail }) => [actor, action, subject, detail]),
      [
        ['', 'scim.group_created', 'Staff', ''],
        ['', 'scim.created', 'dora@corp.test', ''],
      ],
    );
    const { id } = (await t.call('adm', 'GET', '/api/v2/admin/users?q=dora')).body[0];
    assert.deepEqual((await ask(`?source=sign-on&user_id=${id}`)).results, []);
  });

  it('holds calls, rights, sign-ins and what administrators change by forms', async () => {
    const { results } = await ask('?limit=200');
    const has = (source: string, action: RegExp, actor: string) =>
      assert.ok(
        results.some((one) => one.source === source && action.test(one.action) && one.actor === actor),
        `${source} ${action}`,
      );
    has('api', /^pages\.update$/, 'ann');
    has('rights', /^grant$/, 'ann');
    has('session', /^sign_in$/, 'vic');
    has('api', /^admin-pages\.switch-maintenance$/, 'adm');
    const grant = results.find(({ source }) => source === 'rights');
    assert.match(grant?.detail ?? '', /^user \d+: .+ → (viewer|editor)$/);
  });

  it('goes on from page to page without gaps and repeats, newest first, also where moments are equal', async () => {
    const at = '2026-01-02T03:04:05.678Z';
    for (const table of ['api_audit', 'permission_audit'])
      await t.app.database.writer(table).update({ created_at: at });
    const whole = (await ask('?limit=200')).results;
    const walked: Entry[] = [];
    for (let cursor = ''; ; ) {
      const { results, next_cursor } = await ask(`?limit=3${cursor}`);
      walked.push(...results);
      if (!next_cursor) break;
      cursor = `&cursor=${next_cursor}`;
    }
    assert.deepEqual(walked, whole);
    assert.equal(new Set(whole.map(({ source, id }) => `${source} ${id}`)).size, whole.length);
    assert.deepEqual(
      whole.map((one) => one.at),
      whole
        .map((one) => one.at)
        .toSorted()
        .toReversed(),
    );
  });

  it('is narrowed to a person, a kind and a time', async () => {
    const { results } = await ask(`?limit=200&user_id=${t.user('ann').id}&source=rights`);
    assert.ok(results.length >= 4 && results.every(({ source, actor }) => source === 'rights' && actor === 'ann'));
    assert.deepEqual((await ask('?since=2099-01-01T00:00:00Z')).results, []);
    for (const query of ['?cursor=x', '?source=loud', '?since=then', '?limit=0'])
      assert.equal((await t.call('adm', 'GET', `${PATH}${query}`)).status, 422, query);
  });

  it('comes as files with every entry', async () => {
    const { results } = await ask('?limit=200');
    const csv = (await t.call('adm', 'GET', `${PATH}/export`)).text.trim().split(/\r?\n/);
    assert.match(csv[0] ?? '', /^at,source,id,actor_id,actor,action,subject,detail,ip_address$/);
    const lines = (await t.call('adm', 'GET', `${PATH}/export?format=ndjson`)).text.trim().split('\n');
    const read = lines.map((line) => JSON.parse(line) as Entry);
    assert.ok(read.length >= results.length);
    assert.equal(csv.length, lines.length + 1);
  });

  it('is written on the command line, with every entry in its JSON too', async () => {
    const run = commandLine(database);
    const told = (await run(['audit', 'all', '--source', 'rights', '--json'])).json() as { records: Entry[] };
    const { results } = await ask('?limit=200&source=rights');
    assert.deepEqual(told.records, results);
    const csv = await run(['audit', 'all', '--source', 'rights']);
    assert.equal(csv.stdout.trim().split(/\r?\n/).length, results.length + 1);
    const bad = await run(['audit', 'all', '--source', 'loud']);
    assert.equal(bad.code, 2, bad.stderr);
  });

  it('has a sentence for whatever it may hold, in every language', () => {
    const { messages } = t.app;
    const sentences = messages.named('audit.act');
    const routes = t.app.server.table().filter(({ method, path, settings }) => {
      const { rules = { access: {} } } = (settings.app ?? {}) as { rules?: { access: object; recorded?: true } };
      const { access, recorded } = rules;
      const isRead = method === 'get' && !recorded;
      return method !== '*' && !isRead && (path.startsWith('/api/v2/') || (!recorded && 'admin' in access));
    });
    const byRoute = routes.map(({ settings }) => String(settings.id));
    assert.ok(byRoute.length > 150, `only ${byRoute.length} operations`);
    const byAgent = AGENT_TOOLS.filter((one) => one.class !== 'read').map(({ name }) => `agent.${name}`);
    const byDirectory = ['created', 'changed', 'activated', 'deactivated', 'linked', 'removed', 'revoked']
      .concat(['group_created', 'group_changed', 'group_removed'])
      .map((what) => `scim.${what}`);
    const operations = [...byRoute, ...byAgent, ...byDirectory, 'agent.undo', 'backups.download'];
    assert.deepEqual(
      operations.filter((one) => !sentences.has(one)),
      [],
    );
    assert.deepEqual(
      [...sentences.keys()].filter((one) => !operations.includes(one)),
      [],
      'of no operation',
    );
    for (const [operation, key] of sentences)
      assert.notEqual(messages.text('de', key), messages.text('en', key), operation);
    // What ends something is not told as its removal.
    const called = { source: 'api', id: '1', at: '', actor_id: 1, subject: '', detail: '', ip_address: '' } as const;
    const told = ['pages.clear-lock', 'automations.disable', 'extension.act'].map((action) =>
      auditSentence(messages, 'en', { ...called, action }),
    );
    assert.deepEqual(told, ['Page unlocked', 'Automation turned off', 'Action extension.act']);
  });

  it('says the names of things, of pages as far as access lets the reader see them', async () => {
    const { id } = (await t.call('ann', 'POST', '/api/v2/pages', { body: { title: 'Atlas', workspace_id: t.ws1 } }))
      .body;
    const group = (await t.call('ann', 'POST', '/api/v2/groups', { body: { name: 'Readers', workspace_id: t.ws1 } }))
      .body;
    await t.call('ann', 'POST', `/api/v2/pages/${id}/permissions`, { body: { group_id: group.id, role: 'viewer' } });
    const { id: books } = (
      await t.call('ann', 'POST', '/api/v2/collections', { body: { parent_id: id, name: 'Books' } })
    ).body;
    await t.call('ann', 'POST', `/api/v2/collections/${books}/views`, { body: { name: 'By year', kind: 'table' } });
    await t.call('ann', 'PATCH', `/api/v2/workspaces/${t.ws1}`, { body: { name: 'First' } });
    const { text } = await t.call('adm', 'GET', '/admin/audit?who=ann');
    for (const line of [
      'Page created <span class="meta">Atlas',
      'Readers · Atlas',
      '<span class="meta">Books',
      'First',
    ])
      assert.ok(text.includes(line), line);
    const entries = await auditFeed(t.ctx('adm'), { source: 'rights', limit: 1 });
    const named = async (who: 'adm' | 'bob') => {
      const names = await namesOfThings(t.ctx(who), entries);
      return entries.map((one) => names(thingOf(t.app, one)));
    };
    assert.deepEqual([await named('adm'), await named('bob')], [['Atlas'], [undefined]]);
  });

  it('is for administrators, and a page for them', async () => {
    for (const path of [PATH, `${PATH}/export`, '/admin/audit'])
      assert.equal((await t.call('ann', 'GET', path)).status, 403, path);
    assert.match((await t.call('adm', 'GET', '/admin/audit?who=ann')).text, /pages\.update/);
    assert.match((await t.call('adm', 'GET', '/admin/audit?who=nobody-of-it')).text, /audit-who-fault/);
    const shown = (await t.call('adm', 'GET', '/admin/audit?who=ann')).text;
    // What people read is a sentence; how the record calls it stands behind it.
    assert.match(shown, /Ann Example[\s\S]*?class="what">Page changed <span class="meta">Plan 4</);
    assert.match(shown, /<details><summary>Details<\/summary>[\s\S]*?<code>api pages\.update<\/code>/);
    assert.match((await t.call('adm', 'GET', '/admin/audit?source=session')).text, /class="what">Signed in with/);
    const later = (await t.call('adm', 'GET', '/admin/audit?since=2999-01-01')).text;
    assert.doesNotMatch(later, /class="what"/);
    assert.match(later, /audit\/export\?format=csv&(?:amp|#38);since=2999/);
  });
});
