// Addresses that pass for others, wherever somebody types one, and what the subjects of mails may hold.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachEngine } from '../../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../../kit/app.ts';

onEachEngine((_engine, open) => {
  let t: TestApp;
  before(async () => {
    t = await startApp(await open());
  });
  after(() => t.stop());

  const page = async (title: string): Promise<number> =>
    (await t.call('ann', 'POST', '/api/pages', { title, workspace_id: t.ws1, markdown: title })).body.id;
  const share = (who: Name, id: number, body: object) => t.call(who, 'POST', `/api/pages/${id}/share`, body);

  const refused: [string, string][] = [
    ['a label of two scripts', 'ann@ex\u0430mple.org'],
    ['a name of two scripts', '\u0430nn@example.org'],
    ['a whole label that only looks Latin', 'ann@\u0430\u0440\u0440\u04cf\u0435.com'],
    ['the same as the wire writes it', 'ann@xn--80ak6aa92e.com'],
    ['a whole name that only looks Latin', '\u0440\u0435\u0445@example.org'],
    ['signs that turn the direction of text', 'ann\u202egro@example.org'],
    ['signs that nobody sees', 'an\u200bn@example.org'],
  ];
  for (const [what, email] of refused)
    it(`refuses addresses, with the reason, for ${what}`, async () => {
      const id = await page('Odd');
      const answers = [
        await share('ann', id, { email, access: 'view' }),
        await t.call('ann', 'POST', `/api/workspace/${t.ws1}/members`, { email }),
        await t.call('ann', 'PUT', '/api/settings/account', { email }),
        await t.inject('POST', '/auth/register', {
          body: { full_name: 'Odd', login: 'odd', email, password: 'a calm blue river' },
        }),
      ];
      for (const { status, body } of answers) {
        assert.deepEqual([status, body.detail[0].loc], [422, ['body', 'email']]);
        assert.match(
          body.detail[0].msg,
          /letters of several alphabets|looks like another one|cannot be seen|valid email/,
        );
      }
    });

  const accepted = [
    'ann@m\u00fcnchen.example',
    '\u0430\u043d\u043d\u0430@\u043f\u043e\u0447\u0442\u0430.\u0440\u0444',
    '\u5c71\u7530@\u4f8b\u3048.jp',
    'ann@\u30c6\u30b9\u30c8abc.jp',
    '\u03ac\u03bd\u03bd\u03b1@\u03c0\u03b1\u03c1\u03ac\u03b4\u03b5\u03b9\u03b3\u03bc\u03b1.example',
  ];
  for (const email of accepted)
    it(`takes an address of one script: ${email}`, async () => {
      const answer = await share('ann', await page('Fine'), { email, access: 'view' });
      assert.deepEqual([answer.status, answer.body.email], [200, email], answer.text);
    });

  it('turns nothing around in the subject of a mail, and ends it', async () => {
    const id = await page('Plan');
    const title = `Invoice\u202egpj.exe\u2066\u200f ${'\u{1f4d8}'.repeat(250)}`;
    await t.app.database.writer('pages').where({ id }).update({ title });
    await share('ann', id, { email: 'subject@example.net', access: 'view' });
    const { items } = await t.app.mail.list(t.ctx('ann'), 1, 0);
    const subject = items[0]?.subject ?? '';
    assert.doesNotMatch(subject, /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    assert.ok([...subject].length <= 200 && subject.isWellFormed(), 'it has no end, or half a sign');
    assert.match(subject, /Invoice/);
  });
});
