// Help on the machine for who has lost every second factor.

import type { Command } from '../../core/kernel/plugin.ts';
import { accounts, administration } from '../auth/contract.ts';

export const twoFactorCommands: Command[] = [
  {
    name: 'user reset-2fa',
    summary: 'Take codes, backup codes and passkeys off an account; its owner is told by mail',
    arguments: [{ name: 'user', description: 'id, login or email address' }],
    async run(app, { args, output }) {
      const ctx = app.context({ type: 'system', reason: 'command line' });
      const user = await app.use(accounts).named(ctx, args[0] as string);
      const [had] = await app.use(administration).guarded(ctx, [user.id]);
      await app.use(administration).removeSecondFactor(ctx, user.id);
      output.line(`${user.login} signs in with the password alone now.`);
      output.result({ ok: true, user, was_enabled: had !== undefined });
      return 0;
    },
  },
];
