// Mail through a real SMTP server, and the outbox when there is none.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { onEachEngine } from '../../../testing/databases.ts';
import { startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  let server: SMTPServer;
  let refuse = true;
  const received: { from: string; to: string[]; text: string }[] = [];
  before(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_address, _session, done) =>
        done(refuse ? Object.assign(new Error('try later'), { responseCode: 451 }) : null),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
          });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    t = await startApp(await open(), {
      settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Commonplace <notes@example.org>' },
    });
  });
  after(async () => {
    await t.stop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const rows = () => t.app.database.reader('mail_outbox').orderBy('id');

  it('is queued with the change, tried again when the server refuses, and sent once', async () => {
    await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email: 'guest@example.org' });
    await t.app.jobs.drain();
    assert.deepEqual(
      (await rows()).map((row) => [row.status, row.attempts]),
      [['queued', 1]],
    );
    assert.match((await rows())[0].error, /451|try later/);
    // What does not get out can be handed over by those who read all mails.
    const links = async (who: 'ann' | 'adm') =>
      /\/invite\/[\w-]+"/.test(
        (await t.inject('GET', `/workspaces/${t.ws1}/members`, { headers: t.session(who) })).text,
      );
    assert.deepEqual([await links('ann'), await links('adm')], [false, true]);
    refuse = false;
    await t.app.database.writer('jobs').where({ kind: 'mail.send' }).update({ run_at: '2020-01-01T00:00:00.000Z' });
    await t.app.jobs.drain();
    await t.app.jobs.drain();
    assert.deepEqual(
      (await rows()).map((row) => row.status),
      ['sent'],
    );
    assert.deepEqual(
      received.map(({ from, to }) => [from, to]),
      [['notes@example.org', ['guest@example.org']]],
    );
    assert.match(received[0]?.text ?? '', /\/invite\/[\w-]+/);
    assert.equal(await links('adm'), false);
  });

  it('counts as failed after its last attempt, and is forgotten after 30 days', async () => {
    refuse = true;
    await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email: 'never@example.org' });
    await t.app.database.writer('jobs').where({ kind: 'mail.send', status: 'queued' }).update({ attempts: 5 });
    await t.app.jobs.drain();
    const [mail] = (await rows()).slice(-1);
    assert.deepEqual([mail.to_address, mail.status], ['never@example.org', 'failed']);
    refuse = false;
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await t.app.database.writer('mail_outbox').where({ id: mail.id }).update({ created_at: old });
    const before = await rows();
    await t.app.jobs.enqueue(t.app.context({ type: 'system', reason: 'test' }), 'core.purge', {});
    await t.app.jobs.drain();
    assert.deepEqual(
      (await rows()).map((row) => row.id),
      before.map((row) => row.id).filter((id) => id !== mail.id),
    );
  });

  it('has one recipient and no header of anybody’s making', async () => {
    received.length = 0;
    const name = 'x\r\nBcc: e@evil.test';
    await t.app.database.writer('workspaces').where({ id: t.ws1 }).update({ name });
    await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email: 'second@example.org' });
    await t.app.jobs.drain();
    const [mail] = received;
    assert.deepEqual(mail?.to, ['second@example.org']);
    const headers = mail?.text.split('\r\n\r\n')[0] ?? '';
    assert.ok(!/^bcc:/im.test(headers) && /^Subject: Invitation to x Bcc: e@evil\.test$/m.test(headers), headers);
  });

  it('says in its head how such mails end, where they do', async () => {
    received.length = 0;
    const to = { address: 'edi@example.org', name: 'Edi' };
    const ways = {
      template: 'notice',
      subject: 'News',
      values: { name: 'Edi', text: 'Words', address: '', settings: '' },
    };
    const unsubscribe = 'http://127.0.0.1/notifications/unsubscribe?token=5.digest.abc';
    await t.app.mail.send(t.ctx('adm'), { to, ...ways, unsubscribe });
    await t.app.jobs.drain();
    const head = (received[0]?.text.split('\r\n\r\n')[0] ?? '').replace(/\r\n\s+/g, ' ');
    assert.match(
      head,
      /^List-Unsubscribe: <http:\/\/127\.0\.0\.1\/notifications\/unsubscribe\?token=5\.digest\.abc>$/im,
    );
    assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
  });

  it('links to BASE_URL whatever Host a request claims', async () => {
    received.length = 0;
    await t.inject('POST', '/auth/forgot', { body: { email: 'ann@example.org' }, headers: { host: 'evil.test' } });
    await t.app.jobs.drain();
    assert.equal(received.length, 1);
    assert.ok(!received[0]?.text.includes('evil.test'));
  });
});
