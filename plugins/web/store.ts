// How far people are in their first steps: one row of the settings for each person.
import { settingRows } from '../../core/boot/setting-rows.ts';
import type { Ctx } from '../../core/kernel/context.ts';

export interface WelcomeProgress {
  /** the step that comes next; `done` is never shown again by itself */
  step: 'workspace' | 'content' | 'people' | 'done';
  /** where the person goes at the end */
  next: string;
}

const keyOf = (userId: number): string => `welcome:${userId}`;

export const progressStore = {
  async of(ctx: Ctx, userId: number): Promise<WelcomeProgress | undefined> {
    const value = await settingRows.read(ctx.db, keyOf(userId));
    return value === undefined ? undefined : (JSON.parse(value) as WelcomeProgress);
  },
  save: (ctx: Ctx, userId: number, progress: WelcomeProgress) =>
    settingRows.write(ctx, keyOf(userId), JSON.stringify(progress)),
};
