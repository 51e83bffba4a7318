// What other plugins may know of automations: how a button runs one, and where kinds of actions come from.
import type { Ctx } from '../../core/kernel/context.ts';
import { type Service, service } from '../../core/kernel/plugin.ts';
import type { AutomationRun } from './model.ts';

export type { AutomationRun } from './model.ts';

export interface Automations {
  /**
   * Runs the rule of a button, as whoever presses it or as its author; `cause` makes a repeated press one run.
   * @throws Problem not_found, conflict for a rule that is no button or is off, forbidden
   */
  press(ctx: Ctx, id: number, press: { pageId: number | null; cause: string }): Promise<AutomationRun>;
  /**
   * What somebody who may press a button knows of its rule, and in words what it does; for who may not see rules the name
   * is empty, and the words are few. @throws Problem as `press`
   */
  button(ctx: Ctx, id: number): Promise<{ name: string; workspace_id: number; does: string[] }>;
}

/** Runs the automation of a button. */
export const automations: Service<Automations> = service('automations');
