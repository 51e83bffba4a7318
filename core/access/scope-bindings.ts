// The ids of a scope as values of a query whose text is written once (core/database/query-cache.ts).
import type { VisibilityScope } from '../kernel/access.ts';

export interface ScopeValues {
  /** all that changes the text of a query narrowed to the scope */
  shape: string;
  values: number[];
  /** the same scope made of the marks that stand for the values, of which it takes as many as there are */
  marked(marks: number[]): VisibilityScope;
}

export function scopeValues({ hiddenBelow = [], ...scope }: VisibilityScope): ScopeValues {
  const { shape, values, marked } = valuesWithin(scope);
  if (!hiddenBelow.length) return { shape, values, marked };
  return {
    shape: `${shape} but ${hiddenBelow.length}`,
    values: [...hiddenBelow, ...values],
    marked: (marks) => ({ hiddenBelow: marks.splice(0, hiddenBelow.length), ...marked(marks) }),
  };
}

function valuesWithin(scope: VisibilityScope): ScopeValues {
  if (scope.everything) return { shape: 'everything', values: [], marked: () => scope };
  const { published } = scope;
  if (published)
    return {
      shape: `published ${published.reach}`,
      values: [published.pageId],
      marked: (marks) => ({ ...scope, published: { ...published, pageId: marks.splice(0, 1)[0] as number } }),
    };
  const { subtree, named } = scope;
  const also = scope.also && scopeValues(scope.also);
  if (subtree !== undefined)
    return {
      shape: `subtree and ${also?.shape}`,
      values: [subtree, ...(also?.values ?? [])],
      marked: (marks) => ({
        ...scope,
        subtree: marks.splice(0, 1)[0] as number,
        ...(also && { also: also.marked(marks) }),
      }),
    };
  const lists = [scope.workspaceIds, scope.rootIds, scope.guestRootIds, named?.workspaceIds ?? []];
  return {
    shape: `${lists.map(({ length }) => length).join()}${named ? ' named' : ''}${also ? ` and ${also.shape}` : ''}`,
    values: [...lists.flat(), ...(named ? [named.userId] : []), ...(also?.values ?? [])],
    marked(marks) {
      const taken = lists.map(({ length }) => marks.splice(0, length));
      const [workspaceIds, rootIds, guestRootIds, namedIn] = taken as [number[], number[], number[], number[]];
      return {
        everything: false,
        ...{ workspaceIds, rootIds, guestRootIds },
        ...(named && { named: { userId: marks.splice(0, 1)[0] as number, workspaceIds: namedIn } }),
        ...(also && { also: also.marked(marks) }),
      };
    },
  };
}
