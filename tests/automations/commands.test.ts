// Rules for who runs the service: the command line beside a running server and without one.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createApp } from '../../core/boot/boot.ts';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { onEachEngine, type TestDatabase } from '../../testing/databases.ts';
import { commandLine } from '../cli/run.ts';
import { startApp, type TestApp } from '../kit/app.ts';
import { newRule } from './new-rule.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let database: TestDatabase;
  let parent: number;
  before(async () => {
    database = await open();
    t = await startApp(database);
    parent = (await t.call('ann', 'POST', '/api/pages', { title: 'Parent', workspace_id: t.ws1 })).body.id;
  });
  after(() => t.stop());

  const run = (...args: string[]) =>
    commandLine(database)(['automation', ...args], { env: { SECRET_KEY: t.app.settings.SECRET_KEY } });
  const button = (rule: object = {}): Promise<Rule> =>
    newRule(t, {
      ...{ name: 'Make one', trigger_type: 'button' },
      actions_json: [{ kind: 'create_page', title: 'Made by {actor}', parent_id: parent }],
      ...rule,
    });
  const children = async (): Promise<string[]> =>
    (await t.call('ann', 'GET', `/api/v2/pages/${parent}/children`)).body.map((one: { title: string }) => one.title);
  const runs = async ({ id }: Rule): Promise<AutomationRun[]> =>
    (await t.call('ann', 'GET', `/api/v2/automations/${id}/runs`)).body;

  it('lists the rules of all workspaces, with what starts them and how they fare', async () => {
    const rule = await button({ name: 'Listed' });
    await newRule(t, { name: 'Nightly', trigger_type: 'cron', cron_expression: '0 3 * * *', enabled: false });
    const { code, stdout } = await run('list');
    assert.equal(code, 0);
    assert.match(stdout, /Listed .*button/);
    assert.match(stdout, /Nightly .*0 3 \* \* \*/);
    const { automations } = (await run('list', '--json')).json() as { automations: Rule[] };
    const found = automations.find(({ id }) => id === rule.id);
    assert.deepEqual([found?.name, found?.enabled, found?.workspace_id], ['Listed', true, t.ws1]);
  });

  it('presses a button as the person named, each time anew, and says what came of it', async () => {
    const rule = await button();
    const pressed = await run('run', String(rule.id), '--user', 'edi');
    assert.deepEqual([pressed.code, pressed.stdout.trim()], [0, 'Make one: fired'], pressed.stderr);
    assert.equal((await run('run', String(rule.id), '--user', 'edi')).code, 0);
    assert.deepEqual(await children(), ['Made by Edi Example', 'Made by Edi Example']);
    const refused = await run('run', String(rule.id), '--user', 'vic', '--json');
    const { ok, run: made } = refused.json() as { ok: boolean; run: AutomationRun };
    assert.deepEqual([refused.code, ok, made.status, made.reason], [1, false, 'error', 'refused']);
    const all = (await runs(rule)).map(({ status, actor_id }) => [status, actor_id]);
    assert.deepEqual(all.slice(1), Array(2).fill(['fired', t.user('edi').id]));
  });

  it('tries a rule without leaving anything behind', async () => {
    const rule = await button({ name: 'Tried' });
    const before = await children();
    const { code, stdout } = await run('test', String(rule.id), '--user', 'ann', '--page', String(parent));
    assert.equal(code, 0);
    assert.match(stdout, /button .*fired/);
    assert.deepEqual([await children(), await runs(rule)], [before, []]);
  });

  it('switches a rule off and on', async () => {
    const rule = await button({ name: 'Switched' });
    const isOn = async () => (await t.call('ann', 'GET', `/api/v2/automations/${rule.id}`)).body.enabled;
    assert.equal((await run('disable', String(rule.id))).stdout.trim(), 'Switched is off.');
    assert.equal(await isOn(), false);
    const refused = await run('run', String(rule.id), '--user', 'ann');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr + refused.stdout, /off/);
    assert.deepEqual((await run('enable', String(rule.id), '--json')).json(), {
      ...{ ok: true, id: rule.id, enabled: true },
    });
    assert.equal(await isOn(), true);
  });

  it('refuses what names no rule, no person or no page', async () => {
    const rule = await button({ name: 'Refusing' });
    const calls: [string[], number, RegExp][] = [
      [['run', 'x'], 2, /id: must be the number of an automation/],
      [['run', '99999'], 1, /There is no automation 99999\./],
      [['run', String(rule.id), '--page', 'x', '--user', 'ann'], 2, /--page: must be the number of a page/],
      [['run', String(rule.id), '--page', '99999', '--user', 'ann'], 1, /There is no page 99999\./],
      [['run', String(rule.id), '--user', 'nobody'], 1, /nobody/],
      [['test', '-1'], 2, /id: must be the number of an automation/],
      [['enable', '0'], 2, /id: must be the number of an automation/],
    ];
    for (const [args, code, said] of calls) {
      const ended = await run(...args);
      assert.equal(ended.code, code, args.join(' ') + ended.stderr);
      assert.match(ended.stderr, said, args.join(' '));
    }
    assert.deepEqual(await runs(rule), []);
  });

  it('works without a server, which acts on what happened when it starts', async () => {
    const rule = await button({ name: 'Alone' });
    const tell = [{ kind: 'notify', message: 'A page came', user_ids: [t.user('edi').id] }];
    await newRule(t, { name: 'Follows', event: 'page.created', actions_json: tell });
    await t.stop();
    const pressed = await run('run', String(rule.id), '--user', 'ann');
    assert.equal(pressed.code, 0, pressed.stderr);
    const later = await createApp(t.app.settings);
    await later.events.run();
    const told = await later.database.reader('notifications').where({ type: 'automation', user_id: t.user('edi').id });
    await later.stop();
    assert.equal(told.length, 1);
  });
});
