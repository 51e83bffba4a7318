// The kinds of actions there are.
import Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Rule, RuleAction } from '../model.ts';
import type { RunSituation } from '../runs/situation.ts';
import type { ActionKind, ActionResult, RuleScope } from './action-kind.ts';
import { createPageAction } from './create-page.ts';
import { notify } from './notify.ts';
import { setProperty } from './set-property.ts';
import { webhook } from './webhook.ts';

const kinds = { webhook, set_property: setProperty, create_page: createPageAction, notify };

export const ACTION_KINDS = Object.keys(kinds) as RuleAction['kind'][];

const kindOf = ({ kind }: RuleAction): ActionKind<RuleAction> => kinds[kind] as unknown as ActionKind<RuleAction>;

/** By the word in `kind`, so that a fault is told of the kind that was meant. */
export const actionSchema = Joi.alternatives().conditional('.kind', {
  switch: Object.entries(kinds).map(([kind, { shape, oneOf, anyOf }]) => {
    const whole = Joi.object({ kind: Joi.valid(kind).required(), ...shape });
    // biome-ignore lint/suspicious/noThenProperty: a word of joi
    return { is: kind, then: oneOf ? whole.xor(...oneOf) : anyOf ? whole.or(...anyOf) : whole };
  }),
  otherwise: Joi.object({ kind: Joi.valid(...ACTION_KINDS).required() }),
});

export const checkAction = (
  ctx: Ctx,
  rule: RuleScope,
  action: RuleAction,
  at: (string | number)[],
): Promise<RuleAction> => kindOf(action).check(ctx, rule, action, at);

export const keepAction = async (tx: Ctx, rule: RuleScope, action: RuleAction): Promise<RuleAction> =>
  (await kindOf(action).keep?.(tx, rule, action)) ?? action;

export const runAction = (
  ctx: Ctx,
  situation: RunSituation,
  rule: Rule,
  action: RuleAction,
  path: string,
): Promise<ActionResult> => kindOf(action).run(ctx, situation, rule, action, path);
