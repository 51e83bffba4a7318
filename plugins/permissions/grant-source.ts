// What access asks about grants; core decides with the answers.
import type { GrantSource } from '../../core/access/access-control.ts';
import { rowRuleStore } from './row-rules/rule-store.ts';
import { grantStore } from './store.ts';

export const grants: GrantSource = {
  any: async (ctx, nodeId) => (await grantStore.any(ctx, nodeId)) || rowRuleStore.any(ctx, nodeId),
  of: grantStore.of,
  homes: grantStore.homes,
  ruled: rowRuleStore.homes,
  named: rowRuleStore.holding,
  opened: (ctx, userId) => ({ rows: rowRuleStore.rows(ctx, userId), databases: rowRuleStore.databases(ctx, userId) }),
  async copy(ctx, fromNodeIds, toNodeId) {
    const rows = await grantStore.listed(ctx, fromNodeIds);
    const nearest = rows.sort((a, b) => fromNodeIds.indexOf(a.page_id) - fromNodeIds.indexOf(b.page_id));
    for (const { user_id, group_id, role, grant_type, granted_by } of nearest) {
      if (user_id === null && group_id === null) continue;
      const grantee = user_id === null ? { group_id: group_id as number } : { user_id };
      if (await grantStore.find(ctx, toNodeId, grantee)) continue;
      const nobody = { email: null, email_key: null, token_hash: null };
      const row = { page_id: toNodeId, user_id, group_id, role, grant_type, granted_by, created_at: ctx.now() };
      await grantStore.insert(ctx, { ...row, ...nobody });
    }
  },
};
