// What is wrong with the values of rows, as clients are told: property, rule and reason, always 400 (contract 6).
import { Problem } from '../../../core/http/problem.ts';
import type { Property } from '../contract.ts';
import { ValueFault } from '../schema/types/property-type.ts';

export interface RowFault {
  property_id: number | null;
  rule: string;
  detail: string;
  /** place in a batch */
  index?: number;
  [extra: string]: unknown;
}

export const FAULTS_MAX = 50;

/** @throws Problem validation_failed when there are any */
export function refuse(faults: RowFault[]): void {
  const [first] = faults;
  if (!first) return;
  throw new Problem('validation_failed', first.detail, { status: 400, errors: faults.slice(0, FAULTS_MAX) });
}

export const rowFault = (property: Pick<Property, 'id' | 'name'>, rule: string, reason: string): RowFault => ({
  property_id: property.id,
  rule,
  detail: `${property.name} ${reason}`,
});

/** The fault that a type found; any other error goes on. */
export function caught(property: Pick<Property, 'id' | 'name'>, error: unknown): RowFault {
  if (!(error instanceof ValueFault)) throw error;
  return rowFault(property, error.rule, error.message);
}
