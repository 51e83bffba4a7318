// Rules that name a property which is deleted or hidden later: they end, and say which it was to those who may know.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { AutomationRun, Rule } from '../../plugins/automations/model.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { type Made, makeDatabase } from '../databases/database.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
    await t.app.events.start();
  });
  after(() => t.stop());

  const restrict = async (db: Made, name: string, who: Name) => {
    const path = `/api/v2/collections/${db.id}/properties/${db.by[name].id}/permissions`;
    const given = await t.call('ann', 'POST', path, { body: { user_id: t.user(who).id, role: 'editor' } });
    assert.equal(given.status, 200, given.text);
  };
  const remove = (db: Made, name: string) =>
    t.call('ann', 'DELETE', `/api/v2/collections/${db.id}/properties/${db.by[name].id}`);
  const database = () =>
    makeDatabase(t, [
      { name: 'Salary', type: 'number' },
      { name: 'Note', type: 'text' },
    ]);
  const make = async (who: Name, db: Made, rule: object): Promise<Rule> => {
    const body = { ...{ workspace_id: t.ws1, name: 'Rule', event: 'row.created', collection_id: db.id }, ...rule };
    const made = await t.call(who, 'POST', '/api/v2/automations', { body });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const told = async (who: Name, rule: Rule) => {
    const path = `/api/v2/automations/${rule.id}`;
    const [run] = (await t.call(who, 'GET', `${path}/runs`)).body as AutomationRun[];
    const { enabled, last_error, disabled_reason } = (await t.call(who, 'GET', path)).body as Rule;
    return { run, enabled, words: [run?.detail, last_error, disabled_reason] };
  };
  const pagesOf = async (who: Name, rule: Rule, run: AutomationRun | undefined): Promise<string> => {
    const page = { headers: { accept: 'text/html' } };
    const paths = ['', `/${rule.id}/runs`, `/${rule.id}/runs/${run?.id}`].map(
      (path) => `/workspace/automations${path}`,
    );
    return (await Promise.all(paths.map(async (path) => (await t.call(who, 'GET', path, page)).text))).join('\n');
  };
  const notices = async (): Promise<string[]> =>
    t.app.database.reader('notifications').where({ type: 'automation' }).pluck('text');

  const asked = (db: Made) => ({
    condition_json: [{ property_id: db.by.Salary.id, op: 'gt', value: 4711 }],
    actions_json: [{ kind: 'notify', message: 'x', user_ids: [t.user('ann').id] }],
  });
  const uses: [string, string, (db: Made) => object][] = [
    ['a condition', 'Condition 1', asked],
    [
      'an action',
      'Action 1',
      (db) => ({ actions_json: [{ kind: 'set_property', property_id: db.by.Salary.id, value: 4711 }] }),
    ],
    [
      'a text',
      'Action 1',
      (db) => ({
        actions_json: [{ kind: 'notify', message: `{p${db.by.Salary.id}}`, user_ids: [t.user('ann').id] }],
      }),
    ],
  ];
  for (const [what, place, use] of uses)
    it(`${what} about a deleted property ends the rule, and names it to its author and to owners alone`, async () => {
      const db = await database();
      await restrict(db, 'Salary', 'edi');
      const rule = await make('edi', db, use(db));
      await remove(db, 'Salary');
      await db.row({}, 'New');
      await t.app.events.run();
      const words = `${place}: The property “Salary” was deleted.`;
      for (const who of ['ann', 'edi'] as const) {
        const seen = await told(who, rule);
        assert.deepEqual(seen.words, [words, words, words], who);
        assert.deepEqual([seen.enabled, seen.run?.reason], [false, 'gone']);
        assert.match(JSON.stringify(seen.run?.steps), /Salary/);
        const shown = await pagesOf(who, rule, seen.run);
        assert.match(shown, /Salary/);
        assert.equal(/if a condition on a property that was deleted/.test(shown), what === 'a condition');
      }
      const role = (name: string) =>
        t.call('ann', 'PUT', `/api/workspace/${t.ws1}/members/${t.user('com').id}`, { body: { role: name } });
      assert.equal((await role('editor')).status, 200);
      const other = await told('com', rule);
      const general = 'What went wrong is about a property that was deleted.';
      assert.deepEqual([...other.words, other.run?.steps], [general, general, general, []]);
      assert.ok(!/Salary|4711|4,711/.test(await pagesOf('com', rule, other.run)));
      assert.equal((await role('commenter')).status, 200);
      assert.deepEqual(
        (await notices()).filter((text) => /Salary/.test(text)),
        [],
      );
      await t.call('ann', 'DELETE', `/api/v2/automations/${rule.id}`);
    });

  it('one that is hidden later ends it too, and is named to those only who see it', async () => {
    const db = await database();
    const rule = await make('edi', db, asked(db));
    await restrict(db, 'Salary', 'ann');
    await db.row({}, 'New');
    await t.app.events.run();
    const words = 'Condition 1: The property “Salary” is hidden from whoever the rule acts as.';
    const seen = await told('ann', rule);
    assert.deepEqual([...seen.words, seen.enabled, seen.run?.status], [words, words, words, false, 'error']);
    const author = await told('edi', rule);
    const general = 'What went wrong is about something that is hidden from you.';
    assert.deepEqual([...author.words, author.run?.steps], [general, general, general, []]);
    assert.ok(!/Salary|4711|4,711/.test(await pagesOf('edi', rule, author.run)));
    assert.match((await notices()).at(-1) ?? '', /deleted or hidden/);
    assert.deepEqual(
      (await notices()).filter((text) => /Salary/.test(text)),
      [],
    );
  });
});
