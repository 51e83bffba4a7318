// The ids of a scope as values of a query whose text is written once (core/statement.ts).
import type { Scope } from './access.ts';

export interface ScopeValues {
  /** all that changes the text of a query narrowed to the scope */
  shape: string;
  values: number[];
  /** the same scope made of the marks that stand for the values, of which it takes as many as there are */
  marked(marks: number[]): Scope;
}

export function scopeValues(scope: Scope): ScopeValues {
  if (scope.everything) return { shape: 'everything', values: [], marked: () => scope };
  const { published } = scope;
  if (published)
    return {
      shape: `published ${published.reach}`,
      values: [published.pageId],
      marked: (marks) => ({ ...scope, published: { ...published, pageId: marks.splice(0, 1)[0] as number } }),
    };
  const lists = [scope.workspaceIds, scope.rootIds, scope.guestRootIds];
  return {
    shape: lists.map(({ length }) => length).join(),
    values: lists.flat(),
    marked(marks) {
      const [workspaceIds, rootIds, guestRootIds] = lists.map(({ length }) => marks.splice(0, length)) as [
        number[],
        number[],
        number[],
      ];
      return { everything: false, workspaceIds, rootIds, guestRootIds };
    },
  };
}
