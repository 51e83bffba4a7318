// What a person is shown before something leaves the pages: who would be told, what would run, and all that would be sent.
import type { Ctx } from '../../../core/kernel/context.ts';
import { connectors } from '../../agent-connectors/contract.ts';
import { accounts } from '../../auth/contract.ts';
import { automations } from '../../automations/contract.ts';
import { commentPolicies } from '../../comments/contract.ts';
import { pagePolicies } from '../../pages/contract.ts';
import type { ActionPreview } from '../model.ts';
import { requireListener, requirePage } from '../tools/places.ts';
import { aboutPage, fieldsOf, type PreviewArgs, type Previews, workspaceName } from './preview-card.ts';

async function ofTelling(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const page = await requirePage(ctx, Number(args.page_id), commentPolicies.add);
  await requireListener(ctx, page, Number(args.user_id));
  const [user] = await ctx.use(accounts).known(ctx, [Number(args.user_id)]);
  const person = user && (user.full_name || user.login);
  return { page: aboutPage(page), lines: [], fields: fieldsOf({ person, text: args.text }) };
}

async function ofButton(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const page = args.page_id === undefined ? undefined : await requirePage(ctx, Number(args.page_id), pagePolicies.view);
  const { name, workspace_id, does } = await ctx.use(automations).button(ctx, Number(args.automation_id));
  const workspace = await workspaceName(ctx, workspace_id);
  const fields = fieldsOf({ automation: name, workspace, does: does.join('\n') });
  return { page: page ? aboutPage(page) : null, lines: [], fields };
}

/** @throws Problem for one that would not be read, before anybody is asked about it */
async function ofAddress(ctx: Ctx, { url }: PreviewArgs): Promise<ActionPreview> {
  ctx.use(connectors).address(ctx, String(url));
  return { page: null, lines: [], fields: fieldsOf({ url }) };
}

/** One that there is not is not asked about. @throws Problem not_found, conflict for one that is off, and as above */
async function ofConnector(ctx: Ctx, args: PreviewArgs): Promise<ActionPreview> {
  const { name: connector, kind, url } = await ctx.use(connectors).named(ctx, args.connector as string | number);
  if (kind === 'web') ctx.use(connectors).address(ctx, String(args.path));
  return { page: null, lines: [], fields: fieldsOf({ connector, url, path: args.path, query: args.query }) };
}

export const outwardPreviews: Previews = {
  notify_user: ofTelling,
  run_automation: ofButton,
  web_fetch: ofAddress,
  connector_fetch: ofConnector,
};
