// The steps of a run in the reader's words: each clause with what was found, each action with what it reached.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { ClauseVerdict, RuleAction, RunStep } from '../model.ts';
import type { ClauseWords } from '../rules/clause-words.ts';

export const verdictsOf = (runs: { steps: RunStep[] }[]): ClauseVerdict[] =>
  runs.flatMap(({ steps }) => steps.flatMap(({ clauses = [] }) => clauses));

/** Pages that the actions of a run made or changed. */
export const changedPages = (steps: RunStep[]): number[] => steps.flatMap(({ page_id }) => page_id ?? []);

const COUNTED: RuleAction['kind'][] = ['notify', 'set_property'];

/** `conditions` in rows of clauses, of which one is enough; `actions` in their order. */
export function spokenSteps(ctx: Ctx, words: ClauseWords, steps: RunStep[]) {
  const t = ctx.app.messages.in(ctx.locale);
  const conditions = steps
    .filter(({ path }) => path.startsWith('condition'))
    .map(({ ok, detail, clauses }) => ({
      ok,
      // Runs of earlier releases kept a sentence only.
      clauses: clauses?.map((one) => ({ ...words.verdict(one), ok: one.ok })) ?? [
        { subject: detail, op: '', wanted: '', found: '', ok },
      ],
    }));
  const actions = steps
    .filter(({ path }) => path.startsWith('action'))
    .map(({ ok, kind = 'notify', detail, count, page_id }) => ({
      ok,
      page_id,
      label: t(`automations.action.${kind}`),
      result: ok && COUNTED.includes(kind) ? t(`automations.result.${kind}`, { count: count ?? 0 }) : detail,
    }));
  return { conditions, actions };
}
