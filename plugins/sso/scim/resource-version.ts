// ETags of resources, and what requests ask of them.
import { createHash } from 'node:crypto';
import { Problem } from '../../../core/http/problem.ts';
import type { Resource } from './protocol/attribute.ts';

/** Of all that a resource shows. */
export const resourceVersion = (shown: Resource): string =>
  `W/"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;

/** Whether a header of the kind If-Match names this version. */
export function namesVersion(given: string, version: string): boolean {
  const plain = (one: string): string => one.trim().replace(/^W\//, '');
  return given.split(',').some((one) => one.trim() === '*' || plain(one) === plain(version));
}

/** @throws Problem version_conflict where the client knows another version */
export function requireResourceVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version))
    throw new Problem('version_conflict', 'The resource was changed in the meantime: read it again.');
}
