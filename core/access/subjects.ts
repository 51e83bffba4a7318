// The things that a request or a batch names, loaded together where their resource can do that.
import type { Subject } from '../kernel/access.ts';
import type { Ctx } from '../kernel/context.ts';

/** One thing that is named. */
export interface SubjectName {
  resource: string;
  id: number | string;
}

/** By the id as text. */
async function ofResource(ctx: Ctx, resource: string, ids: (number | string)[]): Promise<Map<string, Subject>> {
  const type = ctx.app.resource(resource);
  const found =
    ids.length > 1 && type.loadMany
      ? await type.loadMany(ctx, ids)
      : await Promise.all(ids.map(async (id) => [id, await type.load(ctx, id)] as const));
  return new Map([...found].flatMap(([id, one]) => (one ? [[String(id), one] as const] : [])));
}

/** In the order of the names; undefined where nothing is there. */
export async function loadSubjects(ctx: Ctx, names: SubjectName[]): Promise<(Subject | undefined)[]> {
  const groups = [...Map.groupBy(names, ({ resource }) => resource)].map(async ([resource, some]) => {
    const ids = new Map(some.map(({ id }) => [String(id), id]));
    return [resource, await ofResource(ctx, resource, [...ids.values()])] as const;
  });
  const found = new Map(await Promise.all(groups));
  return names.map(({ resource, id }) => found.get(resource)?.get(String(id)));
}

/** Answers that are the same for many things that are checked together; each question is asked once. */
export class SharedAnswers {
  readonly #known = new Map<string, Promise<unknown>>();

  /** @param question with all that its answer depends on */
  once<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#known.get(question) as Promise<T> | undefined;
    const answer = known ?? ask();
    this.#known.set(question, answer);
    return answer;
  }
}
