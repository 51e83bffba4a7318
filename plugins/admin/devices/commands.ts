// Sessions, tokens and devices of a person on the command line.
import { type Command, UsageProblem } from '../../../core/kernel/plugin.ts';
import { accounts } from '../../auth/contract.ts';
import { deviceKindsOf, endDevice, listDevices } from './devices.ts';

const system = { type: 'system' as const, reason: 'command line' };
const userArgument = { name: 'user', description: 'id, login or email address' };

export const deviceCommands: Command[] = [
  {
    name: 'user devices',
    summary: 'List the sessions, tokens, web clippers and offline devices of an account',
    arguments: [userArgument],
    examples: ['user devices ann'],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const devices = await listDevices(ctx, (await ctx.use(accounts).named(ctx, args[0] as string)).id);
      output.table(devices, ['kind', 'id', 'name', 'last_used_at']);
      output.result({ ok: true, devices });
      return 0;
    },
  },
  {
    name: 'user end-device',
    summary: 'End a session or token, disconnect a web clipper, or empty an offline device',
    arguments: [
      userArgument,
      { name: 'kind', description: 'session, token, clipper or offline' },
      { name: 'device', description: 'its id; user devices shows all' },
    ],
    examples: ['user end-device ann token 4'],
    async run(app, { args, output }) {
      const ctx = app.context(system);
      const [name, kind, id] = args as [string, string, string];
      const kinds = deviceKindsOf(ctx).map((one) => one.kind);
      if (!kinds.includes(kind)) throw new UsageProblem(`kind: must be one of ${kinds.join(', ')}`);
      const user = await ctx.use(accounts).named(ctx, name);
      await endDevice(ctx, { userId: user.id, kind, id });
      output.line(`Ended ${kind} ${id} of ${user.login}.`);
      output.result({ ok: true, user_id: user.id, kind, id });
      return 0;
    },
  },
];
