// SQL of conversations and of what was said in them.
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Conversation, ConversationMessage } from '../model.ts';

type StoredConversation = Omit<Conversation, 'memory_enabled'> & { memory_enabled: number };
type StoredMessage = Omit<ConversationMessage, 'calls' | 'sources'> & {
  calls_json: string | null;
  sources_json: string | null;
};

const read = (row: StoredConversation): Conversation => ({ ...row, memory_enabled: Boolean(row.memory_enabled) });
const stored = ({ memory_enabled, ...change }: Partial<Conversation>) => ({
  ...change,
  ...(memory_enabled !== undefined && { memory_enabled: Number(memory_enabled) }),
});
const readMessage = ({ calls_json, sources_json, ...row }: StoredMessage): ConversationMessage => ({
  ...row,
  calls: calls_json ? JSON.parse(calls_json) : [],
  sources: sources_json ? JSON.parse(sources_json) : [],
});

export const conversationStore = {
  async byId(ctx: Ctx, id: number): Promise<Conversation | undefined> {
    const row = await ctx.db('agent_conversations').where({ id }).first();
    return row && read(row);
  },

  /** those that were used last come first */
  async of(ctx: Ctx, user_id: number): Promise<Conversation[]> {
    const order = [
      { column: 'updated_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ];
    return (await ctx.db('agent_conversations').where({ user_id }).orderBy(order)).map(read);
  },

  async count(ctx: Ctx, user_id: number): Promise<number> {
    const [found] = await ctx.db('agent_conversations').where({ user_id }).count({ count: '*' });
    return Number(found?.count ?? 0);
  },

  async insert(ctx: Ctx, made: Omit<Conversation, 'id' | 'created_at' | 'updated_at'>): Promise<Conversation> {
    const at = { created_at: ctx.now(), updated_at: ctx.now() };
    const [row] = await ctx.db('agent_conversations').insert({ ...stored(made), ...at }, '*');
    return read(row);
  },

  async change(ctx: Ctx, id: number, change: Partial<Conversation>): Promise<Conversation | undefined> {
    const [row] = await ctx
      .db('agent_conversations')
      .where({ id })
      .update({ ...stored(change), updated_at: ctx.now() }, '*');
    return row && read(row);
  },

  remove: (ctx: Ctx, id: number): Promise<number> => ctx.db('agent_conversations').where({ id }).delete(),
};

export const messageStore = {
  /** oldest first */
  of: async (ctx: Ctx, conversation_id: number): Promise<ConversationMessage[]> =>
    (await ctx.db('agent_messages').where({ conversation_id }).orderBy('id')).map(readMessage),

  async add(
    ctx: Ctx,
    {
      calls,
      sources,
      ...message
    }: Partial<ConversationMessage> & Pick<ConversationMessage, 'conversation_id' | 'role'>,
  ): Promise<ConversationMessage> {
    const row = {
      ...message,
      calls_json: calls?.length ? JSON.stringify(calls) : null,
      sources_json: sources?.length ? JSON.stringify(sources) : null,
      created_at: ctx.now(),
    };
    const [made] = await ctx.db('agent_messages').insert(row, '*');
    return readMessage(made);
  },
};
