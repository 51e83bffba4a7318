// What single sign-on does for others: ways in and out, rules on who may come in how, and what doctor asks.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { auditRecords } from '../../core/events/audit-feed.ts';
import { condition } from '../../core/http/request-lifecycle.ts';
import { type Addition, adding } from '../../core/kernel/plugin.ts';
import {
  accountHandover,
  accountLeaving,
  loginPolicy,
  loginWays,
  logoutWays,
  safeguardLeaving,
  sessionOpened,
} from '../auth/contract.ts';
import { keepWayBack, signOnBarrier, signOnPolicy } from './configuration/exclusiveness.ts';
import { directoryCheck, signOnCheck } from './doctor.ts';
import { signOnAudit } from './history/store.ts';
import { removeIdentities } from './identity/disconnection.ts';
import { noteSession } from './identity/session.ts';
import { signOnWays } from './login-ways.ts';
import { oidcLogoutWay } from './oidc/sign-out.ts';
import { samlLogoutWay } from './saml/sign-out.ts';

export const signOnAdditions: Addition[] = [
  adding(loginWays, signOnWays),
  adding(loginPolicy, signOnPolicy),
  adding(logoutWays, oidcLogoutWay),
  adding(logoutWays, samlLogoutWay),
  adding(sessionOpened, noteSession),
  adding(accountHandover, removeIdentities),
  adding(accountLeaving, keepWayBack),
  adding(safeguardLeaving, keepWayBack),
  adding(condition, signOnBarrier),
  adding(doctorChecks, signOnCheck),
  adding(doctorChecks, directoryCheck),
  adding(auditRecords, signOnAudit),
];
