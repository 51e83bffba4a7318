// The account part of the command line: people and tokens, for administrators with access to the machine.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { randomSecret } from '../../../core/boot/secrets.ts';
import { notFound } from '../../../core/http/problem.ts';
import { validateInput } from '../../../core/http/validation-errors.ts';
import { type Command, type CommandInput, textOption, UsageProblem } from '../../../core/kernel/plugin.ts';
import { accountService, setPassword } from '../accounts.ts';
import { administrationService } from '../administration.ts';
import { actorOf, presentUser } from '../present.ts';
import { accountBody, tokenBody } from '../schemas.ts';
import { tokens, users } from '../store.ts';
import { createToken, revokeToken } from '../tokens.ts';
import { importAccounts, loginOf } from './account-import.ts';

const system = { type: 'system' as const, reason: 'command line' };

/** As given, or one that is made here and told this once. */
function passwordOf(input: CommandInput): { password: string; told?: { password: string } } {
  const given = textOption(input, 'password');
  if (given !== undefined) return { password: given };
  const password = randomSecret().slice(0, 20);
  return { password, told: { password } };
}

const passwordOption = { flags: '--password <password>', description: 'password (default: a generated one)' };
const userArgument = { name: 'user', description: 'id, login or email address' };

export const authCommands: Command[] = [
  {
    name: 'user create',
    summary: 'Create an account; prints a password when none is given',
    arguments: [{ name: 'email', description: 'email address' }],
    options: [
      { flags: '--login <name>', description: 'username (default: the part before @)' },
      { flags: '--name <name>', description: 'full name (default: the login)' },
      passwordOption,
      { flags: '--admin', description: 'make it a service administrator' },
    ],
    async run(app, input) {
      const email = input.args[0] as string;
      const login = textOption(input, 'login') ?? loginOf(email);
      const { password, told } = passwordOf(input);
      const full_name = textOption(input, 'name') ?? login;
      const user = await accountService.create(
        app.context(system),
        validateInput(accountBody, { email, login, full_name, password }),
        { isAdmin: input.options.admin === true },
      );
      input.output.line(`Created ${user.login} (id ${user.id})${user.is_admin ? ', administrator' : ''}.`);
      if (told) input.output.line(`Password: ${password}`);
      input.output.result({ ok: true, user, ...told });
      return 0;
    },
  },
  {
    name: 'user import',
    summary: 'Create accounts from a CSV file; prints a password for each, and leaves those out that are there',
    arguments: [{ name: 'file', description: 'columns email, login, name and admin, of which only email is needed' }],
    options: [{ flags: '--dry-run', description: 'check the file and say what would be made' }],
    examples: ['user import people.csv --dry-run'],
    async run(app, { args, options, output }) {
      const file = resolve(args[0] as string);
      const text = await readFile(file, 'utf8').catch((error: Error) => {
        throw new UsageProblem(`${file} cannot be read: ${error.message}`);
      });
      const { made, created, known } = await importAccounts(app.context(system), text, {
        onlyTold: options.dryRun === true,
      });
      output.table(made, ['email', 'login', 'password']);
      output.line(`${options.dryRun ? 'Would create' : 'Created'} ${created} accounts; ${known} were there already.`);
      output.result({ ok: true, accounts: made, created, known });
      return 0;
    },
  },
  {
    name: 'user list',
    summary: 'List all accounts',
    async run(app, { output }) {
      const rows = (await users.query(app.context(system)).orderBy('users.id')).map(presentUser);
      output.table(rows, ['id', 'login', 'email', 'full_name', 'is_admin', 'is_active']);
      output.result({ ok: true, users: rows });
      return 0;
    },
  },
  {
    name: 'user password',
    summary: 'Set a new password; ends all sessions of the account',
    arguments: [userArgument],
    options: [passwordOption],
    async run(app, input) {
      const ctx = app.context(system);
      const user = await accountService.named(ctx, input.args[0] as string);
      const { password, told } = passwordOf(input);
      await setPassword(ctx, user.id, password);
      input.output.line(`The password of ${user.login} was set.`);
      if (told) input.output.line(`Password: ${password}`);
      input.output.result({ ok: true, user, ...told });
      return 0;
    },
  },
  {
    name: 'user admin',
    summary: 'Make an account a service administrator, or with --revoke an ordinary one',
    arguments: [userArgument],
    options: [{ flags: '--revoke', description: 'take the right away' }],
    async run(app, input) {
      const ctx = app.context(system);
      const { id } = await accountService.named(ctx, input.args[0] as string);
      const user = await administrationService.change(ctx, id, { is_admin: input.options.revoke !== true });
      input.output.line(`${user.login} is ${user.is_admin ? 'now' : 'no longer'} a service administrator.`);
      input.output.result({ ok: true, user });
      return 0;
    },
  },
  ...(
    [
      { name: 'user disable', is_active: false, summary: 'Deactivate an account: it is signed out and cannot sign in' },
      { name: 'user enable', is_active: true, summary: 'Let a deactivated account sign in again' },
    ] as const
  ).map(
    ({ name, summary, is_active }): Command => ({
      name,
      summary,
      arguments: [userArgument],
      async run(app, { args, output }) {
        const ctx = app.context(system);
        const { id } = await accountService.named(ctx, args[0] as string);
        const user = await administrationService.change(ctx, id, { is_active });
        output.line(`${user.login} is ${user.is_active ? 'active' : 'deactivated'}.`);
        output.result({ ok: true, user });
        return 0;
      },
    }),
  ),
  {
    name: 'user delete',
    summary: 'Delete an account for good; what it wrote for others stays, by nobody',
    arguments: [userArgument],
    options: [{ flags: '--yes', description: 'it cannot be undone' }],
    examples: ['user delete ann --yes'],
    async run(app, { args, options, output }) {
      const ctx = app.context(system);
      const user = await accountService.named(ctx, args[0] as string);
      if (!options.yes) throw new UsageProblem(`${user.login} (${user.email}) would be deleted for good: say --yes.`);
      await administrationService.remove(ctx, user.id);
      output.line(`${user.login} was deleted.`);
      output.result({ ok: true, user });
      return 0;
    },
  },
  {
    name: 'user sign-out',
    summary: 'End all sessions of an account, and disconnect its web clippers',
    arguments: [userArgument],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const user = await accountService.named(ctx, args[0] as string);
      await administrationService.signOut(ctx, user.id);
      output.line(`${user.login} is signed out everywhere.`);
      output.result({ ok: true, user });
      return 0;
    },
  },
  {
    name: 'token create',
    summary: 'Create an API token; it is shown once',
    options: [
      { flags: '--user <user>', description: 'whose token: id, login or email address' },
      { flags: '--name <name>', description: 'what it is for', default: 'API token' },
      { flags: '--scopes <list>', description: 'read, write, admin', default: 'read,write' },
      { flags: '--expires <date>', description: 'ISO date or time after which it is refused' },
      { flags: '--page <id>', description: 'limit it to this page and its subpages' },
      { flags: '--mcp-outward', description: 'offer tools that reach outside to agents that hold it' },
    ],
    async run(app, input) {
      const name = textOption(input, 'user');
      if (!name) throw new UsageProblem('--user must be the id, login or email address of an account.');
      const user = await accountService.named(app.context(system), name);
      const ctx = app.context(actorOf(user));
      const given: Record<string, unknown> = {
        name: textOption(input, 'name'),
        scopes: textOption(input, 'scopes'),
        expires_at: textOption(input, 'expires'),
        ...(input.options.mcpOutward && { mcp_outward: true }),
        ...(input.options.page !== undefined && { root_page_id: Number(input.options.page) }),
      };
      const made = await createToken(ctx, validateInput(tokenBody, given));
      input.output.line(made.token);
      input.output.result({ ok: true, ...made });
      return 0;
    },
  },
  {
    name: 'token list',
    summary: 'List all API tokens, without their secrets',
    async run(app, { output }) {
      const rows = await tokens.all(app.context(system));
      output.table(rows, ['id', 'login', 'name', 'token_prefix', 'scopes', 'root_page_id', 'expires_at', 'revoked']);
      output.result({ ok: true, tokens: rows });
      return 0;
    },
  },
  {
    name: 'token revoke',
    summary: 'Revoke an API token and all that it made',
    arguments: [{ name: 'id', description: 'id of the token' }],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const row = /^\d{1,9}$/.test(args[0] ?? '') ? await tokens.byId(ctx, Number(args[0])) : undefined;
      if (!row) throw notFound();
      await revokeToken(ctx, row.id);
      output.line(`Token ${row.id} was revoked.`);
      output.result({ ok: true, id: row.id });
      return 0;
    },
  },
];
