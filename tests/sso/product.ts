// The product beside a provider, set up as a test wants it.
import assert from 'node:assert/strict';
import type { TestDatabase } from '../../testing/databases.ts';
import type { TestAppOptions } from '../kit/app.ts';
import { listen } from '../kit/browser.ts';
import { CLIENT, IdentityProvider } from './identity-provider.ts';
import { WebClient } from './web-client.ts';

export type Product = Awaited<ReturnType<typeof startProduct>>;

export async function startProduct(database: TestDatabase, options: TestAppOptions = {}) {
  const idp = await IdentityProvider.start();
  const settings = { OUTBOUND_ALLOW: idp.host, ...options.settings };
  const running = await listen(database, { ...options, settings });
  await idp.serve(running.url);
  const { port } = new URL(running.url);
  running.app.csrf.port = Number(port);
  const oidc = { enabled: true, name: 'Staff login', issuer: idp.issuer, ...CLIENT };
  const product = {
    ...running,
    idp,
    oidc,
    /** settings that work, with changes */
    config: (change: Record<string, unknown> = {}) => ({
      enabled: true,
      oidc,
      provisioning: { mode: 'all' },
      ...change,
    }),
    async configure(change: Record<string, unknown> = {}) {
      const answer = await running.call('adm', 'PUT', '/api/v2/sso/config', product.config(change));
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    /** signs somebody in at the provider, who has these claims there */
    async signIn(who: string, claims: Record<string, unknown> = {}, client = new WebClient()) {
      idp.people.set(who, {
        email: `${who}@corp.test`,
        email_verified: true,
        name: who,
        preferred_username: who,
        ...claims,
      });
      idp.who = who;
      const arrival = await client.go(`${running.url}/auth/oidc/login`);
      return { client, arrival, user: await client.user(running.url) };
    },
    async history(): Promise<{ outcome: string; reason: string; email: string; user_id: number | null }[]> {
      return (await running.call('adm', 'GET', '/api/v2/sso/history')).body;
    },
    /** the last row of the record, as `outcome reason` */
    async last(): Promise<string> {
      const [row] = await product.history();
      return `${row?.outcome} ${row?.reason}`.trim();
    },
    async stop() {
      await running.stop();
      await idp.stop();
    },
  };
  return product;
}
