// What each kind of action is made of: how it is written, what is checked when it is saved, and what it does.
import type Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Rule } from '../model.ts';
import type { RunSituation } from '../runs/situation.ts';

/** Of a rule that is being saved, what its actions are checked against. */
export type RuleScope = Pick<Rule, 'workspace_id' | 'collection_id' | 'trigger_type' | 'event'> & {
  /** the rule as it is kept, where it is one that is changed */
  before?: Rule | undefined;
};

export interface ActionKind<A> {
  /** all keys but `kind` */
  shape: Record<string, Joi.Schema>;
  /** exactly one of these is given */
  oneOf?: string[];
  /** at least one of these is given */
  anyOf?: string[];
  /**
   * What the action names is there for whoever saves it; answers it with ids for names. Before any transaction.
   * @param at its place in the body
   * @throws Problem validation_failed, not_found, private_url
   */
  check(ctx: Ctx, rule: RuleScope, action: A, at: (string | number)[]): Promise<A>;
  /** What saving it makes besides, in the transaction that saves it; the action as it is kept. */
  keep?(tx: Ctx, rule: RuleScope, action: A): Promise<A>;
  /**
   * Acts as the actor of `ctx`, within the transaction of the run.
   * @throws Problem when it may not or cannot
   */
  run(ctx: Ctx, situation: RunSituation, rule: Rule, action: A, path: string): Promise<ActionResult>;
}

/** What an action did: in a few words, how many people or rows it reached, and the one page it made or changed. */
export interface ActionResult {
  detail: string;
  count?: number;
  page_id?: number;
}
