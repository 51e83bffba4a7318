// Whose rights a webhook sends with: those of whoever chose what is sent, as somebody of the workspace.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Name, TestApp } from '../kit/app.ts';
import { type Receiver, withReceiver } from './receiver.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  withReceiver(open, (app, given) => {
    t = app;
    receiver = given;
  });
  const call = async (who: Name, method: string, url: string, body?: object) => {
    const answer = await t.call(who, method, url, body && { body });
    assert.equal(answer.status, 200, `${method} ${url} ${answer.text}`);
    return answer.body;
  };
  const make = (who: Name, extra: object = {}) =>
    call(who, 'POST', '/api/v2/webhooks', { workspace_id: t.ws1, url: receiver.url(), ...extra });
  const quiet = async () => {
    await t.app.events.run();
    await until(async () => !(await t.app.database.reader('webhook_deliveries').where({ status: 'pending' })).length);
  };

  it('are those of another person from the change on in which they chose what is sent', async () => {
    const database = await call('ann', 'POST', '/api/v2/collections', { workspace_id: t.ws1, name: 'Talks' });
    const filter = { property_id: 'Name', op: 'is_not_empty' };
    const narrow = { collection_id: database.id, filter };
    const base = { headers: { 'x-a': 'b' }, events: ['page.created', 'page.updated'] };
    const edi = t.user('edi').id;
    const ann = t.user('ann').id;
    for (const [extra, change, owner] of [
      [{}, { name: 'Another' }, edi],
      [{}, { enabled: false, include_imports: true }, edi],
      [narrow, { url: receiver.url(), payload: 'thin', events: base.events.toReversed(), ...narrow }, edi],
      [{}, { url: receiver.url('/other') }, ann],
      [{}, { payload: 'full' }, ann],
      [{}, { headers: { 'x-a': 'c' } }, ann],
      [{}, { headers: {} }, ann],
      [{}, { events: ['page.*'] }, ann],
      [{}, { collection_id: database.id }, ann],
      [narrow, { filter: null }, ann],
    ] as const) {
      const hook = await make('edi', { ...base, ...extra });
      const changed = await call('ann', 'PATCH', `/api/v2/webhooks/${hook.id}`, change);
      assert.equal(changed.user_id, owner, JSON.stringify(change));
      await call('ann', 'DELETE', `/api/v2/webhooks/${hook.id}`);
    }
  });

  it('are those of a member for administrators, and none once they have left', async () => {
    const home = { workspace_id: t.ws1, user_id: t.user('adm').id };
    const members = () => t.app.database.writer('workspace_members');
    const outside = { body: { workspace_id: t.ws1, url: receiver.url() } };
    const refused = await t.call('adm', 'POST', '/api/v2/webhooks', outside);
    assert.deepEqual([refused.status, /join the workspace first/.test(refused.text)], [409, true]);
    const ofEdi = await make('edi');
    const taken = await t.call('adm', 'PATCH', `/api/v2/webhooks/${ofEdi.id}`, { body: { payload: 'full' } });
    assert.equal(taken.status, 409, taken.text);
    await members().insert({ ...home, role: 'editor', joined_at: t.app.now() });
    await make('adm', { url: receiver.url('/adm') });
    await make('ann', { url: receiver.url('/ann') });
    const page = async () => (await call('ann', 'POST', '/api/pages', { title: 'Plan', workspace_id: t.ws1 })).id;
    const [shown, hidden] = [await page(), await page()];
    await call('ann', 'PUT', `/api/v2/pages/${hidden}/permissions/type`, { permission_type: 'private' });
    await quiet();
    receiver.received = [];
    const rename = (id: number, title: string) => call('ann', 'PUT', `/api/pages/${id}/rename`, { title });
    const told = (path: string) => receiver.at(path).map(({ body }) => body.data.id);
    await rename(shown, 'Once');
    await rename(hidden, 'Once');
    await quiet();
    assert.deepEqual([told('/ann').toSorted(), told('/adm')], [[shown, hidden].toSorted(), [shown]]);
    await members().where(home).delete();
    await rename(shown, 'Twice');
    await quiet();
    assert.deepEqual([told('/ann').length, told('/adm')], [3, [shown]]);
  });
});
