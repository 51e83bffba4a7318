// Every place where other plugins join in at accounts, as the manifest names them.
import type { Point } from '../../core/kernel/plugin.ts';
import {
  accessEnding,
  accountCreated,
  accountHandover,
  accountLeaving,
  accountRemoval,
  addressConfirmed,
  addressInvited,
  deviceKinds,
  invitationCheck,
  knownUsers,
  languages,
  loginPolicy,
  loginWays,
  logoutWays,
  safeguardLeaving,
  sessionOpened,
  tokenSources,
} from './contract.ts';

export const accountPoints: Point<unknown>[] = [
  ...[
    accessEnding,
    accountCreated,
    accountHandover,
    accountLeaving,
    accountRemoval,
    addressConfirmed,
    addressInvited,
    invitationCheck,
    knownUsers,
  ],
  ...[deviceKinds, languages, loginPolicy, loginWays, logoutWays, safeguardLeaving, sessionOpened, tokenSources],
];
