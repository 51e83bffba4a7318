// The algorithm of contract 4 against a second reading of it, written as the sentences stand there.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decideRole } from '../../core/access/decision.ts';
import { type Role, roles } from '../../core/http/route.ts';
import type { AccessNode, DecisionInput, Grant } from '../../core/kernel/access.ts';

const ME = 1;
const node = (
  id: number,
  permissionType: AccessNode['permissionType'] = 'inherit',
  createdBy: number | null = null,
): AccessNode => ({
  id,
  workspaceId: 1,
  permissionType,
  createdBy,
  parentRootId: null,
});
const grant = (role: Role, via: Grant['via'] = 'user'): Grant => ({ nodeId: 1, role, via });
const ask = (input: Partial<DecisionInput>): Role | null =>
  decideRole({ userId: ME, isAdmin: false, workspaceRole: null, chain: [], ...input });

describe('decide', () => {
  const table: [string, Partial<DecisionInput>, Role | null][] = [
    ['a stranger has nothing', {}, null],
    ['a stranger has nothing on a restricted page', { chain: [{ node: node(1, 'restricted'), grants: [] }] }, null],
    [
      'a member has nothing on a restricted page',
      { workspaceRole: 'editor', chain: [{ node: node(1, 'restricted'), grants: [] }] },
      null,
    ],
    [
      'a member has nothing on somebody’s private page',
      { workspaceRole: 'editor', chain: [{ node: node(1, 'private', 2), grants: [] }] },
      null,
    ],
    [
      'a group grant opens no private page',
      { workspaceRole: 'editor', chain: [{ node: node(1, 'private', 2), grants: [grant('owner', 'group')] }] },
      null,
    ],
    [
      'the creator owns a private page',
      { workspaceRole: 'viewer', chain: [{ node: node(1, 'private', ME), grants: [] }] },
      'owner',
    ],
    [
      'who left the workspace has lost the private pages they made there',
      { chain: [{ node: node(1, 'private', ME), grants: [] }] },
      null,
    ],
    [
      'an explicit grant opens a private page',
      { chain: [{ node: node(1, 'private', 2), grants: [grant('viewer')] }] },
      'viewer',
    ],
    [
      'a grant narrows what the workspace gives',
      { workspaceRole: 'editor', chain: [{ node: node(1), grants: [grant('viewer')] }] },
      'viewer',
    ],
    [
      'the nearest node decides',
      {
        chain: [
          { node: node(2), grants: [grant('commenter')] },
          { node: node(1), grants: [grant('editor')] },
        ],
      },
      'commenter',
    ],
    [
      'a node that only others have grants on is passed',
      {
        workspaceRole: 'viewer',
        chain: [
          { node: node(2), grants: [] },
          { node: node(1), grants: [grant('editor')] },
        ],
      },
      'editor',
    ],
    [
      'a user grant wins over groups',
      { chain: [{ node: node(1), grants: [grant('owner', 'group'), grant('viewer')] }] },
      'viewer',
    ],
    [
      'among groups the lowest role wins',
      { chain: [{ node: node(1), grants: [grant('editor', 'group'), grant('viewer', 'group')] }] },
      'viewer',
    ],
    [
      'restricted above does not matter below a grant',
      {
        chain: [
          { node: node(2), grants: [grant('editor')] },
          { node: node(1, 'restricted'), grants: [] },
        ],
      },
      'editor',
    ],
    [
      'the workspace owner passes everything',
      { workspaceRole: 'owner', chain: [{ node: node(1, 'private', 2), grants: [] }] },
      'owner',
    ],
    [
      'the service administrator passes everything',
      { isAdmin: true, chain: [{ node: node(1, 'private', 2), grants: [] }] },
      'owner',
    ],
    ['a guest has what was granted', { chain: [{ node: node(1), grants: [grant('commenter')] }] }, 'commenter'],
  ];
  for (const [what, input, expected] of table) it(what, () => assert.equal(ask(input), expected));

  it('agrees with the sentences of the contract on 5,000 random chains', () => {
    const anyRole = fc.constantFrom(...roles);
    const anyGrant = fc.record({
      nodeId: fc.constant(1),
      role: anyRole,
      via: fc.constantFrom('user' as const, 'group' as const),
    });
    const link = fc.record({
      node: fc.record({
        id: fc.nat(),
        workspaceId: fc.constant(1),
        permissionType: fc.constantFrom('inherit' as const, 'restricted' as const, 'private' as const),
        createdBy: fc.constantFrom(ME, 2, null),
        parentRootId: fc.constant(null),
      }),
      grants: fc
        .array(anyGrant, { maxLength: 4 })
        .map((grants) =>
          grants.filter(
            (one, index) => one.via === 'group' || grants.findIndex((other) => other.via === 'user') === index,
          ),
        ),
    });
    const input = fc.record({
      userId: fc.constant(ME),
      isAdmin: fc.boolean(),
      workspaceRole: fc.option(anyRole),
      chain: fc.array(link, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(input, (given) => assert.equal(decideRole(structuredClone(given)), model(given))),
      { numRuns: 5000 },
    );
  });
});

/** Contract 4, rule by rule; people without role and grant do not belong to the workspace at all. */
function model({ isAdmin, workspaceRole, chain, userId }: DecisionInput): Role | null {
  if (isAdmin || workspaceRole === 'owner') return 'owner';
  if (!workspaceRole && chain.every(({ grants }) => !grants.length)) return null;
  const stop = chain.find(({ node: at, grants }) => at.permissionType !== 'inherit' || grants.length > 0);
  if (!stop) return workspaceRole;
  const mine = stop.grants.filter(({ via }) => via === 'user')[0];
  if (stop.node.permissionType === 'private') {
    if (mine) return mine.role;
    return stop.node.createdBy === userId ? 'owner' : null;
  }
  if (mine) return mine.role;
  const lowest = roles.find((role) => stop.grants.some((one) => one.via === 'group' && one.role === role));
  return lowest ?? null;
}
