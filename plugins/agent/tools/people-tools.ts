// Tools for what people say of pages and of one another: tags, comments and members.
import Joi from 'joi';
import { id, name } from '../../../core/http/schema-fields.ts';
import { commentPolicies, pageComments } from '../../comments/contract.ts';
import { pagePolicies } from '../../pages/contract.ts';
import { tagNames } from '../../tags/contract.ts';
import { workspacePolicies, workspaces } from '../../workspaces/contract.ts';
import { requirePage } from './places.ts';
import { jsonResult, type Tool, tool } from './tool.ts';

const LISTED = 100;
const tags = () => Joi.array().items(name(100)).max(20).unique().default([]);

const listTags = tool({
  name: 'list_tags',
  title: 'List tags',
  description: 'Your tags, by name.',
  class: 'read',
  isBeyondPages: true,
  input: Joi.object({}),
  run: async (ctx) => jsonResult({ tags: await ctx.use(tagNames).all(ctx) }),
});

const tagItem = tool<{ page_id: number; add: string[]; remove: string[] }>({
  name: 'tag_item',
  title: 'Tag a page',
  description: 'Adds tags of yours to a page and removes others; new names become tags.',
  class: 'write',
  input: Joi.object({ page_id: id().required(), add: tags(), remove: tags() }),
  async run(ctx, { page_id, add, remove }) {
    await requirePage(ctx, page_id, pagePolicies.view);
    const before = await ctx.use(tagNames).of(ctx, page_id);
    const gone = new Set(remove.map((one) => one.toLowerCase()));
    const kept = before.filter((one) => !gone.has(one.toLowerCase()));
    await ctx.use(tagNames).set(ctx, page_id, [...kept, ...add]);
    return jsonResult({ page_id, tags: await ctx.use(tagNames).of(ctx, page_id) });
  },
});

const listComments = tool<{ page_id: number }>({
  name: 'list_comments',
  title: 'List comments',
  description: 'Comments on a page, oldest first.',
  class: 'read',
  input: Joi.object({ page_id: id().required() }),
  async run(ctx, { page_id }) {
    const page = await requirePage(ctx, page_id, pagePolicies.view);
    const { items, total } = await ctx.use(pageComments).list(ctx, page_id, LISTED);
    const comments = items.map(({ id: comment_id, body, author_id, block_id, parent_id, resolved_at, created_at }) => ({
      ...{ comment_id, body, author_id, block_id, parent_id, resolved_at, created_at },
    }));
    return jsonResult({ comments, total }, [{ page_id, title: page.title }]);
  },
});

const addComment = tool<{ page_id: number; body: string; block_id?: string }>({
  name: 'add_comment',
  title: 'Comment',
  description: 'Comments on a page or on one of its blocks.',
  class: 'write',
  input: Joi.object({
    page_id: id().required(),
    body: Joi.string().min(1).max(10_000).required(),
    block_id: Joi.string().max(32).description('as read_page names it'),
  }),
  async run(ctx, { page_id, body, block_id = null }) {
    const page = await requirePage(ctx, page_id, commentPolicies.add);
    const made = await ctx.use(pageComments).add(ctx, page, { body, block_id });
    return jsonResult({ comment_id: made.id, page_id }, [{ page_id, title: page.title }]);
  },
});

const listMembers = tool<{ workspace_id: number }>({
  name: 'list_members',
  title: 'List members',
  description: 'Members of a workspace with their roles.',
  class: 'read',
  isBeyondPages: true,
  input: Joi.object({ workspace_id: id().required() }),
  async run(ctx, { workspace_id }) {
    await ctx.app.access.require(ctx, workspacePolicies.view, workspace_id);
    const members = await ctx.use(workspaces).members(ctx, workspace_id);
    return jsonResult({
      members: members.map(({ user_id, full_name, email, role }) => ({ user_id, full_name, email, role })),
    });
  },
});

export const peopleTools: Tool[] = [listTags, tagItem, listComments, addComment, listMembers];
