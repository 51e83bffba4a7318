// The type of property that the results of a formula are shown as, by their kind; browsers load it, too.
import type { PropertyTypeName } from '../registry.ts';

const TYPES: Record<string, PropertyTypeName> = { number: 'number', boolean: 'checkbox', date: 'date' };

export const typeOfResult = (kind: string): PropertyTypeName => TYPES[kind] ?? 'text';
