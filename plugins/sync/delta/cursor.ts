// How far a device has read: a place in the snapshot or in the stream, and the rights it had then. Opaque to devices.
import { createHash } from 'node:crypto';
import Joi from 'joi';
import { invalid } from '../../../core/http/problem.ts';
import { MAX_ID } from '../../../core/http/schema-fields.ts';

export interface SyncCursor {
  /** of the stream: all events up to this one are known */
  seq: number;
  /** within the snapshot, the page up to which all are known; absent: it is done */
  page?: number;
  /** of the rights that the reader had */
  stamp: string;
  /** when all up to `seq` had happened, ISO 8601 */
  at: string;
}

/** A place that somebody asks from: a cursor, the number of an event up to which all are known, or the beginning. */
export type SyncPlace = SyncCursor | number | undefined;

const PLAIN = /^\d{0,15}$/;

const shape = Joi.object<SyncCursor>({
  seq: Joi.number().integer().min(0).required(),
  page: Joi.number().integer().min(0).max(MAX_ID),
  stamp: Joi.string().max(64).required(),
  at: Joi.string().isoDate().required(),
});

export const cursorText = (cursor: SyncCursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/**
 * What a device sends as `since`: nothing, empty or 0 for the beginning, the cursor of an answer, or the number of an
 * event.
 * @throws Problem validation_failed for what is none of these
 */
export function readSyncPlace(given: string | number | undefined, part: 'query' | 'body'): SyncPlace {
  const text = String(given ?? '');
  if (PLAIN.test(text)) return Number(text) || undefined;
  try {
    const { value, error } = shape.validate(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (!error) return value;
  } catch {
    // Said below.
  }
  throw invalid([part, 'since'], 'must be the cursor of an answer before, or the number of an event', 'value_error');
}

/** Short, since it goes to and fro. */
export const stampText = (stamp: string): string => createHash('sha256').update(stamp).digest('base64url').slice(0, 16);
