// Documents that were begun elsewhere, before there was anything here that they are the text of.
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { invalid } from '../../core/http/problem.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { SCHEMA_VERSION } from '../blocks/ydoc/version.ts';
import type { PageBody } from '../pages/contract.ts';
import { project, updateTo } from './document/ydoc.ts';
import { mergeUpdates } from './document-service.ts';
import type { LiveName } from './points.ts';
import { docStore } from './store.ts';

const AT = ['body', 'update'];

/**
 * What updates that belong together say, and all of them as one.
 * @throws Problem validation_failed for what is no update, or builds on something that is not in it
 */
export function begunDocument(updates: Uint8Array[]): { update: Uint8Array; body: PageBody } {
  const doc = new Y.Doc();
  const update = wholeOf(updates);
  try {
    Y.applyUpdate(doc, update);
  } catch {
    throw invalid(AT, 'must be a Yjs update');
  }
  if (doc.store.pendingStructs || doc.store.pendingDs) throw invalid(AT, 'builds on something that is not in it');
  const body = project(doc);
  doc.destroy();
  return { update, body };
}

function wholeOf(updates: Uint8Array[]): Uint8Array {
  try {
    return mergeUpdates(updates);
  } catch {
    throw invalid(AT, 'must be a Yjs update');
  }
}

/** Kept as it came, so that who began it can go on; a seed of the same text beside it would double the text. */
export async function foundDocument(tx: Ctx, name: LiveName, update: Uint8Array, body: PageBody): Promise<void> {
  const mending = updateTo([update], body);
  const state = mending ? mergeUpdates([update, mending]) : update;
  await docStore.insert(tx, name, { epoch: randomUUID(), schema_version: SCHEMA_VERSION, state });
}
