// A product with a token of a directory, and calls as a directory makes them.
import assert from 'node:assert/strict';
import { createScimToken } from '../../../plugins/sso/scim/tokens.ts';
import { workspaces } from '../../../plugins/workspaces/contract.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { type Answer, startApp, type TestApp, type TestAppOptions } from '../../kit/app.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const PATH = '/scim/v2';

export type Directory = Awaited<ReturnType<typeof openDirectory>>;

/** @param t a product that runs */
export async function openDirectory(t: TestApp) {
  const { token } = await createScimToken(t.ctx('adm'), 'Directory');
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    t.inject(method, path.startsWith('http') ? path : PATH + path, {
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
    });
  const patch = (path: string, ...operations: object[]): Promise<Answer> =>
    call('PATCH', path, { schemas: [PATCH], Operations: operations });
  return {
    t,
    token,
    call,
    patch,
    search: (path: string, query: Record<string, string | number>): Promise<Answer> =>
      call('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`),
    /** a person, as the answer shows them */
    async person(name: string, more: object = {}) {
      const made = await call('POST', '/Users', {
        schemas: [USER],
        userName: `${name}@corp.test`,
        displayName: name,
        emails: [{ value: `${name}@corp.test`, type: 'work', primary: true }],
        ...more,
      });
      assert.equal(made.status, 201, made.text);
      return made.body;
    },
    /** @param people their ids */
    async group(displayName: string, people: string[] = []) {
      const members = people.map((value) => ({ value }));
      const made = await call('POST', '/Groups', { schemas: [GROUP], displayName, members });
      assert.equal(made.status, 201, made.text);
      return made.body;
    },
    /** settings of single sign-on */
    async configure(change: Record<string, unknown>) {
      const answer = await t.call('adm', 'PUT', '/api/v2/sso/config', { body: change });
      assert.equal(answer.status, 200, answer.text);
    },
    /** the account of somebody, as administrators see it */
    async account(email: string) {
      const found = await t.app.database.reader('users').where({ email_key: email }).first();
      return found as {
        id: number;
        is_active: number;
        is_admin: number;
        full_name: string;
        password_hash: string | null;
      };
    },
    /** by workspace, the role and who gave it */
    async roles(userId: number): Promise<Record<string, string>> {
      const all = await t.app.use(workspaces).memberships(t.ctx('adm'), [userId]);
      const name = (id: number) => (id === t.ws1 ? 'ws1' : id === t.ws2 ? 'ws2' : 'own');
      return Object.fromEntries(all.map((one) => [name(one.workspace_id), `${one.role} ${one.source}`]));
    },
    async history(): Promise<{ provider: string; reason: string; subject: string; user_id: number | null }[]> {
      return (await t.call('adm', 'GET', '/api/v2/sso/history')).body;
    },
  };
}

export const startDirectory = async (database: TestDatabase, options: TestAppOptions = {}): Promise<Directory> =>
  openDirectory(await startApp(database, options));

export function assertFault(answer: Answer, status: number, scimType: string | undefined, detail: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/scim\+json/);
  assert.deepEqual(answer.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  assert.equal(answer.body.status, String(status));
  assert.equal(answer.body.scimType, scimType, answer.text);
  assert.match(answer.body.detail, detail);
}
