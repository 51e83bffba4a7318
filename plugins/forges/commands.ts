// Forges on the command line, beside a running server or without one.
import { Problem } from '../../core/http/problem.ts';
import type { App } from '../../core/kernel/app.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import type { Command, CommandInput } from '../../core/kernel/plugin.ts';
import { forgesShown, presentForge } from './registration/present.ts';
import { type ForgeInput, removeForge, saveForge } from './registration/registration.ts';
import { readForge } from './registration/schema.ts';
import { forgeStore, KEYS, TYPES } from './registration/store.ts';

const system = (app: App): Ctx => app.context({ type: 'system', reason: 'command line' });

async function list(app: App, { output }: CommandInput): Promise<number> {
  const forges = await forgesShown(system(app));
  output.table(
    forges.map(({ key, type, name, base_url, login, can_connect }) => ({
      ...{ key, type, name, base_url },
      login: login ? 'yes' : 'no',
      client: can_connect ? 'yes' : 'no',
    })),
  );
  output.result({ forges });
  return 0;
}

const domainsOf = (given: unknown): string[] =>
  String(given ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

function inputOf({ args: [type, base_url], options }: CommandInput): ForgeInput {
  const given = {
    ...{ type, base_url, key: options.key, name: options.name, client_id: options.clientId },
    // An option would be seen by everybody on the machine.
    client_secret: process.env.FORGE_CLIENT_SECRET,
    ...{ login: options.login, private_repositories: options.privateRepositories },
    ...(options.provisioning !== undefined && {
      provisioning: { mode: options.provisioning, domains: domainsOf(options.domains) },
    }),
  };
  if (options.domains !== undefined && options.provisioning !== 'domains')
    throw new Problem('validation_failed', '--domains needs --provisioning domains.');
  return readForge(given);
}

async function add(app: App, input: CommandInput): Promise<number> {
  const ctx = system(app);
  const saved = await saveForge(ctx, inputOf(input));
  input.output.line(`${saved.name} is registered as ${saved.key}.`);
  input.output.result({ forge: presentForge(ctx, saved, 'none') });
  return 0;
}

async function remove(app: App, { args: [key = ''], output }: CommandInput): Promise<number> {
  const ctx = system(app);
  const forge = await forgeStore.byKey(ctx, key);
  if (!forge) throw new Problem('not_found', `There is no forge called ${key}.`);
  await removeForge(ctx, forge);
  output.line(`${forge.name} is taken away. Pages that came from it stay.`);
  output.result({ removed: key });
  return 0;
}

export const forgeCommands: Command[] = [
  { name: 'forge list', summary: 'Show the code hosting services that people may connect with', run: list },
  {
    name: 'forge add',
    summary:
      'Register a code hosting service, in place of the one that has its key; FORGE_CLIENT_SECRET is the secret of its client',
    arguments: [
      { name: 'type', description: TYPES.join(', ') },
      { name: 'address', description: 'where people open it, e.g. https://code.example.org' },
    ],
    options: [
      { flags: '--key <key>', description: 'forge is the primary one', choices: [...KEYS] },
      { flags: '--name <name>', description: 'what people know it by (default: its host)' },
      { flags: '--client-id <id>', description: 'of the OAuth application that you made there' },
      { flags: '--login', description: 'people may sign in by it' },
      {
        flags: '--provisioning <mode>',
        description: 'who gets an account at the first sign-in',
        choices: ['off', 'invited', 'domains', 'all'],
      },
      { flags: '--domains <list>', description: 'with --provisioning domains: those of their addresses, with commas' },
      { flags: '--private-repositories', description: 'GitHub only: ask for the scope that reads private ones, too' },
    ],
    examples: [
      'forge add forgejo https://code.example.org',
      'forge add gitlab https://gitlab.example.org --key forge2 --client-id 4f1c --login',
    ],
    run: add,
  },
  {
    name: 'forge remove',
    summary: 'Remove a code hosting service and everybody’s connections to it; pages that came from it stay',
    arguments: [{ name: 'key', description: 'forge or forge2' }],
    run: remove,
  },
];
