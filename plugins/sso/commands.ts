// Single sign-on on the command line: for whoever has the machine when nobody can sign in any more.
import { printRecord } from '../../core/http/log-export.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Command, CommandInput } from '../../core/kernel/plugin.ts';
import { disableSignOn, presentSettings } from './configuration/configuration.ts';
import { isExclusive, waysBack } from './configuration/exclusiveness.ts';
import { ssoSettingsStore } from './configuration/store.ts';
import { historyStore } from './history/store.ts';
import { identityStore } from './identity/store.ts';
import { enabledProviders } from './provider-list.ts';
import { scimCommands } from './scim/commands.ts';
import { synchronize } from './synchronization.ts';
import { checkSettings } from './trial-run.ts';

const system = { type: 'system' as const, reason: 'command line' };

async function status(app: App, { output }: CommandInput): Promise<number> {
  const ctx = app.context(system);
  const stored = await ssoSettingsStore.read(ctx);
  const { settings } = stored;
  const people = await identityStore.count(ctx);
  const back = await waysBack(ctx, settings.break_glass);
  const exclusive = await isExclusive(ctx);
  const names = enabledProviders(settings).map((provider) => `${provider.nameOf(settings)} (${provider.id})`);
  output.line(`Single sign-on is ${settings.enabled ? 'on' : 'off'}${names.length ? `: ${names.join(', ')}` : ''}.`);
  if (!stored.isReadable) output.line('Its secrets were written with another SECRET_KEY: nobody signs in by it.');
  output.line(exclusive ? 'It is the only way in.' : 'People also sign in by password.');
  output.line(`People connected: ${people}. Administrators who come in without it: ${back.length}.`);
  output.result({ ok: true, ...(await presentSettings(ctx, stored)), users: people, exclusive, ways_back: back });
  return 0;
}

async function test(app: App, { output }: CommandInput): Promise<number> {
  const ctx = app.context(system);
  const { ok, checks } = await checkSettings(ctx, await ssoSettingsStore.read(ctx));
  if (!checks.length) output.line('No provider is set up.');
  output.table(checks, ['provider', 'name', 'ok', 'detail']);
  output.result({ ok, checks });
  return ok ? 0 : 1;
}

async function sync(app: App, { options, output }: CommandInput): Promise<number> {
  const dryRun = options.dryRun === true;
  const done = await synchronize(app.context(system), dryRun);
  output.line(
    `${done.users} people looked at, ${done.changed} memberships ${dryRun ? 'would change' : 'changed'}, ${done.kept.length} kept.`,
  );
  if (done.changes.length) output.table(done.changes.map((one) => ({ ...one, role: one.role ?? 'none' })));
  output.result({ ok: true, dry_run: dryRun, ...done });
  return 0;
}

export const signOnCommands: Command[] = [
  { name: 'sso status', summary: 'Say how single sign-on is set up, without secrets', run: status },
  { name: 'sso test', summary: 'Ask the provider what it says of itself', run: test },
  {
    name: 'sso sync',
    summary: 'Bring roles in line with the groups of the last sign-in of everybody',
    options: [{ flags: '--dry-run', description: 'only say what would change' }],
    examples: ['sso sync --dry-run'],
    run: sync,
  },
  {
    name: 'sso disable',
    summary: 'Switch single sign-on off, so that passwords work again; the settings stay',
    async run(app, { output }) {
      const ctx = app.context(system);
      const stored = await disableSignOn(ctx);
      output.line('Single sign-on is off. People sign in by password.');
      output.result({ ok: true, ...(await presentSettings(ctx, stored)) });
      return 0;
    },
  },
  {
    name: 'sso history',
    summary: 'Print the record of sign-ins at providers as CSV',
    run: (app, { output }) => printRecord(historyStore.whole(app.context(system)), output),
  },
  ...scimCommands,
];
