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
  /** what somebody who may press a button knows of its rule; the name is empty for who may not see rules. @throws Problem as `press` */
  button(ctx: Ctx, id: number): Promise<{ name: string; workspace_id: number }>;
}

/** Runs the automation of a button. */
export const automations: Service<Automations> = service('automations');
