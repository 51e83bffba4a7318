// The kinds of actions there are.
import Joi from 'joi';
import type { Ctx } from '../../../core/kernel/context.ts';
import type { Action, Rule } from '../model.ts';
import type { Situation } from '../runs/situation.ts';
import type { ActionKind, ActionResult, Place } from './action-kind.ts';
import { createPage } from './create-page.ts';
import { notify } from './notify.ts';
import { setProperty } from './set-property.ts';
import { webhook } from './webhook.ts';

const kinds = { webhook, set_property: setProperty, create_page: createPage, notify };

export const ACTION_KINDS = Object.keys(kinds) as Action['kind'][];

const kindOf = ({ kind }: Action): ActionKind<Action> => kinds[kind] as unknown as ActionKind<Action>;

/** By the word in `kind`, so that a fault is told of the kind that was meant. */
export const actionSchema = Joi.alternatives().conditional('.kind', {
  switch: Object.entries(kinds).map(([kind, { shape, oneOf, anyOf }]) => {
    const whole = Joi.object({ kind: Joi.valid(kind).required(), ...shape });
    // biome-ignore lint/suspicious/noThenProperty: a word of joi
    return { is: kind, then: oneOf ? whole.xor(...oneOf) : anyOf ? whole.or(...anyOf) : whole };
  }),
  otherwise: Joi.object({ kind: Joi.valid(...ACTION_KINDS).required() }),
});

export const checkAction = (ctx: Ctx, rule: Place, action: Action, at: (string | number)[]): Promise<Action> =>
  kindOf(action).check(ctx, rule, action, at);

export const keepAction = async (tx: Ctx, rule: Place, action: Action): Promise<Action> =>
  (await kindOf(action).keep?.(tx, rule, action)) ?? action;

export const runAction = (
  ctx: Ctx,
  situation: Situation,
  rule: Rule,
  action: Action,
  path: string,
): Promise<ActionResult> => kindOf(action).run(ctx, situation, rule, action, path);
