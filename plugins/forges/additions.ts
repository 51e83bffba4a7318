// What forges do for others: ways in, identities, connectors, where pages came from, and what doctor asks.
import { doctorChecks } from '../../core/cli/doctor.ts';
import { type Addition, adding } from '../../core/kernel/plugin.ts';
import { frameValues } from '../../core/views/views.ts';
import { accountHandover, loginWays } from '../auth/contract.ts';
import { projectPlaces } from '../library/contract.ts';
import { pageMarks } from '../pages/contract.ts';
import { entryRules, identityEntered } from '../sso/contract.ts';
import { keepConnection, removeConnections } from './connection/connection.ts';
import { forgeConnectors } from './connection/connector.ts';
import { forgeRules, forgeWays } from './connection/sign-in.ts';
import { forgeCheck } from './doctor.ts';
import { originSection, PROJECT_MARK } from './projects/origin.ts';
import { placeOfProject } from './projects/place.ts';
import { projectStore } from './projects/store.ts';

export const forgeAdditions: Addition[] = [
  adding(accountHandover, removeConnections),
  adding(loginWays, forgeWays),
  adding(entryRules, forgeRules),
  adding(identityEntered, keepConnection),
  adding(doctorChecks, forgeCheck),
  adding(frameValues, originSection),
  adding(pageMarks, { name: PROJECT_MARK, select: projectStore.oneIn }),
  adding(projectPlaces, placeOfProject),
  ...forgeConnectors,
];
