// The product beside a forge of one type, which is registered as a test wants it.
import assert from 'node:assert/strict';
import type { TestDatabase } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';
import type { Name, TestAppOptions } from '../kit/app.ts';
import { listen } from '../kit/browser.ts';
import { FakeForge, FORGE_CLIENT, type ForgeKind } from '../kit/forge.ts';
import { WebClient } from '../sso/web-client.ts';

export type ForgeProduct = Awaited<ReturnType<typeof startForgeProduct>>;

export async function startForgeProduct(database: TestDatabase, kind: ForgeKind, options: TestAppOptions = {}) {
  const forge = await FakeForge.start(kind);
  const settings = { OUTBOUND_ALLOW: forge.host, ...options.settings };
  const running = await listen(database, { ...options, settings });
  running.app.csrf.port = Number(new URL(running.url).port);
  const input = (change: Record<string, unknown> = {}) => ({
    ...{ type: kind, name: 'Code', base_url: forge.url, ...FORGE_CLIENT, login: true },
    ...{ provisioning: { mode: 'all' }, ...change },
  });
  /** a browser that has the session of somebody already */
  const browser = (name: Name): WebClient => {
    const client = new WebClient();
    const [cookie = '', value = ''] = String(running.session(name).cookie).split(/=(.*)/s);
    client.cookies.set(new URL(running.url).host, new Map([[cookie, value]]));
    return client;
  };
  return {
    ...running,
    ...{ forge, input, browser },
    async register(change: Record<string, unknown> = {}) {
      const answer = await running.call('adm', 'POST', '/api/v2/forges', input(change));
      assert.equal(answer.status, 200, answer.text);
      return answer.body as { id: number; key: string };
    },
    async signIn(login: string, client = new WebClient(), query = '') {
      forge.who = login;
      const arrival = await client.go(`${running.url}/auth/login?provider=forge${query}`);
      return { client, arrival, user: await client.user(running.url) };
    },
    /** connects somebody by the page of their account */
    async connect(name: Name, login: string, client = browser(name)) {
      forge.who = login;
      const page = await client.go(`${running.url}/accounts/forges`);
      const href = /href="(\/accounts\/forges\/forge\/connect\?key=[^"]+)"/.exec(page.text)?.[1] ?? '';
      return { client, href, arrival: await client.go(`${running.url}${href}`) };
    },
    /** resolves when no repository is being brought up to date */
    synced: () =>
      until(async () => {
        const jobs = running.app.database.reader('jobs').where({ kind: 'forges.sync' });
        return !(await jobs.whereIn('status', ['queued', 'running']).first());
      }, 'repositories are brought up to date'),
    /** the last row of the record of sign-ins, as `outcome reason` */
    async last(): Promise<string> {
      const [row] = (await running.call('adm', 'GET', '/api/v2/sso/history')).body;
      return `${row?.outcome} ${row?.reason}`.trim();
    },
    async stop() {
      await running.stop();
      await forge.stop();
    },
  };
}
