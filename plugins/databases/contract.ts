// What other plugins may know of databases: the shapes of collections, properties, views and rows, and the service.
import type Joi from 'joi';
import type { CsvValue } from '../../core/files/csv.ts';
import type { Ctx } from '../../core/kernel/context.ts';
import { type Point, point, type Service, service } from '../../core/kernel/plugin.ts';
import type { NewRowPage, Page } from '../pages/contract.ts';
import type { CalendarExportEvent } from './calendar/recurrence/index.ts';
import type { DatabaseJoins } from './joins.ts';
import type {
  ButtonRun,
  Collection,
  Filter,
  Property,
  PropertyTypeName,
  Row,
  RowInput,
  Value,
  View,
  ViewConfig,
  ViewKind,
} from './model.ts';
import type {
  AnsweredForm,
  AskedTable,
  PublishedForm,
  PublishedFormFields,
  ShownTable,
  ShownValue,
} from './published/model.ts';
import type { AssignedRow } from './rows/assigned-row.ts';
import { ValueFault } from './schema/types/property-type.ts';
import { PROPERTY_TYPES, propertyTypeOf, typeNamed } from './schema/types/registry.ts';
import type { DatabaseChoice } from './templates/template-choices.ts';
import type { Sort } from './views/model.ts';

export type { CalendarEvent, CalendarExportEvent, CalendarTask } from './calendar/recurrence/index.ts';
export * from './model.ts';
export { collectionPolicies, propertyPolicies, rowPolicies, rowTemplatePolicies, viewPolicies } from './policies.ts';
export * from './published/model.ts';
export { filterSchema } from './query/filter.ts';
export { propertyNamed } from './schema/property-name.ts';
export {
  type ColumnFacts,
  columnFacts,
  INPUT_KINDS,
  type InputKind,
  inputOf,
  isDateProperty,
  isFlagProperty,
  isQuantity,
  takesOneOption,
  takesPeople,
} from './schema/property-traits.ts';
export * from './table-import/index.ts';
export { PROPERTY_TYPES };

export type Recurrence = typeof import('./calendar/recurrence/index.ts');

/** Rules that repeat and calendar files, loaded when first asked for. */
export const recurrence = (): Promise<Recurrence> => import('./calendar/recurrence/index.ts');

/** A property that is to be made. */
export interface NewProperty {
  name: string;
  type: PropertyTypeName;
  config?: object;
  validation?: object;
  group_name?: string;
}

export interface NewView {
  name: string;
  kind: ViewKind;
  config?: ViewConfig;
}

export interface NewDatabase {
  workspaceId: number;
  parentId: number | null;
  title: string;
  icon?: string;
  description?: string;
  /** without one of type title such a one is added */
  properties?: NewProperty[];
  /** shared ones, by the properties that there are then; without any there is one table */
  views?: (properties: Property[]) => NewView[];
  /** a reserved page of kind collection that becomes it; else one is made */
  pageId?: number;
}

export interface MadeDatabase {
  collection: Collection;
  page: Page;
}

/** A row with everything that its page starts with. */
export interface NewRow extends RowInput, Omit<NewRowPage, 'title'> {}

/** What a reader may be given of the records of a database from whom something in it is hidden, column by column. */
export interface RedactedRecords {
  /** something is hidden; else only the places of values are others */
  hides: boolean;
  /** properties by the ids under which their values are kept, where those are not their own */
  moved: ReadonlyMap<number, number>;
  /** properties whose values each reader has of their own, which are kept nowhere */
  own: ReadonlySet<number>;
  property(id: number, configJson: string): string;
  view(configJson: string): string;
  row(stored: Record<'values_json' | 'calendar_json' | 'calendar_text', string>): {
    values_json: string;
    calendar_text: string;
  };
}

