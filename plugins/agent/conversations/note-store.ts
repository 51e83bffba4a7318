// SQL of what is remembered of a conversation.
import { insertRows } from '../../../core/database/query-cache.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { MemoryNote } from '../model.ts';

export const noteStore = {
  /** oldest first */
  of: (ctx: Ctx, conversation_id: number): Promise<MemoryNote[]> =>
    ctx.db('agent_notes').where({ conversation_id }).orderBy('id').select('id', 'text', 'created_at') as never,

  /** those that are there give way to these, in their order */
  async replace(ctx: Ctx, conversation_id: number, texts: { text: string; created_at: string }[]): Promise<void> {
    await ctx.db('agent_notes').where({ conversation_id }).delete();
    const rows = texts.map((note) => ({ conversation_id, ...note }));
    await insertRows(ctx.db, 'agent_notes', rows);
  },

  async add(ctx: Ctx, conversation_id: number, text: string, most: number): Promise<void> {
    await ctx.db('agent_notes').insert({ conversation_id, text, created_at: ctx.now() });
    const last = await ctx.db('agent_notes').where({ conversation_id }).orderBy('id', 'desc').offset(most).first('id');
    if (last) await ctx.db('agent_notes').where({ conversation_id }).where('id', '<=', last.id).delete();
  },
};
