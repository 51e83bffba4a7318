// SQL of how far people are in their first steps: one row of the settings for each person.
import type { Ctx } from '../../core/kernel/context.ts';

export interface Progress {
  /** the step that comes next; `done` is never shown again by itself */
  step: 'workspace' | 'content' | 'people' | 'done';
  /** where the person goes at the end */
  next: string;
}

const keyOf = (userId: number): string => `welcome:${userId}`;

export const progressStore = {
  async of(ctx: Ctx, userId: number): Promise<Progress | undefined> {
    const row = await ctx
      .db('settings')
      .where({ key: keyOf(userId) })
      .first('value');
    return row && (JSON.parse(row.value) as Progress);
  },
  save: (ctx: Ctx, userId: number, progress: Progress) =>
    ctx
      .db('settings')
      .insert({ key: keyOf(userId), value: JSON.stringify(progress), updated_at: ctx.now() })
      .onConflict('key')
      .merge(),
};
