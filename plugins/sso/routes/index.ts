// All routes of single sign-on.
import type { Route } from '../../../core/http/route.ts';
import { ssoConnectionRoutes } from './html-account.ts';
import { ssoAdminRoutes } from './html-admin.ts';
import { accountLinkRoutes } from './html-link.ts';
import { oidcRoutes } from './html-oidc.ts';
import { purposeRoutes } from './html-purposes.ts';
import { samlRoutes } from './html-saml.ts';
import { scimTokenRoutes } from './html-scim.ts';
import { ssoV2Routes } from './v2.ts';
import { scimRoutes } from './v2-scim.ts';

export const ssoRoutes: Route[] = [
  ...oidcRoutes,
  ...samlRoutes,
  ...purposeRoutes,
  ...accountLinkRoutes,
  ...ssoConnectionRoutes,
  ...ssoAdminRoutes,
  ...ssoV2Routes,
  ...scimRoutes,
  ...scimTokenRoutes,
];
