// What tests of rules share: a rule that tells edi, unless it says otherwise, and sees nothing that happened before.
import assert from 'node:assert/strict';
import type { Rule } from '../../plugins/automations/model.ts';
import type { TestApp } from '../kit/app.ts';

/** Makes a rule of ann's in workspace 1. */
export async function newRule(t: TestApp, rule: object): Promise<Rule> {
  await t.app.events.run();
  const actions_json = [{ kind: 'notify', message: 'x', user_ids: [t.user('edi').id] }];
  const body = { workspace_id: t.ws1, name: 'Rule', actions_json, ...rule };
  const made = await t.call('ann', 'POST', '/api/v2/automations', { body });
  assert.equal(made.status, 200, made.text);
  return made.body;
}
