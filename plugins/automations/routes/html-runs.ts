// What came of a rule: the list of its runs, each with a page of its own, and another try of one that failed.
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import { loaded } from '../../../core/access/access-control.ts';
import { can } from '../../../core/http/policy.ts';
import { notFound } from '../../../core/http/problem.ts';
import { asksPage } from '../../../core/http/response-format.ts';
import { type Route, route } from '../../../core/http/route.ts';
import { csrf, id, params } from '../../../core/http/schema-fields.ts';
import { momentText } from '../../../core/i18n/date-format.ts';
import { shownMoment } from '../../../core/i18n/relative-time.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { accounts } from '../../auth/contract.ts';
import { type AutomationRun, type Rule, STATUSES } from '../model.ts';
import { automationPolicies } from '../policies.ts';
import { ClauseWords } from '../rules/clause-words.ts';
import { replay } from '../runs/press.ts';
import { shownEvent } from '../runs/run-event.ts';
import { changedPages, spokenSteps, verdictsOf } from '../runs/step-words.ts';
import { listRuns, presentRuns } from '../runs/visible-runs.ts';
import { heading, PATH, requestedRule, rulePath, titlesOf } from './html.ts';

const RUNS_SHOWN = 50;
const runPath = params({ id: id(), run_id: id() });

/** @throws Problem not_found for a run of another rule */
function runOf(request: Request): AutomationRun {
  const run = loaded<AutomationRun>(request, 'run_id');
  if (run.automation_id !== requestedRule(request).id) throw notFound();
  return run;
}

async function runsPage(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const rule = requestedRule(request);
  const { status, page } = request.query as { status?: string; page: number };
  const window = { status, limit: RUNS_SHOWN, offset: (page - 1) * RUNS_SHOWN };
  const { items, total } = await listRuns(ctx, rule, window);
  if (!asksPage(request)) return h.response({ runs: items, total });
  const address = (at: number) => `${PATH}/${rule.id}/runs?page=${at}${status ? `&status=${status}` : ''}`;
  return h.view('automations/runs', {
    ...(await heading(request, rule)),
    titles: await titlesOf(ctx, items),
    runs: items.map((run) => ({ ...run, moment: shownMoment(ctx, run.created_at) })),
    statuses: STATUSES,
    status: status ?? '',
    before: page > 1 ? address(page - 1) : '',
    after: page * RUNS_SHOWN < total ? address(page + 1) : '',
  });
}

async function nameOf(ctx: Ctx, userId: number | null): Promise<string> {
  const user = userId === null ? undefined : await ctx.use(accounts).byId(ctx, userId);
  return user ? user.full_name || user.login : '';
}

async function runPage(request: Request, h: ResponseToolkit): Promise<ResponseObject> {
  const { ctx } = request;
  const rule: Rule = requestedRule(request);
  const stored = runOf(request);
  const [run] = await presentRuns(ctx, rule, [stored]);
  if (!run) throw notFound();
  if (!asksPage(request)) return h.response({ run });
  const [words, event, actor] = await Promise.all([
    ClauseWords.of(ctx, rule, verdictsOf([run])),
    // A page that the reader does not see is left out with all that was said of it.
    run.page_id === stored.page_id ? shownEvent(ctx, rule, stored) : undefined,
    nameOf(ctx, run.actor_id),
  ]);
  const { title, breadcrumb, ...rest } = await heading(request, rule);
  const at = momentText(ctx, run.created_at);
  const name = ctx.app.messages.in(ctx.locale)('automations.run_title', { at });
  return h.view('automations/run', {
    ...{ ...rest, run, actor, event, at, title: name },
    breadcrumb: [...breadcrumb.slice(0, -1), { title, href: `${PATH}/${rule.id}/runs` }, { title: name }],
    titles: await titlesOf(ctx, [run, ...changedPages(run.steps).map((page_id) => ({ page_id }))]),
    ...spokenSteps(ctx, words, run.steps),
  });
}

export const automationRunRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${PATH}/{id}/runs`,
    rules: { access: can(automationPolicies.listRuns, 'id'), html: 'asked' },
    options: {
      id: 'automations.runs-page',
      description: 'What came of each time a rule was looked at, newest first: a page, or JSON',
      validate: {
        params: rulePath,
        query: Joi.object({
          status: Joi.valid(...STATUSES),
          page: Joi.number().integer().min(1).max(10_000).default(1),
        }),
      },
    },
    handler: runsPage,
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}/runs/{run_id}`,
    rules: { access: can(automationPolicies.viewRun, 'id'), html: 'asked' },
    options: {
      id: 'automations.run-page',
      description: 'One run: what happened, each clause with its value and verdict, each action with its result',
      validate: { params: runPath },
    },
    handler: runPage,
  }),
  route({
    method: 'POST',
    path: `${PATH}/{id}/runs/{run_id}/replay`,
    rules: { access: can(automationPolicies.replayRun, 'id'), form: true, html: 'asked' },
    options: {
      id: 'automations.replay-by-form',
      validate: { params: runPath, payload: Joi.object({ csrf }).allow(null) },
    },
    handler: async (request, h) => {
      const run = await replay(request.ctx, requestedRule(request), runOf(request));
      return h.redirect(`${PATH}/${run.automation_id}/runs/${run.id}`).code(303);
    },
  }),
];
