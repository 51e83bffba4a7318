// Bodies as clients send them, read into blocks; what does not fit is named by its place in the request.
import { Problem, type ValidationDetail } from '../../../core/http/problem.ts';
import type { Block } from '../../blocks/block.ts';
import { BlockFault } from '../../blocks/codec/block-errors.ts';
import { readBlocks } from '../../blocks/codec/codec.ts';

/** Rules of the block list that have a name among the types of faults; all others are about a value. */
const types: Record<string, string> = {
  required: 'missing',
  unknown_key: 'extra_forbidden',
  id: 'string_pattern_mismatch',
  count: 'too_long',
};

/** What a client may send as a body: an envelope, a bare array, Editor.js blocks or an editor document. */
export function parseBody(input: unknown, field: string): Block[] {
  try {
    return readBlocks(input).blocks;
  } catch (error) {
    if (!(error instanceof BlockFault)) throw error;
    const validation = error.issues.map(
      ({ pointer, rule, message }): ValidationDetail => ({
        loc: ['body', field, ...stepsOf(pointer, Array.isArray(input))],
        msg: message,
        type: types[rule] ?? 'value_error',
      }),
    );
    throw new Problem('validation_failed', 'The blocks do not fit the block list.', { validation });
  }
}

/** Faults are named as in an envelope; a bare array has no `blocks` around it. */
function stepsOf(pointer: string, bare: boolean): (string | number)[] {
  const steps = pointer.split('/').slice(bare ? 2 : 1);
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** Whether a kept text holds blocks that can be shown. */
export function isBody(json: string): boolean {
  try {
    readBlocks(JSON.parse(json));
    return true;
  } catch {
    return false;
  }
}
