// All functions by name, with their signatures read once.
import { type Signature, signatureOf } from '../kind.ts';
import { conversion } from './conversion.ts';
import { dates } from './dates.ts';
import type { Definition } from './definition.ts';
import { lists } from './lists.ts';
import { logic } from './logic.ts';
import { numbers } from './numbers.ts';
import { texts } from './text.ts';

export interface FormulaFunction extends Definition {
  read: Signature[];
}

export const allFunctions: FormulaFunction[] = [...logic, ...numbers, ...texts, ...dates, ...lists, ...conversion].map(
  (definition) => ({ ...definition, read: definition.signatures.map(signatureOf) }),
);

const byName = new Map(allFunctions.map((one) => [one.name, one]));
const byLowerName = new Map(allFunctions.map((one) => [one.name.toLowerCase(), one]));

/** Capital and small letters are the same where that leaves no doubt. */
export const functionNamed = (name: string): FormulaFunction | undefined =>
  byName.get(name) ?? byLowerName.get(name.toLowerCase());
