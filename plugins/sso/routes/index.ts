// All routes of single sign-on.
import type { Route } from '../../../core/http/route.ts';
import { connectionRoutes } from './html-account.ts';
import { adminRoutes } from './html-admin.ts';
import { accountLinkRoutes } from './html-link.ts';
import { oidcRoutes } from './html-oidc.ts';
import { purposeRoutes } from './html-purposes.ts';
import { samlRoutes } from './html-saml.ts';
import { scimTokenRoutes } from './html-scim.ts';
import { v2Routes } from './v2.ts';
import { scimRoutes } from './v2-scim.ts';

export const routes: Route[] = [
  ...oidcRoutes,
  ...samlRoutes,
  ...purposeRoutes,
  ...accountLinkRoutes,
  ...connectionRoutes,
  ...adminRoutes,
  ...v2Routes,
  ...scimRoutes,
  ...scimTokenRoutes,
];
