// Where links to somebody new are promised: a mail only where a mail server is set, else the place where they wait.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onEachEngine } from '../../testing/databases.ts';
import { type Name, startApp, type TestApp } from '../kit/app.ts';

const MAILED = /gets? an email with a link|We’ll email them a link/;

onEachEngine((_engine, open) => {
  let t: TestApp;
  let page: number;
  const own = {} as Record<Name, number>;
  before(async () => {
    t = await startApp(await open());
    page = (await t.call('ann', 'POST', '/api/pages', { title: 'Shared', workspace_id: t.ws1 })).body.id;
    for (const who of ['ann', 'adm'] as const)
      own[who] = (await t.call(who, 'GET', '/api/workspaces')).body.workspaces.find(
        ({ role }: { role: string }) => role === 'owner',
      ).id;
  });
  after(() => t.stop());

  for (const SMTP_URL of ['', 'smtp://127.0.0.1:1']) {
    describe(SMTP_URL ? 'with a mail server' : 'without a mail server', () => {
      before(() => {
        t.app.settings.SMTP_URL = SMTP_URL;
      });
      after(() => {
        t.app.settings.SMTP_URL = '';
      });

      const text = async (who: Name, path: string): Promise<string> => {
        const answer = await t.inject('GET', path, { headers: { cookie: t.session(who).cookie as string } });
        assert.equal(answer.status, 200, path);
        return answer.text;
      };

      it('the first steps, sharing and members say what becomes of a link', async () => {
        const shared = (await t.call('adm', 'POST', '/api/pages', { title: 'Own', workspace_id: own.adm })).body.id;
        const places = {
          ann: ['/welcome?step=people', `/pages/${page}/sharing`, `/workspaces/${own.ann}/members`],
          adm: ['/welcome?step=people', `/pages/${shared}/sharing`, `/workspaces/${own.adm}/members`],
        };
        const waits = {
          ann: /with an administrator|an administrator has the invite link/,
          adm: /wait under Members|is shown beside them below|copy the invite link from the list/,
        };
        for (const who of ['ann', 'adm'] as const)
          for (const path of places[who]) {
            const said = await text(who, path);
            assert.equal(MAILED.test(said), SMTP_URL !== '', `${who} ${path}`);
            assert.equal(waits[who].test(said), SMTP_URL === '', `${who} ${path}`);
          }
      });

      it('the first steps end where the links wait, for those who may read them', async () => {
        for (const who of ['ann', 'adm'] as const) {
          const done = await t.form(who, '/welcome/people', {
            addresses: `${who}-${SMTP_URL ? 'mailed' : 'new'}@example.org`,
          });
          const isThere = String(done.headers.location).startsWith(`/workspaces/${own[who]}/members`);
          assert.equal(isThere, who === 'adm' && !SMTP_URL, `${who} ${done.headers.location}`);
        }
        // What was never sent is still to be handed over once there is a mail server.
        const members = await text('adm', `/workspaces/${own.adm}/members`);
        const isShown = (name: string) => members.includes(`Link of the invitation of adm-${name}@example.org`);
        assert.deepEqual([isShown('new'), isShown('mailed')], [true, false]);
        const said = await text('ann', `/workspaces/${own.ann}/members?done=invited`);
        assert.match(said, SMTP_URL ? /is on its way/ : /An administrator has its link/);
      });
    });
  }
});
