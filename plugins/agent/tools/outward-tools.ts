// Tools that reach further than this workspace's pages: people are told, rules run, sites are read.
import Joi from 'joi';
import { WEB_ADDRESS } from '../../../core/boot/config.ts';
import { id } from '../../../core/http/schema-fields.ts';
import { userOf } from '../../../core/kernel/context.ts';
import { type ConnectorText, connectors } from '../../agent-connectors/contract.ts';
import { automations } from '../../automations/contract.ts';
import { commentPolicies } from '../../comments/contract.ts';
import { notifications } from '../../notifications/contract.ts';
import { pagePolicies } from '../../pages/contract.ts';
import { requireListener, requirePage } from './places.ts';
import { jsonResult, type Tool, type ToolResult, tool } from './tool.ts';

const TEXT_MAX = 300;

const notifyUser = tool<{ user_id: number; page_id: number; text: string }>({
  name: 'notify_user',
  title: 'Tell somebody',
  description: 'Tells a member of the workspace something about a page that they may see.',
  class: 'outward',
  isActing: true,
  input: Joi.object({
    user_id: id().required(),
    page_id: id().required(),
    text: Joi.string().min(1).max(TEXT_MAX).required(),
  }),
  async run(ctx, { user_id, page_id, text }) {
    const page = await requirePage(ctx, page_id, commentPolicies.add);
    await requireListener(ctx, page, user_id);
    await ctx.tx((tx) =>
      tx.use(notifications).tell(tx, {
        ...{ type: 'agent', cause: `agent:${userOf(tx).id}:${tx.now()}`, topic: `agent:${page_id}` },
        ...{ url: `/pages/${page_id}`, pageId: page_id, text, actorId: userOf(tx).id, userIds: [user_id] },
      }),
    );
    return jsonResult({ user_id, page_id, told: true });
  },
});

const runAutomation = tool<{ automation_id: number; page_id?: number }>({
  name: 'run_automation',
  title: 'Press a button',
  description: 'Starts an automation that has a button, as you would by pressing it.',
  class: 'outward',
  isActing: true,
  isBeyondPages: true,
  input: Joi.object({ automation_id: id().required(), page_id: id() }),
  async run(ctx, { automation_id, page_id }) {
    if (page_id !== undefined) await requirePage(ctx, page_id, pagePolicies.view);
    const cause = `agent:${ctx.now()}`;
    const run = await ctx.use(automations).press(ctx, automation_id, { pageId: page_id ?? null, cause });
    return jsonResult({ automation_id, status: run.status, reason: run.reason, detail: run.detail });
  },
});

const webFetch = tool<{ url: string }>({
  name: 'web_fetch',
  title: 'Read a web page',
  description: 'Reads a public web address; HTML comes as Markdown.',
  class: 'outward',
  input: Joi.object({
    url: WEB_ADDRESS.max(2000).required(),
  }),
  run: async (ctx, { url }) => fetched(await ctx.use(connectors).fetch(ctx, { connector: 'web', path: url })),
});

const connectorFetch = tool<{ connector: string | number; path: string; query?: string }>({
  name: 'connector_fetch',
  title: 'Read a connector',
  description: 'Reads a path of one of your connectors, named by its id, its name or its kind.',
  class: 'outward',
  isBeyondPages: true,
  input: Joi.object({
    connector: Joi.alternatives(id(), Joi.string().min(1).max(200)).required(),
    path: Joi.string().min(1).max(2000).required(),
    query: Joi.string().allow('').max(2000),
  }),
  run: async (ctx, asked) => fetched(await ctx.use(connectors).fetch(ctx, asked)),
});

const fetched = ({ status, content_type, text, truncated }: ConnectorText): ToolResult => ({
  text,
  data: { status, content_type, truncated },
});

export const outwardTools: Tool[] = [notifyUser, runAutomation, webFetch, connectorFetch];