/** Who has to do with a row, and when it takes place. */
export interface Duty {
  rowId: number;
  /** people whom its properties name */
  assigned: number[];
  /** the same; where no property takes people, whoever made the row */
  reminded: number[];
  /** minutes before each start; null: never */
  remind: number | null;
  /** it names no zone: it starts by the clocks of each reader */
  isFloating: boolean;
  /** the first starts from an instant on, by a day that names each and its instant in milliseconds */
  starts(from: number, zone: string, most: number): { occurrence: string; at: number }[];
}

/** A value as a property keeps it; undefined when it does not take it, whatever the reason. */
export function readValue(property: Pick<Property, 'type' | 'config'>, value: unknown): Value | undefined {
  try {
    return propertyTypeOf(property).read(value, {
      id: 0,
      name: '',
      position: 0,
      group_name: '',
      validation: {},
      ...property,
    });
  } catch (error) {
    if (error instanceof ValueFault) return undefined;
    throw error;
  }
}

/** Types that a column of texts can be given; all others need more than its name. */
export const MAPPED_TYPES = PROPERTY_TYPES.filter((type) => typeNamed(type).fromColumn?.isMapped);

/** Whether the service fills the values of this type itself. */
export const isComputed = (property: Pick<Property, 'type' | 'config'>): boolean =>
  propertyTypeOf(property).computed === true;

/** A row as an event of a calendar file, with all its occurrences. */
export interface DatedRow extends CalendarExportEvent {
  rowId: number;
}

/** A database with those of its properties and views that its reader sees. */
export interface DescribedDatabase extends Collection {
  properties: Property[];
  views: View[];
}

/** A database as a table: a cell for each column in each row. */
export interface RowTable {
  columns: Property[];
  rows: AsyncIterable<{ id: number; cells: CsvValue[] }>;
}

/** A filter and an order, with names of properties and options as well as ids. */
export interface RowQuestion {
  filter?: Filter | null;
  sorts?: Sort[];
  limit?: number;
  cursor?: string;
}

