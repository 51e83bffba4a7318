// Secrets and headers of hooks: shown once to whoever makes them, and in no answer, log, archive or message after that.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { it } from 'node:test';
import { createLog } from '../../core/boot/log.ts';
import { onEachEngine } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import { fileOf, unzip } from '../exporters/unpacking.ts';
import type { Answer, Name, TestApp } from '../kit/app.ts';
import { type Receiver, statusOf, withReceiver } from './receiver.ts';

const HEADER = 'SECRET-7f3a';

onEachEngine((engine, open) => {
  let t: TestApp;
  let receiver: Receiver;
  let log = '';
  const kept = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  withReceiver(
    open,
    (app, given) => {
      t = app;
      receiver = given;
    },
    { log: createLog('debug', kept) },
  );

  /** The database takes no further hook. */
  const refuseHooks = async () => {
    const raise = `begin raise exception 'refused'; end`;
    const statements =
      engine === 'sqlite'
        ? [`create trigger refused before insert on webhooks begin select raise(abort, 'refused'); end`]
        : [
            `create function refused() returns trigger language plpgsql as $$ ${raise} $$`,
            'create trigger refused before insert on webhooks for each row execute function refused()',
          ];
    for (const statement of statements) await t.app.database.writer.raw(statement);
  };

  it('are told to nobody again', async () => {
    const call = async (who: Name, method: string, url: string, body?: object): Promise<Answer> => {
      const answer = await t.call(who, method, url, body && { body });
      assert.ok(answer.status < 400, `${method} ${url} ${answer.text.slice(0, 300)}`);
      return answer;
    };
    receiver.behaviors['/refusing'] = statusOf(500);
    const secrets: string[] = [];
    const ids: number[] = [];
    for (const path of ['/ok', '/refusing', '/full'])
      for (const signing of ['hmac', 'ed25519']) {
        const body = {
          ...{ workspace_id: t.ws1, url: receiver.url(path), signing, headers: { 'x-key': HEADER } },
          payload: path === '/full' ? 'full' : 'thin',
        };
        const { id, secret } = (await call('ann', 'POST', '/api/v2/webhooks', body)).body;
        ids.push(id);
        if (signing === 'hmac') {
          const rotated = (await call('ann', 'POST', `/api/v2/webhooks/${id}/rotate-secret`)).body;
          secrets.push(secret, rotated.secret);
        }
      }
    // What is kept of a private key can be read with the key of the service alone.
    const page = (await call('ann', 'POST', '/api/pages', { title: 'Told', workspace_id: t.ws1 })).body.id;
    await call('ann', 'PUT', `/api/pages/${page}/rename`, { title: 'Told again' });
    await until(() => receiver.at('/ok').length >= 4 && receiver.at('/refusing').length >= 4);
    const texts: string[] = [];
    for (const id of ids) {
      await call('ann', 'PATCH', `/api/v2/webhooks/${id}`, { name: 'Renamed' });
      texts.push((await call('ann', 'POST', `/api/v2/webhooks/${id}/test`)).text);
      for (const address of [`/api/v2/webhooks/${id}`, `/api/v2/webhooks/${id}/deliveries`, `/webhooks/${id}`])
        texts.push((await call('ann', 'GET', address)).text);
    }
    for (const address of ['/api/v2/webhooks', `/workspaces/${t.ws1}/webhooks`, '/api/notifications'])
      texts.push((await call('ann', 'GET', address)).text);
    texts.push(JSON.stringify(await t.app.database.reader('api_audit')));
    for (const target of [{ workspace_id: t.ws1 }, { page_id: page, subtree: true }]) {
      const { id } = (await call('ann', 'POST', '/api/v2/exports', { format: 'archive', ...target })).body;
      const status = async () => (await t.app.database.reader('exports').where({ id }).first()).status;
      await until(async () => (await status()) === 'completed', 'the archive');
      texts.push([...(await unzip(await fileOf(t, id)))].join('\n'));
    }
    texts.push(JSON.stringify(receiver.received.map(({ text }) => text)));
    texts.push(JSON.stringify(await t.app.database.reader('domain_events')));
    texts.push(JSON.stringify(await t.app.database.reader('webhook_deliveries')));
    texts.push(JSON.stringify(await t.app.database.reader('webhooks')));
    await refuseHooks();
    const body = { workspace_id: t.ws1, url: receiver.url('/ok'), headers: { 'x-key': HEADER } };
    assert.equal((await t.call('ann', 'POST', '/api/v2/webhooks', { body })).status, 500);
    assert.match(log, /insert into .*webhooks/, 'a failure is logged with its statement');
    texts.push(log);
    assert.equal(secrets.length, 6);
    for (const hidden of [...secrets, ...secrets.map((one) => one.replace('whsec_', '')), HEADER, 'whsk_'])
      for (const text of texts) {
        const at = text.indexOf(hidden);
        assert.equal(at, -1, `${hidden} in ${text.slice(Math.max(0, at - 200), at + 100)}`);
      }
    // They were sent, so that it is they that are looked for.
    assert.ok(receiver.received.every(({ headers }) => headers['x-key'] === HEADER));
  });
});
