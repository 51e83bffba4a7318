// What a change of a schema does to properties and to the values of rows, as data: done at once, or slice by slice by a job.
import type { Property, Value } from '../model.ts';

/** How values of a property are made of those that rows have. */
export type ValueDerivation =
  /** values of another type, of what the property was */
  | { kind: 'convert'; from: Property }
  /** the same, without options that the property has no more */
  | { kind: 'options' }
  /** what a conversion took, where nobody has given another value since; `to` is what it had become */
  | { kind: 'unconvert'; to: Property; change: number }
  /** what the removal of options took */
  | { kind: 'refill'; change: number };

/** What is kept so that the change can be taken back. */
export interface UndoRecord {
  kind: 'delete' | 'convert' | 'options';
  before: Property;
  /** of a deletion: all properties that went with it */
  gone?: number[];
}

export interface SchemaDelta {
  collectionId: number;
  /** properties of this database as they will be */
  next: Property[];
  /** by property */
  made: Record<number, ValueDerivation>;
  /** ids of properties that go, and of those that are there from then on */
  gone: number[];
  shown: number[];
  /** properties whose dependents are computed anew, and they themselves where they are computed */
  touched: number[];
  /** a property whose unique values are claimed anew */
  claims?: number;
  kept?: UndoRecord;
  /** a kept change that this one takes back */
  undoes?: number;
  /** the other database of a relation that goes both ways */
  announces: number[];
}

/** Properties that are filled row by row, all of one database, in this order. */
export interface Phase {
  collectionId: number;
  ids: number[];
}

export interface SchemaChangePlan extends SchemaDelta {
  /** every property that gets values, in any database, as it will be */
  drafts: Property[];
  phases: Phase[];
  /** databases whose rows matter: those that get values, and those whose values they are computed from */
  scope: number[];
}

/** Where values are kept. */
export interface ValueStorage {
  collectionId: number;
  storage: number;
}

/** A plan whose drafts have places of their own: the values that nobody reads yet, and those that nobody will. */
export interface PlacedPlan extends SchemaChangePlan {
  fresh: ValueStorage[];
  stale: ValueStorage[];
  /** where values that had not to differ before are claimed, without being filled */
  claimed: ValueStorage[];
}

export const buildSchemaDelta = (collectionId: number, change: Partial<SchemaDelta>): SchemaDelta => ({
  ...{ collectionId, next: [], made: {}, gone: [], shown: [], touched: [], announces: [] },
  ...change,
});

/** Of each row, what it has from then on of some properties. */
export type FilledValues = Map<number, Map<Property, Value>>;
