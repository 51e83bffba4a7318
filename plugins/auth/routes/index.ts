// All routes of accounts.

import type { Route } from '../../../core/http/route.ts';
import { accountRoutes, avatarRoutes } from './browser-account.ts';
import { credentialRoutes } from './browser-credentials.ts';
import { accountPageRoutes } from './html-account.ts';
import { confirmRoutes } from './html-confirm.ts';
import { loginRoutes } from './html-login.ts';
import { recoveryRoutes } from './html-recovery.ts';
import { registerRoutes } from './html-register.ts';
import { accountV2Routes } from './v2.ts';

export const authRoutes: Route[] = [
  ...registerRoutes,
  ...confirmRoutes,
  ...loginRoutes,
  ...recoveryRoutes,
  ...accountRoutes,
  ...avatarRoutes,
  ...credentialRoutes,
  ...accountPageRoutes,
  ...accountV2Routes,
];
