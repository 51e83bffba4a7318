// Tokens of directories on the command line, beside a running server or without one.

import Joi from 'joi';
import { notFound } from '../../../core/http/problem.ts';
import { name } from '../../../core/http/schema-fields.ts';
import { validateInput } from '../../../core/http/validation-errors.ts';
import type { App } from '../../../core/kernel/app.ts';
import type { Ctx } from '../../../core/kernel/context.ts';
import { type Command, textOption } from '../../../core/kernel/plugin.ts';
import { scimTokenStore } from './token-store.ts';
import { createScimToken, revokeScimToken } from './tokens.ts';

const system = (app: App): Ctx => app.context({ type: 'system', reason: 'command line' });
export const scimTokenName = name(60);
const given = Joi.object({ name: scimTokenName });

export const scimCommands: Command[] = [
  {
    name: 'scim token create',
    summary: 'Make a token with which a directory brings people and groups; it is shown once',
    options: [{ flags: '--name <name>', description: 'what it is for', default: 'Directory' }],
    examples: ['scim token create --name Entra'],
    async run(app, input) {
      const { name } = validateInput(given, { name: textOption(input, 'name') ?? '' });
      const made = await createScimToken(system(app), name);
      input.output.line(made.token);
      input.output.result({ ok: true, ...made });
      return 0;
    },
  },
  {
    name: 'scim token list',
    summary: 'List the tokens of directories, without their secrets',
    async run(app, { output }) {
      const tokens = await scimTokenStore.all(system(app));
      output.table(tokens, ['id', 'name', 'token_prefix', 'created_at', 'last_used_at', 'revoked_at']);
      output.result({ ok: true, tokens });
      return 0;
    },
  },
  {
    name: 'scim token revoke',
    summary: 'End the token of a directory',
    arguments: [{ name: 'id', description: 'id of the token' }],
    async run(app, { args, output }) {
      if (!/^[1-9]\d{0,8}$/.test(args[0] ?? '')) throw notFound();
      const id = Number(args[0]);
      await revokeScimToken(system(app), id);
      output.line(`Token ${id} was revoked.`);
      output.result({ ok: true, id });
      return 0;
    },
  },
];
