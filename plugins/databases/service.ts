// The service of databases, as other plugins call it.
import Joi from 'joi';
import { datedRows } from './calendar/feeds.ts';
import { calendarSchema } from './calendar/row-calendar.ts';
import { dutiesOf } from './calendar/row-due-dates.ts';
import type { Databases } from './contract.ts';
import { changeCollection, createCollection } from './databases.ts';
import { describeDatabases, rowFromTemplate, valueTexts } from './described-databases.ts';
import { databaseJoins } from './joins.ts';
import { presentCollection } from './present.ts';
import { answerPublishedForm, formOf, formsOf, shownTableOf, valuesOfRow } from './published/service.ts';
import { answerQuery } from './query/query-request.ts';
import { checkFilter, matchesRow, matchingAmong, matchingRows, rowTexts, textsOf } from './query/row-match.ts';
import { assignedRows } from './rows/assigned-rows.ts';
import { wholeRow } from './rows/row-with-content.ts';
import { addRows, changeRows, readMany, readRow } from './rows/rows.ts';
import { cellStore, rowStore } from './rows/store.ts';
import { checkValue } from './rows/value-check.ts';
import { changeProperty, createProperty, deleteProperty } from './schema/properties.ts';
import { newPropertySchema } from './schema/property-input.ts';
import { propertyStore } from './schema/property-store.ts';
import { fullSchemaById } from './schema/schema.ts';
import { collectionStore } from './schema/store.ts';
import { databaseChoices } from './templates/template-choices.ts';
import { exportTable } from './views/view-export.ts';
import { createView, newViewKeys } from './views/views.ts';
import { redactRecords, storedValues } from './visibility/redacted-records.ts';
import { changePropertyRights } from './visibility/restrict-property.ts';
import { narrowedThrough, visibleSchemaById } from './visibility/visible-schema.ts';

/** Without a word on whose it is: by the service it is the actor's own. */
const { personal: _own, ...ownViewKeys } = newViewKeys;

export const databaseService: Databases = {
  async byId(ctx, id) {
    const row = await collectionStore.byId(ctx, id);
    return row && presentCollection(row);
  },
  describe: describeDatabases,
  templateChoices: databaseChoices,
  rows: readMany,
  bodies: () => ({ property: newPropertySchema, view: Joi.object(ownViewKeys), calendar: calendarSchema }),
  started: rowFromTemplate,
  valueTexts,
  change: changeCollection,
  addOwnView: async (ctx, id, view) => createView(ctx, await visibleSchemaById(ctx, id), { ...view, personal: true }),
  async ofPage(ctx, pageId) {
    const record = await rowStore.byId(ctx, pageId);
    const row = record
      ? await collectionStore.byId(ctx, record.collection_id)
      : await collectionStore.ofPage(ctx, pageId);
    return row && presentCollection(row);
  },
  async idsOfPages(ctx, pageIds) {
    const [rows, own] = await Promise.all([rowStore.byIds(ctx, pageIds), collectionStore.ofPages(ctx, pageIds)]);
    return new Map([
      ...own.map(({ page_id, id }) => [page_id, id] as const),
      ...rows.map(({ page_id, collection_id }) => [page_id, collection_id] as const),
    ]);
  },
  ownIds: collectionStore.idsOfPages,
  rowIds: rowStore.idsIn,
  relatedRows: cellStore.related,
  properties: async (ctx, id) => (await visibleSchemaById(ctx, id)).properties,
  createDatabase: createCollection,
  addProperty: createProperty,
  removeProperty: async (ctx, id, propertyId) => void (await deleteProperty(ctx, id, propertyId)),
  changeProperty,
  addRows,
  changeRows,
  row: async (ctx, id) => wholeRow(ctx, await readRow(ctx, id)),
  matches: matchesRow,
  matchingAmong,
  checkFilter,
  checkValue,
  matchingRows,
  rowTexts,
  textsOf,
  query: async (ctx, id, asked) => answerQuery(ctx, await visibleSchemaById(ctx, id), asked, {}),
  duties: dutiesOf,
  assigned: assignedRows,
  values: storedValues,
  table: async (ctx, id) => exportTable(ctx, await visibleSchemaById(ctx, id)),
  dated: async (ctx, id) => datedRows(ctx, await visibleSchemaById(ctx, id)),
  allProperties: async (ctx, id) => (await fullSchemaById(ctx, id)).properties,
  redactRecords,
  narrowedThrough: async (ctx, id) => narrowedThrough(ctx, await fullSchemaById(ctx, id)),
  propertiesById: propertyStore.byIds,
  changeRights: changePropertyRights,
  shownTable: shownTableOf,
  shownValues: valuesOfRow,
  formsOf,
  shownForm: formOf,
  ...databaseJoins,
  answer: answerPublishedForm,
};
