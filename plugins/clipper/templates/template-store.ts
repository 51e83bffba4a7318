// SQL of the templates of a person, and of the place of their clips.
import type { Ctx } from '../../../core/kernel/context.ts';

export const clipSettings = {
  async home(ctx: Ctx, userId: number): Promise<number | null> {
    const row = await ctx.db('clip_settings').where({ user_id: userId }).first('home_page_id');
    return row?.home_page_id ?? null;
  },
  setHome: (ctx: Ctx, userId: number, home_page_id: number | null) =>
    ctx
      .db('clip_settings')
      .insert({ user_id: userId, home_page_id, updated_at: ctx.now() })
      .onConflict('user_id')
      .merge(),
};

export const clipTemplateStore = {
  async of(ctx: Ctx, userId: number): Promise<{ id: number; name: string; template_json: string }[]> {
    return ctx
      .db('clip_templates')
      .where({ user_id: userId })
      .orderBy('position')
      .select('id', 'name', 'template_json');
  },
  async replace(ctx: Ctx, userId: number, templates: { name: string; template_json: string }[]): Promise<void> {
    await ctx.db('clip_templates').where({ user_id: userId }).delete();
    const rows = templates.map((one, position) => ({ ...one, user_id: userId, position, created_at: ctx.now() }));
    if (rows.length) await ctx.db('clip_templates').insert(rows);
  },
};