export interface Databases extends DatabaseJoins {
  assigned(ctx: Ctx, most: number): Promise<AssignedRow[]>;
  /** what a new database of a workspace can start from; without one, what is built in */
  templateChoices(ctx: Ctx, workspaceId: number | undefined): Promise<DatabaseChoice[]>;
  byId(ctx: Ctx, id: number): Promise<Collection | undefined>;
  /** of these pages, those that are databases, in the trash too, each as the actor sees it */
  describe(ctx: Ctx, pageIds: number[]): Promise<DescribedDatabase[]>;
  /** of these pages, those that are rows, as the actor sees them; the caller has checked that they are visible */
  rows(ctx: Ctx, ids: number[]): Promise<Row[]>;
  /** @throws Problem not_found, page_locked */
  change(ctx: Ctx, id: number, patch: { name?: string; icon?: string; description?: string }): Promise<Collection>;
  /** only the actor sees it. @throws Problem validation_failed, conflict */
  addOwnView(ctx: Ctx, id: number, view: { name: string; kind: ViewKind; config?: ViewConfig }): Promise<View>;
  /** what describes a new property, a new view and the calendar of a row in a body */
  bodies(): { property: Joi.ObjectSchema; view: Joi.ObjectSchema; calendar: Joi.Schema };
  /** a new row with what a template starts it with; null: none, undefined: the one by itself. @throws Problem not_found */
  started(ctx: Ctx, id: number, input: RowInput, templateId?: number | null): Promise<NewRow>;
  /** what values would say, by property, as plain words; those that a property does not take are left out */
  valueTexts(ctx: Ctx, id: number, values: Record<string, unknown>): Promise<Map<number, string>>;
  /** of a page that is a database or a row of one */
  ofPage(ctx: Ctx, pageId: number): Promise<Collection | undefined>;
  /** by page, the id of the database that `ofPage` answers */
  idsOfPages(ctx: Ctx, pageIds: number[]): Promise<Map<number, number>>;
  /** the same of pages that are databases themselves, whoever asks */
  ownIds(ctx: Ctx, pageIds: number[]): Promise<Map<number, number>>;
  /** all rows of these databases, in the trash too, whoever asks */
  rowIds(ctx: Ctx, ids: number[]): Promise<number[]>;
  /** rows that rows of these databases name in their relations, whoever asks */
  relatedRows(ctx: Ctx, ids: number[]): Promise<number[]>;
  /** those that the actor sees, in their order */
  properties(ctx: Ctx, id: number): Promise<Property[]>;
  /**
   * A failure leaves nothing; the caller has checked the right on the place.
   * @throws Problem not_found, page_locked, validation_failed
   */
  createDatabase(ctx: Ctx, input: NewDatabase): Promise<MadeDatabase>;
  /** @throws Problem validation_failed, conflict */
  addProperty(ctx: Ctx, id: number, input: NewProperty): Promise<Property>;
  /** with its values, which can be brought back for a while. @throws Problem not_found, conflict, forbidden */
  removeProperty(ctx: Ctx, id: number, propertyId: number): Promise<void>;
  /** another name, or more options. @throws Problem not_found, validation_failed */
  changeProperty(
    ctx: Ctx,
    id: number,
    propertyId: number,
    patch: { name?: string; config?: object },
  ): Promise<{ property: Property }>;
  /**
   * All of them or none, some hundred at a time; returns their ids in this order.
   * @throws Problem validation_failed (400) with `errors`, each with property, rule and, of several rows, `index`
   */
  addRows(ctx: Ctx, id: number, rows: NewRow[]): Promise<number[]>;
  /** All of them or none. @throws Problem not_found, page_locked, validation_failed (400) as above */
  changeRows(ctx: Ctx, changes: { id: number; change: RowInput }[]): Promise<Row[]>;
  /** one row with its text, as the actor sees it. @throws Problem not_found */
  row(ctx: Ctx, id: number): Promise<Row & { content: string }>;
  /**
   * Whether a filter, as views and `POST …/query` take it, lets a row through that the actor sees, by its values now;
   * a row in the trash by those that it had. @throws Problem validation_failed for one that names what they do not see
   */
  matches(ctx: Ctx, rowId: number, filter: Filter): Promise<boolean>;
  /** Which of these rows of a database it lets through, as `matches` of each. @throws Problem validation_failed */
  matchingAmong(ctx: Ctx, id: number, rowIds: number[], filter: Filter): Promise<Set<number>>;
  /** The filter with ids for names; `at`: its place in the body. @throws Problem validation_failed, as `matches` for every row */
  checkFilter(ctx: Ctx, id: number, filter: Filter, at?: (string | number)[]): Promise<Filter>;
  /**
   * A value that is to be set later, with ids for names of options; `at`: its place in the body.
   * @throws Problem validation_failed for one that the property does not take
   */
  checkValue(ctx: Ctx, id: number, propertyId: number, value: unknown, at: (string | number)[]): Promise<unknown>;
  /** of these pages, the live rows */
  duties(ctx: Ctx, ids: number[]): Promise<Duty[]>;
  /** values of rows as they are kept, by row and property */
  values(ctx: Ctx, rowIds: number[]): Promise<Map<number, Record<string, Value>>>;
  /** visible rows that a filter lets through, by id, at most `most`. @throws Problem validation_failed */
  matchingRows(ctx: Ctx, id: number, filter: Filter | null, most: number): Promise<number[]>;
  /** what visible live rows say, by row and then by property, as plain words; `textsOf`: rows of an answered question */
  rowTexts(ctx: Ctx, id: number, rowIds: number[]): Promise<Map<number, Map<number, string>>>;
  textsOf(ctx: Ctx, id: number, rows: Row[]): Promise<Map<number, Map<number, string>>>;
  /** what `POST …/query` answers. @throws Problem validation_failed */
  query(
    ctx: Ctx,
    id: number,
    asked: RowQuestion,
  ): Promise<{ results: Row[]; total: number; next_cursor: string | null }>;
  /** all rows that the actor sees, in their order, each value as a table shows it */
  table(ctx: Ctx, id: number): Promise<RowTable>;
  /** all rows with a date that the actor sees; undefined where no property is a date */
  dated(ctx: Ctx, id: number): Promise<DatedRow[] | undefined>;
  /** all of them, whoever asks */
  allProperties(ctx: Ctx, id: number): Promise<Property[]>;
  /** undefined: the actor may be given all of it */
  redactRecords(ctx: Ctx, id: number): Promise<RedactedRecords | undefined>;
  /** of them, those that nobody narrowed and that are computed from some that are there for few */
  narrowedThrough(ctx: Ctx, id: number): Promise<Set<number>>;
  /** properties by id, deleted ones too, whoever asks */
  propertiesById(ctx: Ctx, ids: number[]): Promise<(Property & { collection_id: number; deleted_at: string | null })[]>;
  /**
   * Runs `work`, which changes who may see a property, as a change of the schema. What rows say beside their text is
   * written anew when the property becomes one for few, or one for all. @throws Problem not_found
   */
  changeRights(ctx: Ctx, id: number, work: (tx: Ctx) => Promise<void>): Promise<void>;
  /** a part of a shared view as the actor reads it, to be shown elsewhere; undefined for no database */
  shownTable(ctx: Ctx, pageId: number, asked: AskedTable): Promise<ShownTable | undefined>;
  /** what a row says beside its text, to be shown elsewhere; undefined for a page that is none */
  shownValues(ctx: Ctx, pageId: number, addresses: AskedTable['addresses']): Promise<ShownValue[] | undefined>;
  /** shared views of a database that are forms; none for what is no database */
  formsOf(ctx: Ctx, pageId: number): Promise<{ id: number; name: string }[]>;
  /** the form that a shared view is, as the actor may fill it in */
  shownForm(ctx: Ctx, viewId: number, again?: AnsweredForm): Promise<PublishedForm | undefined>;
  /** Makes a row of the answers to a form. @throws Problem conflict for a closed one, validation_failed (400) */
  answer(ctx: Ctx, viewId: number, typed: PublishedFormFields): Promise<void>;
}

