// Rights of an action stand once: in the policy that its routes share, and handlers ask for nothing on their own.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Policy } from '../../core/http/policy.ts';
import type { Access } from '../../core/http/route.ts';
import { NAV_SLOTS } from '../../core/kernel/plugin.ts';
import { migratedDatabase } from '../../testing/databases.ts';
import { startApp, type TestApp } from '../kit/app.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const plugins = readdirSync(join(root, 'plugins'));

const routeFiles = plugins
  .map((name) => join(root, 'plugins', name, 'routes'))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));

/** Lines of route files that match, as `file: line`. */
const linesWith = (pattern: RegExp): string[] =>
  routeFiles.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${relative(root, file)}: ${line.trim()}`),
  );

/** Every policy of the product, by its name. */
async function allPolicies(): Promise<Map<string, Policy[]>> {
  const found: Policy[] = [];
  for (const name of plugins) {
    const file = join(root, 'plugins', name, 'policies.ts');
    if (!existsSync(file)) continue;
    const exported: Record<string, Record<string, Policy>> = await import(file);
    for (const [key, value] of Object.entries(exported))
      if (key.endsWith('Policies')) found.push(...Object.values(value));
  }
  return Map.groupBy(found, ({ action }) => action as string);
}

const ruleOf = ({ resource, role, own, lock, trashed, when }: Policy) => ({ resource, role, own, lock, trashed, when });

describe('files of routes', () => {
  it('call access nowhere: rules say the rights, and `roleHere` what a page shows', () => {
    assert.deepEqual(linesWith(/\.(require|requireAll|roleOn|roleOf|allows)\(/), []);
  });

  it('spell out no role', () => {
    assert.deepEqual(linesWith(/\brole: '(viewer|commenter|editor|owner)'/), []);
  });
});

describe('policies', () => {
  let t: TestApp;
  let policies: Map<string, Policy[]>;
  before(async () => {
    policies = await allPolicies();
    t = await startApp(await migratedDatabase('sqlite'));
  });
  after(() => t.stop());

  const accesses = () =>
    t.app.server
      .table()
      .map(({ settings }) => ({
        id: settings.id,
        access: (settings.app as { rules?: { access: Access } }).rules?.access,
      }))
      .filter((one): one is { id: string; access: Access } => one.access !== undefined);

  it('have names of their own', () => {
    const shared = [...policies].filter(([, same]) => same.length > 1).map(([name]) => name);
    assert.ok(policies.size > 100, `only ${policies.size} policies`);
    assert.deepEqual(shared, []);
  });

  it('are what every route goes by that asks for a role', () => {
    const bare = accesses().filter(({ access }) => 'role' in access && !access.action);
    assert.deepEqual(
      bare.map(({ id }) => id),
      [],
    );
  });

  it('are what entries of menus go by, with the role that the page behind them asks for', () => {
    // Beside the right to see these pages, what is done on them asks for what the entry says.
    const further = new Set([
      ...['/pages/{page_id}/save-as-template', '/pages/{page_id}#comments', '/workspaces/{workspace_id}/emoji'],
    ]);
    const shape = (path: string) => path.replace(/[?#].*/, '').replace(/\{\w+\}/g, '{}');
    let compared = 0;
    for (const { href, policy, role, post } of NAV_SLOTS.flatMap((slot) => t.app.navigation(slot))) {
      assert.equal(role, undefined, `${href} spells out a role`);
      if (!policy) continue;
      const [known] = policies.get(policy.action as string) ?? [];
      assert.ok(known, `${href}: no policy is called ${policy.action}`);
      const behind = t.app.server
        .table()
        .find((one) => one.method === (post ? 'post' : 'get') && shape(one.path) === shape(href));
      const access = (behind?.settings.app as { rules?: { access: Access } } | undefined)?.rules?.access;
      if (!access || !('param' in access) || further.has(href)) continue;
      const { role: needed, lock } = access as Policy;
      assert.deepEqual({ needed, lock }, { needed: policy.role, lock: policy.lock }, href);
      compared += 1;
    }
    assert.ok(compared > 10, `only ${compared} entries`);
  });

  it('mean the same in every route that goes by them', () => {
    let compared = 0;
    for (const { id, access } of accesses()) {
      if (!('param' in access) || !access.action) continue;
      const [policy] = policies.get(access.action) ?? [];
      assert.ok(policy, `${id}: no policy is called ${access.action}`);
      assert.deepEqual(ruleOf(access as Policy), ruleOf(policy), id);
      for (const ref of policy.refs ?? [])
        assert.ok(
          access.refs?.some((one) => JSON.stringify(one) === JSON.stringify(ref)),
          `${id} leaves out ${ref.name} of ${access.action}`,
        );
      compared += 1;
    }
    assert.ok(compared > 300, `only ${compared} routes`);
  });
});