/** Databases with their properties, rows and views. */
export const databases: Service<Databases> = service('databases');

export type PropertyRole = 'viewer' | 'editor';

/** Rights on single properties, from the plugin that keeps them: one with any is there for nobody else (contract 4). */
export interface PropertyRights {
  /** properties on which anybody was given a right, of a database or of all */
  restricted(ctx: Ctx, collectionId?: number): Promise<number[]>;
  /** what was given to a person, of their own or through groups, by property */
  of(ctx: Ctx, userId: number, collectionId: number): Promise<Map<number, PropertyRole>>;
  /** gives the same on copies of properties; `copies`: ids of properties, and those of their copies */
  copy(ctx: Ctx, collectionId: number, copies: ReadonlyMap<number, number>): Promise<void>;
  /** gives a copied database the rules of its original; `copied`: ids of properties, and those of their copies */
  copyRules(ctx: Ctx, fromId: number, toId: number, copied: ReadonlyMap<number, number>): Promise<void>;
  /** of these properties, those whose people have a role on the rows that name them */
  ruling(ctx: Ctx, propertyIds: number[]): Promise<number[]>;
  /** Ends what rests on a property that goes, in the transaction that takes it; to be called before rows are held. */
  end(ctx: Ctx, collectionId: number, propertyId: number): Promise<void>;
}

export const propertyRights: Service<PropertyRights> = service('databases.property-rights');

/** The rules that buttons of rows start, beside changing rows themselves. */
export interface ButtonRules {
  /** @throws Problem not_found, validation_failed: who sets the button up may not name the rule for rows of this database */
  check(ctx: Ctx, ruleId: number, collection: Pick<Collection, 'id' | 'workspace_id'>): Promise<void>;
  /** `cause` makes a repeated press one run. @throws Problem not_found, conflict, forbidden, page_locked */
  press(ctx: Ctx, ruleId: number, rowId: number, cause: string): Promise<ButtonRun>;
}

export const buttonRules: Point<ButtonRules> = point('databases.button-rules');
